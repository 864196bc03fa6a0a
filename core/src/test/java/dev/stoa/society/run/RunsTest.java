package dev.stoa.society.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.agent.AgentChange;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskKind;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.testing.OnBothDatabases;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class RunsTest extends TownFixture {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private Runs runs;
    private ExecutionQueue executions;
    private Principal ana;

    @BeforeEach
    void open() {
        runs = town.runs();
        executions = town.executions();
        ana = town.agent("ana");
    }

    private Execution claim() {
        return executions.claim("here/1/0", LEASE, Plans.PLAIN).orElseThrow();
    }

    private Task complete(String output) {
        return executions.finish(claim(), Execution.Outcome.completed(output, true));
    }

    private static void refused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoaException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aRunIsStartedAndPinsWhatItsAgentIs() {
        town.agents().register(Town.HUMAN, AgentDraft.of("cy", "command:claude").constitution("Be brief."));
        Run run = runs.start(Town.HUMAN, RunRequest.of("cy", "hello"));
        assertThat(String.join(" ", run.document().keySet()))
                .isEqualTo("session_id seq agent_id identity channel_id channel spawn_number wakes state model"
                        + " constitution_hash started_at ended_at end_reason task_id");
        assertThat(run.document())
                .containsEntry("identity", "cy")
                .containsEntry("spawn_number", 1L)
                .containsEntry("wakes", 0L)
                .containsEntry("state", "working")
                .containsEntry("model", "command:claude")
                .containsEntry("constitution_hash", "213c22ed7234eb11116e1e88f314c73cb3a019b5c87fe224b6ce5665bd9ec50e");
        Task task = runs.execution(Town.HUMAN, run.shortId());
        assertThat(task.id()).isEqualTo(run.taskId());
        assertThat(task.kind()).isEqualTo(TaskKind.RUN);
        assertThat(task.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(task.input()).isEqualTo("hello");
        assertThat(town.feed()).endsWith("run.started", "task.added");

        town.agents().update(Town.HUMAN, "cy", new AgentChange("command:codex", "Be long.", false, null));
        assertThat(runs.get(Town.HUMAN, run.id()).model()).isEqualTo("command:claude");
        Plans.Seen plan = new Plans.Seen();
        assertThat(executions.claim("here/1/0", LEASE, plan)).isPresent();
        assertThat(Objects.requireNonNull(plan.parts).constitution()).isEqualTo("Be brief.");
        assertThat(runs.start(Town.HUMAN, RunRequest.of("cy", "again")).spawnNumber())
                .isEqualTo(2);
        assertThat(town.agents().get(Town.HUMAN, "cy").spawnCount()).isEqualTo(2);
    }

    @Test
    void onlyAgentsThatCanAnswerAreRun() {
        town.agents().register(Town.HUMAN, AgentDraft.person("bea"));
        town.agents().register(Town.HUMAN, AgentDraft.of("shelf", "none:"));
        for (String who : List.of("bea", "shelf", "human", "system")) {
            assertThatThrownBy(() -> runs.start(Town.HUMAN, RunRequest.of(who, "x")))
                    .as(who)
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("cannot be run");
        }
        assertThatThrownBy(() -> runs.start(Town.HUMAN, RunRequest.of("nobody", "x")))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> RunRequest.of("ana", "")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> RunRequest.of("ana", "x").within(Duration.ofSeconds(86_401)))
                .hasMessageContaining("time_limit 86401");
        assertThat(RunRequest.fromJson(JsonFields.of(
                        Json.object("agent", "ana", "input", "x", "channel", "hall", "keep", true, "time_limit", 9))))
                .isEqualTo(RunRequest.of("ana", "x").in("hall").keep(true).within(Duration.ofSeconds(9)));
        assertThat(town.value("SELECT count(*) FROM sessions")).isEqualTo("0");
    }

    @Test
    void anAgentHasOneRunInAChannel() {
        town.channel("hall", false);
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "one").in("hall").keep(true));
        refused(
                "conflict",
                () -> runs.start(Town.HUMAN, RunRequest.of("ana", "two").in("hall")));
        refused("conflict", () -> runs.wake(Town.HUMAN, run.id(), "two"));
        runs.start(Town.HUMAN, RunRequest.of("ana", "elsewhere"));
        complete("done");
        assertThat(runs.get(Town.HUMAN, run.id()).state()).isEqualTo(Run.State.IDLE);
        Run woken = runs.start(Town.HUMAN, RunRequest.of("ana", "two").in("hall"));
        assertThat(woken.id()).isEqualTo(run.id());
        assertThat(woken.wakes()).isEqualTo(1);
        assertThat(woken.spawnNumber()).isEqualTo(1);
        assertThat(town.feed()).endsWith("run.woken", "task.added");
        assertThat(runs.execution(Town.HUMAN, run.id()).input()).isEqualTo("two");
    }

    @Test
    void theExecutionsOfARunAreListedForThoseWhoSeeThem() {
        town.agent("bo");
        town.channel("vault", true, ana, Town.HUMAN);
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "one").in("vault").keep(true));
        complete("a long answer");
        runs.wake(Town.HUMAN, run.id(), "two");
        List<Task> listed = runs.executions(ana, run.id());
        assertThat(listed).extracting(Task::status).containsExactly(TaskStatus.PENDING, TaskStatus.COMPLETED);
        assertThat(listed).extracting(Task::input).containsOnly("");
        assertThat(listed).extracting(Task::output).containsOnlyNulls();
        assertThat(run.document(runs.execution(ana, run.id()), listed).get("executions"))
                .isEqualTo(listed.stream().map(Task::line).toList());
        assertThatThrownBy(() -> runs.executions(Principal.as("bo"), run.id())).isInstanceOf(NotFoundException.class);
        for (int i = 0; i < Runs.MOST_EXECUTIONS; i++) {
            complete("again");
            runs.wake(Town.HUMAN, run.id(), "more");
        }
        assertThat(runs.executions(Town.HUMAN, run.id())).hasSize(Runs.MOST_EXECUTIONS);
    }

    @Test
    void aRunThatIsNotKeptEndsWithItsExecution() {
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "x"));
        complete("y");
        Run ended = runs.get(Town.HUMAN, run.id());
        assertThat(ended.state()).isEqualTo(Run.State.ENDED);
        assertThat(ended.endReason()).isEqualTo("finished");
        assertThatThrownBy(() -> runs.wake(Town.HUMAN, run.id(), "more"))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("has ended (finished)");
        assertThat(runs.stop(Town.HUMAN, run.id()).changed()).isFalse();
        assertThat(town.feed()).endsWith("task.finished", "run.ended");
    }

    @Test
    void aKeptRunWaitsForItsTimeAndNoLonger() {
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "x").keep(true));
        complete("y");
        town.clock().advance(Duration.ofSeconds(899));
        assertThat(executions.endIdle()).isZero();
        assertThat(runs.wake(Town.HUMAN, run.id(), "more").wakes()).isEqualTo(1);
        complete("z");
        town.clock().advance(Duration.ofMinutes(15));
        refused("conflict", () -> runs.wake(Town.HUMAN, run.id(), "too late"));
        assertThat(executions.endIdle()).isEqualTo(1);
        assertThat(executions.endIdle()).isZero();
        assertThat(runs.get(Town.HUMAN, run.id()).endReason()).isEqualTo("idle");
    }

    @Test
    void aRunWhoseWaitingIsOverIsNotWokenButFollowedByAnother() {
        town.channel("hall", false);
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "x").in("hall").keep(true));
        complete("y");
        town.clock().advance(Duration.ofHours(1));
        Run next = runs.start(Town.HUMAN, RunRequest.of("ana", "x").in("hall"));
        assertThat(next.id()).isNotEqualTo(run.id());
        assertThat(next.spawnNumber()).isEqualTo(2);
        assertThat(runs.get(Town.HUMAN, run.id()).endReason()).isEqualTo("idle");
    }

    @Test
    void whatIsPendingOrIdleIsStoppedAtOnceAndWhatRunsByItsWorker() {
        Run pending = runs.start(Town.HUMAN, RunRequest.of("ana", "x"));
        ChangeResult<Run> stopped = runs.stop(Town.HUMAN, pending.id());
        assertThat(stopped.changed()).isTrue();
        assertThat(stopped.value().endReason()).isEqualTo("stopped");
        assertThat(runs.execution(Town.HUMAN, pending.id()).status()).isEqualTo(TaskStatus.KILLED);
        assertThat(executions.claim("here/1/0", LEASE, Plans.PLAIN)).isEmpty();

        Run idle = runs.start(Town.HUMAN, RunRequest.of("ana", "x").keep(true));
        complete("y");
        assertThat(runs.stop(Town.HUMAN, idle.id()).value().endReason()).isEqualTo("stopped");

        Run running = runs.start(Town.HUMAN, RunRequest.of("ana", "x").keep(true));
        Execution execution = claim();
        assertThat(executions.signal(execution)).isEqualTo(Execution.Signal.GO_ON);
        assertThat(runs.stop(Town.HUMAN, running.id()).changed()).isTrue();
        assertThat(runs.stop(Town.HUMAN, running.id()).changed()).isFalse();
        assertThat(runs.get(Town.HUMAN, running.id()).state()).isEqualTo(Run.State.WORKING);
        assertThat(executions.signal(execution)).isEqualTo(Execution.Signal.STOP);
        assertThat(town.feed()).last().isEqualTo("task.stop");
        Task killed = executions.finish(execution, Execution.Outcome.completed("too late", true));
        assertThat(killed.status()).isEqualTo(TaskStatus.KILLED);
        assertThat(runs.get(Town.HUMAN, running.id()).endReason()).isEqualTo("stopped");
    }

    @Test
    void whatIsStartedFromInsideAnExecutionIsItsChild() {
        town.agent("bo");
        town.rules(new SocietyRules(
                true, 8, 2, 3, 60, Duration.ofMinutes(15), town.rules().models()));
        Runs bounded = town.runs();
        String root = Objects.requireNonNull(
                bounded.start(Town.HUMAN, RunRequest.of("ana", "x")).taskId());
        Run child = bounded.start(Principal.inside("ana", root), RunRequest.of("bo", "y"));
        Task task = bounded.execution(ana, child.id());
        assertThat(task.parentTaskId()).isEqualTo(root);
        assertThat(task.depth()).isEqualTo(1);
        Principal bo = Principal.as("bo");
        refused("forbidden", () -> bounded.start(bo, RunRequest.of("ana", "from outside")));
        refused("forbidden", () -> bounded.start(Principal.inside("bo", root), RunRequest.of("ana", "not mine")));
        String second = task.id();
        String third = Objects.requireNonNull(bounded.start(Principal.inside("bo", second), RunRequest.of("ana", "z"))
                .taskId());
        assertThatThrownBy(() -> bounded.start(Principal.inside("ana", third), RunRequest.of("bo", "deep")))
                .hasMessageContaining("depth 3 is above 2");
        assertThatThrownBy(() -> bounded.start(Principal.inside("ana", root), RunRequest.of("bo", "wide")))
                .hasMessageContaining("3 executions");
        refused("limit", () -> bounded.start(Principal.inside("ana", root), RunRequest.of("bo", "wide")));
        refused(
                "invalid",
                () -> bounded.start(
                        bo.with(Right.OPERATE), RunRequest.of("ana", "not mine").from(root)));
        String work = town.tasks().add(ana, WorkDraft.of("w")).value().id();
        refused(
                "invalid",
                () -> bounded.start(
                        ana.with(Right.OPERATE),
                        RunRequest.of("bo", "no execution").from(work)));
        assertThat(bounded.start(Town.HUMAN, RunRequest.of("bo", "by hand")).spawnNumber())
                .isEqualTo(2);
    }

    @Test
    void aRestrictedChannelIsForItsMembers() {
        town.agent("bo");
        town.channel("vault", true, ana, Town.HUMAN);
        refused(
                "conflict",
                () -> runs.start(Town.HUMAN, RunRequest.of("bo", "x").in("vault")));
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "x").in("vault"));
        assertThatThrownBy(() -> runs.get(Principal.as("bo"), run.id())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> runs.logs(Principal.as("bo"), run.id())).isInstanceOf(NotFoundException.class);
        assertThat(runs.list(Principal.as("bo"), RunFilter.all(), Page.Request.first())
                        .items())
                .isEmpty();
        town.archive().write(tx -> tx.update("UPDATE channels SET archived_at = created_at"));
        refused(
                "archived",
                () -> runs.start(Town.HUMAN, RunRequest.of("ana", "x").in("vault")));
    }

    @Test
    void runsAreListedTheNewestFirst() {
        town.agent("bo");
        town.channel("hall", false);
        Run one = runs.start(Town.HUMAN, RunRequest.of("ana", "1"));
        Run two = runs.start(Town.HUMAN, RunRequest.of("bo", "2").in("hall"));
        Run three = runs.start(Town.HUMAN, RunRequest.of("ana", "3"));
        runs.stop(Town.HUMAN, three.id());
        Page<Run> page = runs.list(Town.HUMAN, RunFilter.all(), Page.Request.first(2));
        assertThat(page.items()).extracting(Run::id).containsExactly(three.id(), two.id());
        assertThat(runs.list(Town.HUMAN, RunFilter.all(), new Page.Request(2, page.next()))
                        .items())
                .extracting(Run::id)
                .containsExactly(one.id());
        assertThat(runs.list(Town.HUMAN, RunFilter.all().of("ana").live(true), Page.Request.first())
                        .items())
                .extracting(Run::id)
                .containsExactly(one.id());
        assertThat(runs.list(Town.HUMAN, RunFilter.all().in("#hall"), Page.Request.first())
                        .items())
                .extracting(Run::id)
                .containsExactly(two.id());
    }

    @Test
    void logsAreThereWhileItRunsAndAfterwards() {
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "x"));
        assertThat(runs.logs(Town.HUMAN, run.id()).live()).isTrue();
        assertThat(runs.written(Town.HUMAN, run.id())).isEqualTo(new RunLog.Written(0, 0));
        Execution execution = claim();
        executions.chunk(execution, false, 0, "one ");
        executions.chunk(execution, false, 1, "two");
        assertThat(runs.written(Town.HUMAN, run.shortId())).isEqualTo(new RunLog.Written(2, 3));
        executions.chunk(execution, true, 0, "h");
        assertThat(runs.written(Town.HUMAN, run.id())).isEqualTo(new RunLog.Written(3, 4));
        executions.chunk(execution, true, 0, "hm");
        assertThat(runs.written(Town.HUMAN, run.id()))
                .as("a longer piece in the place of the last")
                .isEqualTo(new RunLog.Written(3, 5));
        RunLog log = runs.logs(Town.HUMAN, execution.task().shortId());
        assertThat(log.output()).isEqualTo("one two");
        assertThat(log.stderr()).isEqualTo("hm");
        assertThat(log.live()).isTrue();
        String task = execution.task().id();
        assertThat(runs.chunksAfter(Town.HUMAN, task, false, -1, 1).chunks())
                .containsExactly(new RunLog.Chunk(0, "one "));
        assertThat(runs.chunksAfter(Town.HUMAN, task, false, 0, 10).chunks())
                .containsExactly(new RunLog.Chunk(1, "two"));
        assertThat(runs.chunksAfter(Town.HUMAN, task, true, -1, 10).chunks())
                .containsExactly(new RunLog.Chunk(0, "hm"));
        executions.finish(execution, Execution.Outcome.completed("", true).of(0, "one two three", "hm", false));
        RunLog.Tail ended = runs.chunksAfter(Town.HUMAN, task, false, 1, 10);
        assertThat(ended.chunks()).isEmpty();
        assertThat(ended.task().output()).isEqualTo("one two three");
        RunLog last = runs.logs(Town.HUMAN, run.shortId());
        assertThat(last.output()).isEqualTo("one two three");
        assertThat(last.live()).isFalse();
        assertThat(town.value("SELECT count(*) FROM task_chunks")).isEqualTo("0");
        assertThatThrownBy(() -> runs.logs(Town.HUMAN, "nothing0")).isInstanceOf(NotFoundException.class);
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    /** What this thread allocates to read the last 400 characters of a log. */
    private long costOfEnd(String ref, String end) {
        assertThat(runs.logs(Town.HUMAN, ref, 400).output()).hasSize(400).endsWith(end);
        long before = allocated();
        runs.logs(Town.HUMAN, ref, 400);
        return allocated() - before;
    }

    @Test
    void theEndOfALongLogIsReadWithoutTheRest() {
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "x"));
        Execution execution = claim();
        String piece = "0123456789".repeat(10_000);
        for (int i = 0; i < 40; i++) {
            executions.chunk(execution, false, i, piece);
        }
        executions.chunk(execution, false, 40, "the end");
        assertThat(costOfEnd(run.id(), "89the end")).isLessThan(piece.length() * 10L);
        executions.finish(
                execution, Execution.Outcome.completed("", true).of(0, piece.repeat(40) + "the end", "", false));
        assertThat(costOfEnd(run.id(), "89the end")).isLessThan(piece.length() * 10L);
    }

    @Test
    void theEndOfALogIsOfWholeCharactersOverItsPieces() {
        Run run = runs.start(Town.HUMAN, RunRequest.of("ana", "x"));
        Execution execution = claim();
        List<String> pieces = List.of("a😀", "", "b", "c😀", "d", "", "e", "😀f");
        for (int i = 0; i < pieces.size(); i++) {
            executions.chunk(execution, false, i, pieces.get(i));
            executions.chunk(execution, true, i, pieces.get(i));
        }
        String whole = String.join("", pieces);
        for (boolean live : new boolean[] {true, false}) {
            for (int most = 1; most <= 12; most++) {
                int all = whole.codePointCount(0, whole.length());
                RunLog end = runs.logs(Town.HUMAN, run.id(), most);
                assertThat(end.live()).isEqualTo(live);
                assertThat(end.output())
                        .isEqualTo(end.stderr())
                        .isEqualTo(whole.substring(whole.offsetByCodePoints(0, Math.max(0, all - most))));
            }
            if (live) {
                executions.finish(
                        execution, Execution.Outcome.completed("", true).of(0, whole, whole, false));
            }
        }
        refused("invalid", () -> runs.logs(Town.HUMAN, run.id(), 0));
        refused("not_found", () -> runs.logs(Town.HUMAN, "nothing0", 5));
    }
}
