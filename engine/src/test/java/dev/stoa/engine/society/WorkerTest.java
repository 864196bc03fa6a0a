package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that are shell scripts, run by a worker in this process. */
@OnBothDatabases
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class WorkerTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Camp camp;

    @BeforeEach
    void open() {
        camp = Camp.on(dialect, folder);
        camp.channel("hall");
    }

    @AfterEach
    void close() {
        camp.close();
    }

    private Task run(String agent, String input) throws InterruptedException {
        return run(RunRequest.of(agent, input).in("hall"));
    }

    private Task run(RunRequest request) throws InterruptedException {
        Run run = camp.stoa().society().runs().start(Camp.HUMAN, request);
        camp.worker().workOff(4);
        return camp.stoa().society().runs().execution(Camp.HUMAN, run.id());
    }

    private List<String> said() {
        return camp.values("SELECT kind || ' ' || content FROM messages ORDER BY seq");
    }

    private static String output(Task task) {
        return Objects.requireNonNull(task.output());
    }

    @Test
    void anAgentIsGivenItsPromptAndAnswers() throws Exception {
        camp.agent("ana", "cat; echo oops >&2");
        Task task = run(RunRequest.of("ana", "two\nlines ✓").in("hall").raw(true));
        assertThat(task.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(task.exitCode()).isZero();
        assertThat(task.output()).isEqualTo("two\nlines ✓");
        assertThat(task.stderr()).isEqualTo("oops\n");
        assertThat(task.pid()).isPositive();
        assertThat(said()).containsExactly("reply two\nlines ✓");
        assertThat(camp.value("SELECT count(*) FROM task_chunks")).isEqualTo("0");
        Path own = folder.resolve("agents").resolve(task.agentId());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
    }

    @Test
    void thePromptSaysWhoAndWhereTheAgentIs() throws Exception {
        camp.agent("ana", "cat");
        camp.alter("UPDATE channels SET topic = 'stars'");
        Task task = run("ana", "how many?");
        assertThat(output(task))
                .startsWith("# You\nYou are ana, in your life number 1, woken 0 times.\n")
                .contains("\n# Channel\n#hall, topic: stars\n", "\n# Request\nhow many?\n", "\n# How to act\n");
        assertThat(camp.value("SELECT prompt FROM tasks").strip())
                .isEqualTo(output(task).strip());
        assertThat(camp.value("SELECT input FROM tasks")).isEqualTo("how many?");
    }

    @Test
    @DisplayName("Two simultaneous runs of one command with different constitutions must each receive their own.")
    void eachRunReceivesItsOwnConstitution() throws Exception {
        camp.command("echo", "cat");
        for (String name : List.of("ana", "bo")) {
            camp.stoa()
                    .society()
                    .agents()
                    .register(Camp.HUMAN, AgentDraft.of(name, "command:echo").constitution("You serve " + name + "."));
            for (int i = 0; i < 5; i++) {
                camp.stoa().society().runs().start(Camp.HUMAN, RunRequest.of(name, "who?"));
            }
        }
        assertThat(camp.worker().workOff(8).of(TaskStatus.COMPLETED)).isEqualTo(10);
        for (String name : List.of("ana", "bo")) {
            assertThat(camp.values("SELECT t.output FROM tasks t JOIN agents a ON a.agent_id = t.agent_id"
                            + " WHERE a.identity = '" + name + "'"))
                    .hasSize(5)
                    .allMatch(text -> text.startsWith("# Constitution\nYou serve " + name + ".\n\n# You\n"));
        }
    }

    @Test
    void nothingOfTheEnvironmentIsPassedOnButWhatIsNamed() throws Exception {
        camp.environment().put("SECRET_THING", "hidden");
        camp.environment().put("SHOWN_THING", "shown");
        camp.environment().put("STOA_AGENT", "somebody");
        camp.agent("ana", "env", "env = [\"SHOWN_THING\", \"STOA_AGENT\"]", "set = { FIXED = \"f\" }");
        Task task = run("ana", "x");
        assertThat(output(task).lines())
                .contains(
                        "SHOWN_THING=shown",
                        "FIXED=f",
                        "STOA_AGENT=ana",
                        "STOA_TASK=" + task.id(),
                        "STOA_RUN=" + task.sessionId(),
                        "STOA_CHANNEL=hall",
                        "STOA_DATA=" + folder)
                .noneMatch(line -> line.contains("hidden"))
                .anyMatch(line -> line.startsWith("PATH="));
        assertThat(output(task).contains("STOA_DB=")).isEqualTo(dialect == Dialect.POSTGRES);
    }

    @Test
    void aFailureIsTriedAgainAsOftenAsItsCommandSays() throws Exception {
        camp.agent("ana", "echo x >> tries; test $(wc -l < tries) -ge 3 && echo done || exit 7", "retries = 2");
        Task task = run("ana", "x");
        assertThat(task.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(task.attempt()).isEqualTo(3);
        assertThat(task.error()).isNull();
        assertThat(said()).containsExactly("reply done");
        camp.agent("bo", "echo half; exit 7", "retries = 1");
        Task failed = run("bo", "x");
        assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(failed.attempt()).isEqualTo(2);
        assertThat(failed.exitCode()).isEqualTo(7);
        assertThat(failed.error()).isEqualTo("exit 7");
        assertThat(failed.output()).isEqualTo("half\n");
        assertThat(said())
                .containsExactly("reply done", "system run of bo failed: exit 7 [task " + failed.shortId() + "]");
    }

    @Test
    void whatCannotBeStartedIsSaid() throws Exception {
        camp.agent("ana", "", "argv = [\"/nowhere/at-all\"]", "retries = 3");
        Task task = run("ana", "x");
        assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(task.error()).startsWith("cannot start ana: ");
        assertThat(task.attempt()).isEqualTo(1);
        camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of("bo", "command:unknown"));
        assertThat(run("bo", "x").error()).isEqualTo("there is no command unknown");
        camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of("cy", "nobody:x"));
        assertThat(run("cy", "x").error()).contains("nobody");
    }

    @Test
    void whatTakesTooLongIsEndedWithAllItHasStarted() throws Exception {
        camp.agent("ana", "echo begun; sleep 1234 & echo $! > pid; wait", "retries = 2");
        Task task = run(RunRequest.of("ana", "x").in("hall").within(Duration.ofSeconds(1)));
        assertThat(task.status()).isEqualTo(TaskStatus.TIMEOUT);
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.error()).isEqualTo("no end within 1 s");
        assertThat(task.output()).isEqualTo("begun\n");
        assertThat(said()).singleElement().asString().startsWith("system run of ana failed: no end within 1 s");
        assertThat(ProcessBox.marked(task.id())).isEmpty();
    }

    /** A program that leaves one process behind it and one that has left it for another parent. */
    private static final String LEAVING = "(setsid sleep 1236 >/dev/null 2>&1 &); sleep 1237 >/dev/null 2>&1 & ";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAProgramLeavesInTheBackgroundEndsWithTheRun(boolean namespaces) throws Exception {
        Assumptions.assumeTrue(!namespaces || ProcessBox.ofThisSystem().namespaces(), "no process namespaces here");
        camp.agent("ana", "cat; " + LEAVING + "exit 0");
        camp.agent("bo", LEAVING + "echo begun; wait", "time_limit_seconds = 1");
        camp.agent("cy", LEAVING + "exit 3");
        Worker worker = camp.worker(new ProcessBox(namespaces));
        Task done = worker.start(Camp.HUMAN, RunRequest.of("ana", "hello").raw(true));
        assertThat(done.output()).isEqualTo("hello");
        assertThat(done.status()).isEqualTo(TaskStatus.COMPLETED);
        Task late = worker.start(Camp.HUMAN, RunRequest.of("bo", "x"));
        assertThat(late.status()).isEqualTo(TaskStatus.TIMEOUT);
        Task failed = worker.start(Camp.HUMAN, RunRequest.of("cy", "x"));
        assertThat(failed.error()).isEqualTo("exit 3");
        for (Task task : List.of(done, late, failed)) {
            assertThat(ProcessBox.marked(task.id())).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStopEndsWhatHasLeftTheProgramForAnotherParent(boolean namespaces) throws Exception {
        Assumptions.assumeTrue(!namespaces || ProcessBox.ofThisSystem().namespaces(), "no process namespaces here");
        camp.agent("ana", LEAVING + "echo begun; wait");
        Worker worker = camp.worker(new ProcessBox(namespaces));
        Run run = camp.stoa().society().runs().start(Camp.HUMAN, RunRequest.of("ana", "x"));
        CompletableFuture<@Nullable Void> working = inBackground(() -> worker.workOff(1));
        try (var watch = camp.stoa().society().runs().watch()) {
            while (camp.stoa()
                    .society()
                    .runs()
                    .logs(Camp.HUMAN, run.id())
                    .output()
                    .isEmpty()) {
                watch.await(Duration.ofSeconds(10));
            }
        }
        String task =
                camp.stoa().society().runs().execution(Camp.HUMAN, run.id()).id();
        assertThat(ProcessBox.marked(task)).hasSizeGreaterThan(2);
        assertThat(worker.stop(Camp.HUMAN, run.id()).value().endReason()).isEqualTo("stopped");
        working.get(30, TimeUnit.SECONDS);
        assertThat(ProcessBox.marked(task)).isEmpty();
    }

    @Test
    void aProgramThatIsNotThereIsStillSaidNotToBe() throws Exception {
        camp.command("gone", "", "argv = [\"/no/such/program\"]");
        camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of("ana", "command:gone"));
        assertThat(run("ana", "x").error()).startsWith("cannot start gone: ");
    }

    @Test
    void outputIsKeptWithinItsBounds() throws Exception {
        camp.agent(
                "ana",
                "printf 'abcdefgh'; printf '12345678' >&2; printf '\\000\\377'",
                "max_output_bytes = 4",
                "max_stderr_bytes = 3");
        Task task = run("ana", "x");
        assertThat(task.output()).isEqualTo("abcd");
        assertThat(task.stderr()).isEqualTo("678");
        assertThat(task.outputTruncated()).isTrue();
        camp.agent("bo", "printf 'a\\000b\\377c'");
        assertThat(run("bo", "x").output()).isEqualTo("ab\uFFFDc");
    }

    @Test
    void anAgentThatPostsByItselfGetsNoReplyPosted() throws Exception {
        camp.agent("ana", "echo for the log", "reply = \"none\"");
        assertThat(run("ana", "x").output()).isEqualTo("for the log\n");
        assertThat(said()).isEmpty();
    }

    @Test
    void argumentsAreFilledWithoutAShell() throws Exception {
        camp.command(
                "say",
                "",
                "argv = [\"/bin/echo\", \"{identity}\", \"{channel}\", \"{model_args}\", \"{prompt}\", \"{tone}\"]",
                "model_args = [\"--model\", \"{model}\"]",
                "input = \"argument\"");
        camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of("ana", "command:say?model=m1&tone=soft"));
        Task task = run(RunRequest.of("ana", "$(id); `id`").in("hall").raw(true));
        assertThat(task.output()).isEqualTo("ana hall --model m1 $(id); `id` soft\n");
        camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of("bo", "command:say?tone=--help"));
        assertThat(run("bo", "x").error()).contains("tone of an agent of command say does not match");
    }

    @Test
    void aWorkingDirectoryStaysWhereItIsAllowed() throws Exception {
        Path root = Files.createDirectories(folder.resolve("projects"));
        Files.createDirectories(root.resolve("one"));
        Files.createSymbolicLink(root.resolve("out"), folder.resolve(".").toRealPath());
        camp.configure("[society]\nworkdirs = [\"projects\"]");
        camp.command("where", "pwd");
        int number = 0;
        for (String dir : List.of("one", "out", "missing", "one/../..")) {
            String name = "a" + number++;
            camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of(name, "command:where?workdir=" + dir));
            Task task = run(name, "x");
            if (dir.equals("one")) {
                assertThat(output(task).strip())
                        .isEqualTo(root.resolve("one").toRealPath().toString());
            } else {
                assertThat(task.status()).as(dir).isEqualTo(TaskStatus.FAILED);
                assertThat(task.error()).contains("society.workdirs");
            }
        }
    }

    @Test
    void aRunningAgentIsSeenAndStopped() throws Exception {
        camp.agent("ana", "echo working; sleep 1234 & echo $! > pid; wait");
        Run run = camp.stoa()
                .society()
                .runs()
                .start(Camp.HUMAN, RunRequest.of("ana", "x").in("hall").keep(true));
        CompletableFuture<@Nullable Void> working =
                inBackground(() -> camp.worker().workOff(1));
        try (var watch = camp.stoa().society().runs().watch()) {
            while (!camp.stoa()
                    .society()
                    .runs()
                    .logs(Camp.HUMAN, run.id())
                    .output()
                    .equals("working\n")) {
                watch.await(Duration.ofSeconds(10));
            }
        }
        assertThat(camp.worker().stop(Camp.HUMAN, run.id()).value().endReason()).isEqualTo("stopped");
        working.get(60, TimeUnit.SECONDS);
        Task task = camp.stoa().society().runs().execution(Camp.HUMAN, run.id());
        assertThat(task.status()).isEqualTo(TaskStatus.KILLED);
        assertThat(task.output()).isEqualTo("working\n");
        assertThat(said()).isEmpty();
        assertThat(ProcessBox.marked(task.id())).isEmpty();
        assertThat(camp.worker().stop(Camp.HUMAN, run.id()).changed()).isFalse();
    }

    @Test
    void aWorkerThatHasLostItsExecutionLeavesNoTrace() throws Exception {
        camp.agent("ana", "echo working; sleep 1234 & echo $! > pid; wait");
        Run run = camp.stoa()
                .society()
                .runs()
                .start(Camp.HUMAN, RunRequest.of("ana", "x").in("hall"));
        CompletableFuture<@Nullable Void> working =
                inBackground(() -> camp.worker().workOff(1));
        try (var watch = camp.stoa().society().runs().watch()) {
            while (camp.stoa()
                    .society()
                    .runs()
                    .logs(Camp.HUMAN, run.id())
                    .output()
                    .isEmpty()) {
                watch.await(Duration.ofSeconds(10));
            }
        }
        camp.alter("UPDATE tasks SET lease_token = lease_token + 1");
        working.get(60, TimeUnit.SECONDS);
        Task task = camp.stoa().society().runs().execution(Camp.HUMAN, run.id());
        assertThat(task.status()).isEqualTo(TaskStatus.RUNNING);
        assertThat(task.output()).isNull();
        assertThat(ProcessBox.marked(task.id())).isEmpty();
    }

    @Test
    void aBreakerThatIsOpenSparesTheCommand() throws Exception {
        camp.agent("ana", "echo x >> tries; exit 1");
        Task task = run("ana", "x");
        for (int i = 0; i < 20 && !"breaker open".equals(task.error()); i++) {
            task = run("ana", "x");
        }
        assertThat(task.error()).isEqualTo("breaker open");
        assertThat(task.pid()).isNull();
        assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void whoeverStartsAnAgentInTheForegroundExecutesOnlyThat() throws Exception {
        camp.agent("ana", "cat", "retries = 1");
        camp.stoa()
                .society()
                .runs()
                .start(Camp.HUMAN, RunRequest.of("ana", "another").raw(true));
        Task task = camp.worker().start(Camp.HUMAN, RunRequest.of("ana", "mine").raw(true));
        assertThat(task.output()).isEqualTo("mine");
        assertThat(camp.value("SELECT status FROM tasks WHERE input = 'another'"))
                .isEqualTo("pending");
        camp.agent("bo", "echo x >> tries; test $(wc -l < tries) -ge 2", "retries = 1");
        assertThat(camp.worker().start(Camp.HUMAN, RunRequest.of("bo", "x")).status())
                .isEqualTo(TaskStatus.COMPLETED);
    }

    @Test
    void aStoppingWorkerGivesBackWhatItRunsAlsoWithoutRetriesAndLeavesNothingRunning() throws Exception {
        camp.agent("ana", "cat");
        camp.agent("bo", "sleep 1234 & echo $! > pid; echo working; wait");
        Thread worker = Thread.ofPlatform().start(() -> {
            try {
                camp.worker().work(2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Run quick = camp.stoa().society().runs().start(Camp.HUMAN, RunRequest.of("ana", "x"));
        Run slow = camp.stoa().society().runs().start(Camp.HUMAN, RunRequest.of("bo", "x"));
        try (var watch = camp.stoa().society().runs().watch()) {
            while (camp.stoa().society().runs().logs(Camp.HUMAN, quick.id()).live()
                    || camp.stoa()
                            .society()
                            .runs()
                            .logs(Camp.HUMAN, slow.id())
                            .output()
                            .isEmpty()) {
                watch.await(Duration.ofSeconds(10));
            }
        }
        assertThat(WorkerSign.seen(camp.stoa())).as("a worker is seen").isTrue();
        worker.interrupt();
        worker.join(Duration.ofSeconds(30));
        assertThat(worker.isAlive()).isFalse();
        assertThat(WorkerSign.seen(camp.stoa())).as("a worker is seen").isFalse();
        Task task = camp.stoa().society().runs().execution(Camp.HUMAN, slow.id());
        assertThat(task.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(task.attempt()).as("nothing has failed").isZero();
        assertThat(task.error()).isEqualTo("the worker was stopped");
        assertThat(ProcessBox.marked(task.id())).isEmpty();
        Files.writeString(folder.resolve("bo.sh"), "#!/bin/sh\ncat\n");
        assertThat(camp.worker().workOff(1).of(TaskStatus.COMPLETED)).isEqualTo(1);
    }

    @Test
    void theSignOfAWorkerThatWasKilledMeansNothing() throws Exception {
        Path folder = Files.createDirectories(this.folder.resolve("workers"));
        Files.writeString(folder.resolve("1"), ThisProcess.here().host() + "/1/0");
        assertThat(WorkerSign.seen(camp.stoa())).isFalse();
        Files.writeString(folder.resolve("2"), ThisProcess.here().holder());
        assertThat(WorkerSign.seen(camp.stoa())).isTrue();
    }

    @Test
    void aWorkerRemovesTheSignsOfWorkersOfItsHostThatWereKilledAndNoOthers() throws Exception {
        Path folder = Files.createDirectories(this.folder.resolve("workers"));
        Files.writeString(folder.resolve("1"), ThisProcess.here().host() + "/1/0");
        Files.writeString(folder.resolve("2"), ThisProcess.here().holder());
        Files.writeString(folder.resolve("3"), "elsewhere/1/0");
        try (WorkerSign sign = WorkerSign.leave(this.folder, ThisProcess.here())) {
            assertThat(folder.resolve("1")).doesNotExist();
            assertThat(folder.resolve("2")).exists();
            assertThat(folder.resolve("3")).exists();
            assertThat(folder.resolve(Long.toString(ProcessHandle.current().pid())))
                    .exists();
        }
    }

    @Test
    void theTallyTellsWhatCameOfAll() throws Exception {
        camp.agent("ana", "exit 0");
        camp.agent("bo", "exit 1");
        for (String name : List.of("ana", "ana", "bo")) {
            camp.stoa().society().runs().start(Camp.HUMAN, RunRequest.of(name, "x"));
        }
        assertThat(Json.write(camp.worker().workOff(2).document()))
                .isEqualTo("{\"executed\":3,\"completed\":2,\"failed\":1,\"timeout\":0,\"killed\":0}");
    }

    @FunctionalInterface
    private interface Deed {
        void run() throws Exception;
    }

    private static CompletableFuture<@Nullable Void> inBackground(Deed deed) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                deed.run();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }
}
