package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.PromptParts;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.run.Runs;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.TestClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An archive that cannot be used for a moment, because another process writes to it for too long. */
@Tag("crash")
@Timeout(120)
class HiccupTest {
    private static final Principal HUMAN = Principal.local();

    private static final Execution.Plan PLAN = new Execution.Plan() {
        @Override
        public int retries(String model) {
            return 0;
        }

        @Override
        public String prompt(PromptParts parts) {
            return "prompt";
        }
    };

    @TempDir
    Path folder;

    private interface Deed {
        void run(Runs runs, ExecutionQueue queue, Execution execution, TestClock clock) throws Exception;
    }

    private void running(Deed deed) throws Exception {
        TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
        StorageSettings all = StorageSettings.defaults();
        StorageSettings hasty =
                new StorageSettings(all.durability(), Duration.ofMillis(20), all.cacheMegabytes(), all.readers());
        try (Archive archive = SqliteArchive.open(SocietyArchive.SCHEMA, folder, hasty, clock)) {
            SocietyRules rules = SocietyRules.defaults();
            Agents.over(archive, clock, Ids.system(), rules).register(HUMAN, AgentDraft.of("ana", "command:ana"));
            Runs runs = Runs.over(archive, clock, Ids.system(), rules);
            runs.start(HUMAN, RunRequest.of("ana", "go"));
            ExecutionQueue queue = ExecutionQueue.over(archive, clock, Ids.system(), rules);
            deed.run(
                    runs,
                    queue,
                    queue.claim("here/1/0", Supervision.LEASE, PLAN).orElseThrow(),
                    clock);
        }
    }

    /** Lets nobody write for as long as it is open. */
    private Connection hold() throws SQLException {
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("space.db"));
        try (Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
        }
        return other;
    }

    private static void write(OutputChunks chunks, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        chunks.written(false, bytes, bytes.length);
    }

    @Test
    void whatWasWrittenMeanwhileIsShownLater() throws Exception {
        running((runs, queue, execution, clock) -> {
            OutputChunks chunks = new OutputChunks(queue, execution, 1_000, 1_000, "");
            write(chunks, "one");
            assertThat(chunks.isFull()).isFalse();
            try (Connection held = hold()) {
                assertThat(held.isClosed()).isFalse();
                chunks.flush();
            }
            write(chunks, " two");
            chunks.flush();
            write(chunks, " three");
            chunks.flush();
            assertThat(runs.logs(HUMAN, execution.task().id()).output()).isEqualTo("one two three");
        });
    }

    @Test
    void theLeaseIsRenewedAtTheNextOccasion() throws Exception {
        running((runs, queue, execution, clock) -> {
            try (Supervision supervision = new Supervision(queue, execution, clock)) {
                assertThat(supervision.look()).isEqualTo(Execution.Signal.GO_ON);
                clock.advance(Duration.ofSeconds(21));
                try (Connection held = hold();
                        CapturedLog log = CapturedLog.of(Supervision.class)) {
                    assertThat(held.isClosed()).isFalse();
                    assertThat(supervision.look()).isEqualTo(Execution.Signal.GO_ON);
                    assertThat(log.warnings()).containsExactly("the archive cannot be used just now");
                }
                assertThat(supervision.look()).isEqualTo(Execution.Signal.GO_ON);
                assertThat(queue.get(execution).leaseExpiresAt())
                        .isEqualTo(clock.instant().plus(Supervision.LEASE));
            }
        });
    }

    @Test
    void anInterruptionIsOne() {
        assertThatThrownBy(() -> Supervision.bear(new UnavailableException("interrupted", "x", null)))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void whatAnAgentSaidIsKeptAlsoIfItsBreakerCannotBeTold() throws Exception {
        try (Camp camp = Camp.on(Dialect.SQLITE, folder)) {
            camp.agent("ana", "echo one; while [ ! -e ../../on ]; do sleep 0.05; done; echo two; exit 3");
            // The failure that trips the breaker is the first that its archive hears of.
            Files.createFile(folder.resolve("on"));
            for (int i = 0; i < 4; i++) {
                camp.stoa().society().runs().start(HUMAN, RunRequest.of("ana", "go"));
                camp.worker().workOff(1);
            }
            Files.delete(folder.resolve("on"));
            Run run = camp.stoa().society().runs().start(HUMAN, RunRequest.of("ana", "go"));
            CompletableFuture<Void> worked = CompletableFuture.runAsync(() -> {
                try {
                    camp.worker().workOff(1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            try (var watch = camp.stoa().society().runs().watch()) {
                while (camp.stoa()
                        .society()
                        .runs()
                        .logs(HUMAN, run.id())
                        .output()
                        .isEmpty()) {
                    watch.await(Duration.ofSeconds(10));
                }
            }
            try (Connection breakers =
                            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(".data/circuit_breaker.db"));
                    Statement statement = breakers.createStatement()) {
                statement.execute("ALTER TABLE circuit_breakers RENAME TO gone");
            }
            try (CapturedLog log = CapturedLog.of(AgentRunner.class)) {
                Files.createFile(folder.resolve("on"));
                worked.get(60, TimeUnit.SECONDS);
                assertThat(log.warnings())
                        .isNotEmpty()
                        .containsOnly("the result of an execution could not be recorded in a breaker");
            }
            Task task = camp.stoa().society().runs().execution(HUMAN, run.id());
            assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
            assertThat(task.error()).startsWith("exit 3");
            assertThat(task.output()).isEqualTo("one\ntwo\n");
        }
    }

    @Test
    void anExecutionWhoseEndCannotBeKeptIsWarnedOfAndLeftToBeRecovered() throws Exception {
        try (Camp camp = Camp.on(Dialect.SQLITE, folder);
                CapturedLog log = CapturedLog.of(Worker.class)) {
            camp.agent("ana", "echo one; while [ ! -e ../../on ]; do sleep 0.05; done");
            Run run = camp.stoa().society().runs().start(HUMAN, RunRequest.of("ana", "go"));
            Task task = camp.stoa().society().runs().execution(HUMAN, run.id());
            Thread worker = working(camp);
            try (var watch = camp.stoa().society().runs().watch()) {
                while (camp.stoa()
                        .society()
                        .runs()
                        .logs(HUMAN, run.id())
                        .output()
                        .isEmpty()) {
                    watch.await(Duration.ofSeconds(10));
                }
            }
            camp.alter("ALTER TABLE tasks RENAME TO gone");
            Files.createFile(folder.resolve("on"));
            String warning = log.awaitWarning();
            while (!warning.startsWith("execution ")) {
                assertThat(warning).isEqualTo("the archive cannot be used just now");
                warning = log.awaitWarning();
            }
            assertThat(warning).isEqualTo("execution " + task.id() + " is left to be recovered");
            camp.alter("ALTER TABLE gone RENAME TO tasks");
            worker.interrupt();
            worker.join();
            assertThat(camp.stoa().society().runs().execution(HUMAN, run.id()).status())
                    .isEqualTo(TaskStatus.RUNNING);
        }
    }

    @Test
    void aWorkerWarnsOfAnArchiveThatCannotBeUsedAndGoesOn() throws Exception {
        try (Camp camp = Camp.on(Dialect.SQLITE, folder);
                CapturedLog log = CapturedLog.of(Worker.class)) {
            camp.agent("ana", "echo one");
            Run run = camp.stoa().society().runs().start(HUMAN, RunRequest.of("ana", "go"));
            camp.alter("ALTER TABLE tasks RENAME TO gone");
            Thread worker = working(camp);
            assertThat(log.awaitWarning()).isEqualTo("the archive cannot be used just now");
            try (var watch = camp.stoa().society().runs().watch()) {
                camp.alter("ALTER TABLE gone RENAME TO tasks");
                while (camp.stoa().society().runs().execution(HUMAN, run.id()).status() != TaskStatus.COMPLETED) {
                    watch.await(Duration.ofSeconds(10));
                }
            }
            worker.interrupt();
            worker.join();
        }
    }

    @Test
    void aWorkerThatIsStoppedLetsAnExecutionEndInTheTimeThatItGivesIt() throws Exception {
        try (Camp camp = Camp.on(Dialect.SQLITE, folder)) {
            camp.agent("ana", "echo one; while [ ! -e ../../on ]; do sleep 0.05; done");
            Run run = camp.stoa().society().runs().start(HUMAN, RunRequest.of("ana", "go"));
            Thread worker = working(camp, Duration.ofSeconds(60));
            try (var watch = camp.stoa().society().runs().watch()) {
                while (camp.stoa()
                        .society()
                        .runs()
                        .logs(HUMAN, run.id())
                        .output()
                        .isEmpty()) {
                    watch.await(Duration.ofSeconds(10));
                }
            }
            worker.interrupt();
            // It is asked for while the worker stops, and left to another.
            Run next = camp.stoa().society().runs().start(HUMAN, RunRequest.of("ana", "next"));
            Files.createFile(folder.resolve("on"));
            worker.join();
            assertThat(camp.stoa().society().runs().execution(HUMAN, run.id()).status())
                    .isEqualTo(TaskStatus.COMPLETED);
            assertThat(camp.stoa().society().runs().execution(HUMAN, next.id()).status())
                    .isEqualTo(TaskStatus.PENDING);
        }
    }

    /** A thread that works until it is interrupted. */
    private static Thread working(Camp camp) {
        return working(camp, Duration.ZERO);
    }

    private static Thread working(Camp camp, Duration patience) {
        return Thread.ofPlatform().start(() -> {
            try {
                camp.worker().work(1, WorkerListener.NONE, patience);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void nobodyFallsBackOnACommand() throws Exception {
        try (Camp camp = Camp.on(Dialect.SQLITE, folder)) {
            camp.command("x", "touch ../../ran");
            camp.stoa().society().agents().register(HUMAN, AgentDraft.of("ana", "openai:gpt?fallback=command:x"));
            Run run = camp.stoa().society().runs().start(HUMAN, RunRequest.of("ana", "go"));
            camp.worker().workOff(1);
            Task task = camp.stoa().society().runs().execution(HUMAN, run.id());
            assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
            assertThat(task.error()).contains("cannot fall back on a command");
            assertThat(folder.resolve("ran")).doesNotExist();
        }
    }
}
