package dev.stoa.society.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ReservedAgents;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class ExecutionQueueTest extends TownFixture {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private Runs runs;
    private ExecutionQueue executions;

    @BeforeEach
    void open() {
        runs = town.runs();
        executions = town.executions();
        town.agent("ana");
        town.channel("hall", false);
    }

    private Execution claim() {
        return claim(Plans.PLAIN);
    }

    private Execution claim(Execution.Plan plan) {
        return executions.claim("here/1/0", LEASE, plan).orElseThrow();
    }

    private Run start() {
        return runs.start(Town.HUMAN, RunRequest.of("ana", "count").in("hall"));
    }

    private List<String> said() {
        return town.values("SELECT kind || ' ' || content FROM messages ORDER BY seq");
    }

    private Execution.Orphan orphan() {
        return executions.running().getFirst();
    }

    @Test
    void theOldestIsClaimedOnceAndItsPromptIsKept() {
        String first = Objects.requireNonNull(start().taskId());
        runs.start(Town.HUMAN, RunRequest.of("ana", "later"));
        Execution execution = claim();
        assertThat(execution.task().id()).isEqualTo(first);
        assertThat(execution.token()).isEqualTo(1);
        assertThat(execution.prompt()).isEqualTo("count");
        assertThat(execution.task().leaseHolder()).isEqualTo("here/1/0");
        assertThat(execution.task().leaseExpiresAt())
                .isEqualTo(town.clock().instant().plus(LEASE));
        assertThat(town.value("SELECT prompt FROM tasks WHERE task_id = '" + first + "'"))
                .isEqualTo("count");
        assertThat(claim().task().input()).isEqualTo("later");
        assertThat(executions.claim("here/1/0", LEASE, Plans.PLAIN)).isEmpty();
    }

    @Test
    void rawInputIsThePromptItself() {
        runs.start(Town.HUMAN, RunRequest.of("ana", "  exactly\nthis ").raw(true));
        assertThat(claim(new Plans.Seen()).prompt()).isEqualTo("  exactly\nthis ");
    }

    @Test
    void aReplyIsPostedWithTheEnd() {
        start();
        Execution execution = claim();
        assertThat(executions.started(execution, 77, "here", town.clock().instant()))
                .isTrue();
        Task done = executions.finish(
                execution, Execution.Outcome.completed("", true).of(0, "\u001b[31m one, two\u001b[0m \n", "", false));
        assertThat(done.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(done.exitCode()).isZero();
        assertThat(said()).containsExactly("reply one, two");
        assertThat(town.value("SELECT message_id FROM messages")).isEqualTo(done.replyMessageId());
        assertThat(town.value("SELECT client_key FROM messages")).isEqualTo("task:" + done.id());
        assertThat(town.value("SELECT posted FROM channel_members")).isEqualTo("1");
        assertThat(executions.finish(execution, Execution.Outcome.completed("again", true)))
                .isEqualTo(done);
        assertThat(said()).hasSize(1);
    }

    @Test
    void whoRepliesWasActive() {
        start();
        town.clock().advance(Duration.ofMinutes(3));
        executions.finish(claim(), Execution.Outcome.completed("done", true));
        assertThat(town.agents().get(Town.HUMAN, "ana").lastActiveAt())
                .isEqualTo(town.clock().instant());
        assertThat(town.value("SELECT count(*) FROM agents WHERE identity = 'system' AND last_active_at IS NULL"))
                .isEqualTo("1");
    }

    @Test
    void aPieceThatIsWrittenTwiceIsThereOnce() {
        Run run = start();
        Execution execution = claim();
        executions.chunk(execution, false, 0, "one");
        executions.chunk(execution, false, 0, "one two");
        assertThat(runs.logs(Town.HUMAN, run.id()).output()).isEqualTo("one two");
    }

    @Test
    void nothingIsPostedWhereThereIsNothingToSay() {
        start();
        executions.finish(claim(), Execution.Outcome.completed(" \n", true));
        start();
        executions.finish(claim(), Execution.Outcome.completed("I posted by myself", false));
        runs.start(Town.HUMAN, RunRequest.of("ana", "nowhere"));
        executions.finish(claim(), Execution.Outcome.completed("to nobody", true));
        assertThat(said()).isEmpty();
    }

    @Test
    void aLongReplyIsCut() {
        start();
        Task done = executions.finish(claim(), Execution.Outcome.completed("é".repeat(60_001), true));
        assertThat(said().getFirst())
                .startsWith("reply é")
                .endsWith("é\n[… full output: task " + done.shortId() + "]")
                .hasSizeLessThan(60_100);
        assertThat(done.output()).hasSize(60_001);
    }

    @Test
    void anAgentThatMayNoLongerPostSaysSoInItsError() {
        start();
        Execution execution = claim();
        town.archive().write(tx -> tx.update("UPDATE channels SET archived_at = created_at"));
        Task done = executions.finish(execution, Execution.Outcome.completed("hello?", true));
        assertThat(done.status()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(done.error()).isEqualTo("the reply was not posted: the channel is archived");
        assertThat(done.replyMessageId()).isNull();
        assertThat(said()).isEmpty();
    }

    @Test
    void aFailureIsTriedAgainAndTheLastOneTold() {
        start();
        Execution first = claim(Plans.retrying(1));
        assertThat(first.task().maxAttempts()).isEqualTo(2);
        Task again = executions.finish(first, Execution.Outcome.failed("exit 3", true));
        assertThat(again.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(again.startedAt()).isNull();
        assertThat(said()).isEmpty();
        assertThatThrownBy(() -> executions.finish(first, Execution.Outcome.completed("late", true)))
                .isInstanceOfSatisfying(
                        StoaException.class, e -> assertThat(e.code()).isEqualTo("lease_lost"));
        Task failed = executions.finish(claim(), Execution.Outcome.failed("exit\n 4", true));
        assertThat(failed.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(failed.attempt()).isEqualTo(2);
        assertThat(said()).containsExactly("system run of ana failed: exit 4 [task " + failed.shortId() + "]");
        assertThat(town.value("SELECT count(*) FROM search_docs WHERE kind = 'message'"))
                .isEqualTo("0");
        assertThat(town.value("SELECT end_reason FROM sessions")).isEqualTo("finished");
    }

    @Test
    void whatFailedOnceAndThenSucceedsHasNoError() {
        start();
        executions.finish(claim(Plans.retrying(1)), Execution.Outcome.failed("exit 3", true));
        Task done = executions.finish(claim(), Execution.Outcome.completed("at last", true));
        assertThat(done.error()).isNull();
        assertThat(said()).containsExactly("reply at last");
    }

    @Test
    @DisplayName("A finished task must not start again, a claimed one must not be taken, a kill must stay a kill, a"
            + " timeout must be recorded as timeout.")
    void whatHasEndedStaysAsItEnded() {
        start();
        Execution finished = claim();
        executions.finish(finished, Execution.Outcome.completed("done", true));
        assertThat(executions.claim("there/2/0", LEASE, Plans.PLAIN)).isEmpty();
        assertThat(executions
                        .finish(finished, Execution.Outcome.failed("no", true))
                        .status())
                .isEqualTo(TaskStatus.COMPLETED);

        Run claimed = start();
        Execution held = claim();
        assertThat(executions.claim("there/2/0", LEASE, Plans.PLAIN)).isEmpty();
        assertThatThrownBy(() -> town.tasks().claim(Town.HUMAN, held.task().id(), LEASE))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("which only workers change");
        runs.stop(Town.HUMAN, claimed.id());
        assertThat(executions
                        .finish(held, Execution.Outcome.completed("but I was done", true))
                        .status())
                .isEqualTo(TaskStatus.KILLED);
        assertThat(executions
                        .finish(held, Execution.Outcome.completed("really", true))
                        .status())
                .isEqualTo(TaskStatus.KILLED);
        assertThat(said()).containsExactly("reply done");

        start();
        Execution slow = claim(Plans.retrying(5));
        Task late = executions.finish(
                slow,
                new Execution.Outcome(TaskStatus.TIMEOUT, false, "half", "", null, "no end within 1 s", false, false));
        assertThat(late.status()).isEqualTo(TaskStatus.TIMEOUT);
        assertThat(late.output()).isEqualTo("half");
        assertThat(said()).last().asString().startsWith("system run of ana failed: no end within 1 s");
        assertThat(executions.claim("there/2/0", LEASE, Plans.PLAIN)).isEmpty();
    }

    @Test
    void whoeverLostAnExecutionLeavesNoTrace() {
        start();
        Execution lost = claim(Plans.retrying(1));
        executions.chunk(lost, false, 0, "half of ");
        town.clock().advance(LEASE);
        Execution.Orphan orphan = orphan();
        assertThat(executions.orphaned(orphan)).isTrue();
        assertThat(executions.orphaned(orphan)).isFalse();
        Task back = executions.get(lost);
        assertThat(back.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(back.error()).isEqualTo("orphaned");
        assertThat(back.output()).isEqualTo("half of ");
        assertThat(executions.signal(lost)).isEqualTo(Execution.Signal.LOST);
        Execution second = claim();
        assertThat(executions.started(lost, 1, "here", town.clock().instant())).isFalse();
        assertThat(executions.renew(lost, LEASE)).isFalse();
        executions.chunk(lost, false, 1, "it");
        assertThatThrownBy(() -> executions.finish(lost, Execution.Outcome.completed("mine", true)))
                .isInstanceOf(ConflictException.class);
        assertThat(town.value("SELECT count(*) FROM task_chunks")).isEqualTo("0");
        executions.finish(second, Execution.Outcome.completed("mine", true));
        assertThat(said()).containsExactly("reply mine");
    }

    @Test
    void aClaimWhosePromptWasNeverDeliveredUsesUpNoAttempt() {
        start();
        Execution first = claim();
        assertThat(executions.orphaned(orphan())).isTrue();
        assertThat(executions.get(first).status()).isEqualTo(TaskStatus.PENDING);
        assertThat(executions.get(first).attempt()).isZero();
        Execution second = claim();
        assertThat(second.token()).isEqualTo(2);
        assertThat(executions.started(second, 1, "here", town.clock().instant()))
                .isTrue();
        assertThat(executions.orphaned(orphan())).isTrue();
        assertThat(executions.get(second).status()).as("it may have been read").isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void whatIsGivenBackIsPendingAgainAndWhatWasToStopIsKilled() {
        Run run = start();
        Execution first = claim();
        assertThat(executions.started(first, 1, "here", town.clock().instant())).isTrue();
        assertThat(executions.giveBack(first, "the worker was stopped").status())
                .isEqualTo(TaskStatus.PENDING);
        assertThat(executions.giveBack(first, "again").error()).isEqualTo("the worker was stopped");
        Execution second = claim();
        runs.stop(Town.HUMAN, run.id());
        assertThat(executions.giveBack(second, "the worker was stopped").status())
                .isEqualTo(TaskStatus.KILLED);
    }

    @Test
    void aRenewedLeaseIsNoOrphan() {
        start();
        Execution execution = claim();
        Execution.Orphan found = orphan();
        town.clock().advance(Duration.ofSeconds(20));
        assertThat(executions.renew(execution, LEASE)).isTrue();
        assertThat(executions.orphaned(found)).isFalse();
        assertThat(executions.signal(execution)).isEqualTo(Execution.Signal.GO_ON);
    }

    @Test
    void anOrphanThatWasToStopIsKilled() {
        Run run = start();
        claim(Plans.retrying(3));
        runs.stop(Town.HUMAN, run.id());
        assertThat(executions.orphaned(orphan())).isTrue();
        assertThat(runs.execution(Town.HUMAN, run.id()).status()).isEqualTo(TaskStatus.KILLED);
        assertThat(runs.get(Town.HUMAN, run.id()).endReason()).isEqualTo("stopped");
        assertThat(said()).isEmpty();
    }

    @Test
    @DisplayName("A mention during a run must not be lost.")
    void mentionsThatCameMeanwhileGetOneExecution() {
        start();
        Execution execution = claim();
        mention("m1", "@ana one", "waiting");
        mention("m2", "@ana two", "waiting");
        executions.finish(execution, Execution.Outcome.completed("zero", true));
        assertThat(town.values("SELECT state FROM mentions ORDER BY seq")).containsExactly("started", "coalesced");
        Plans.Seen plan = new Plans.Seen();
        Execution next = claim(plan);
        assertThat(next.run().id()).isEqualTo(execution.run().id());
        assertThat(next.run().wakes()).isEqualTo(1);
        assertThat(next.task().input()).isEqualTo("@ana one");
        assertThat(next.task().triggerMessageId()).isEqualTo("m1");
        assertThat(Objects.requireNonNull(plan.parts).covered())
                .extracting(PromptParts.Said::content)
                .containsExactly("@ana one", "@ana two");
        mention("m3", "@ana three", "waiting");
        runs.stop(Town.HUMAN, next.run().id());
        executions.finish(next, Execution.Outcome.completed("one, two", true));
        assertThat(town.value("SELECT reason FROM mentions WHERE message_id = 'm3'"))
                .isEqualTo("stopped");
    }

    @Test
    void waitingMentionsAreHeldToTheLimitsAgain() {
        town.rules(new SocietyRules(
                true, 8, 0, 32, 1, Duration.ofMinutes(15), town.rules().models()));
        executions = town.executions();
        start();
        Execution execution = claim();
        mention("m1", "@ana from her own execution", "waiting");
        town.archive()
                .write(tx -> tx.update(
                        "UPDATE messages SET task_id = ?", execution.task().id()));
        executions.finish(execution, Execution.Outcome.completed("", true));
        assertThat(town.values("SELECT reason FROM mentions")).containsExactly("depth");

        start();
        Execution second = claim();
        mention("m2", "@ana", "waiting");
        executions.finish(second, Execution.Outcome.completed("", true));
        Execution third = claim();
        mention("m3", "@ana again", "waiting");
        executions.finish(third, Execution.Outcome.completed("", true));
        assertThat(town.value("SELECT reason FROM mentions WHERE message_id = 'm3'"))
                .isEqualTo("rate");
        assertThat(executions.claim("here/1/0", LEASE, Plans.PLAIN)).isEmpty();
    }

    @Test
    @DisplayName("Two agents mentioning each other must stop at the documented depth.")
    void agentsThatMentionEachOtherStopAtTheDepth() {
        town.agent("bo");
        town.messages().send(Town.HUMAN, "hall", MessageDraft.of("@ana begin"));
        int executed = 0;
        for (var next = executions.claim("here/1/0", LEASE, Plans.PLAIN);
                next.isPresent();
                next = executions.claim("here/1/0", LEASE, Plans.PLAIN)) {
            assertThat(next.get().task().depth()).isEqualTo(executed++);
            String other = next.get().task().identity().equals("ana") ? "bo" : "ana";
            executions.finish(next.get(), Execution.Outcome.completed("@" + other + " your turn", true));
        }
        assertThat(executed).isEqualTo(4);
        assertThat(town.values("SELECT state || COALESCE(' ' || reason, '') FROM mentions ORDER BY seq"))
                .containsExactly("started", "started", "started", "started", "skipped depth");
        assertThat(said()).hasSize(5);
    }

    private void mention(String id, String content, String state) {
        town.archive().write(tx -> {
            String channel = tx.one("SELECT channel_id FROM channels", row -> row.text(1))
                    .orElseThrow();
            long seq = tx.one("UPDATE channels SET last_seq = last_seq + 1 RETURNING last_seq", row -> row.number(1))
                    .orElseThrow();
            tx.update(
                    "INSERT INTO messages (message_id, channel_id, agent_id, content, created_at, seq, author_seq)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    id,
                    channel,
                    ReservedAgents.HUMAN_ID,
                    content,
                    town.clock().instant(),
                    seq,
                    seq);
            return tx.update(
                    "INSERT INTO mentions (message_id, agent_id, ordinal, channel_id, seq, state)"
                            + " VALUES (?, ?, 0, ?, ?, ?)",
                    id,
                    References.agent(tx, "ana"),
                    channel,
                    seq,
                    state);
        });
    }
}
