package dev.stoa.society.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.society.Dump;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.Mention;
import dev.stoa.society.channel.MentionState;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class AgentArchiveTest extends TownFixture {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private Agents agents;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        agents = town.agents();
        ana = town.agent("ana");
        bo = town.agent("bo");
        town.channel("hall", false);
        town.channel("lab", false);
    }

    private Execution claim() {
        return town.executions().claim("here/1/0", LEASE, Plans.PLAIN).orElseThrow();
    }

    private static String code(Throwable e) {
        return ((ConflictException) e).code();
    }

    @Test
    void archivingEndsWhatHasNotBegunAndGivesBackWhatIsHeld() {
        Run idle = town.runs()
                .start(Town.HUMAN, RunRequest.of("ana", "one").in("hall").keep(true));
        town.executions().finish(claim(), Execution.Outcome.completed("done", false));
        Run raw = town.runs()
                .start(Town.HUMAN, RunRequest.of("ana", "two").in("lab").raw(true));
        town.messages().send(bo, "lab", MessageDraft.of("@ana wait for it"));
        assertThat(town.value("SELECT state FROM mentions")).isEqualTo("waiting");
        Task offered =
                town.tasks().add(bo, WorkDraft.of("offered").offeredTo("ana")).value();
        Task held = town.tasks().add(bo, WorkDraft.of("held").offeredTo("ana")).value();
        TaskLease lease = town.tasks().claim(ana, held.id(), LEASE);
        Task done = town.tasks().add(bo, WorkDraft.of("done").offeredTo("ana")).value();
        town.tasks().complete(town.tasks().claim(ana, done.id(), LEASE), "yes");
        long before = town.feed().size();

        town.clock().advance(Duration.ofSeconds(1));
        Instant now = town.clock().instant();
        ChangeResult<Agent> archived = agents.archive(Town.HUMAN, "@ana");
        assertThat(archived.changed()).isTrue();
        assertThat(archived.value().archivedAt()).isEqualTo(now);
        assertThat(town.runs().get(bo, idle.id()))
                .extracting(Run::endReason, Run::endedAt)
                .containsExactly("archived", now);
        assertThat(town.runs().get(bo, raw.id()).endReason()).isEqualTo("archived");
        Task killed = town.runs().execution(bo, raw.id());
        assertThat(killed).extracting(Task::status, Task::completedAt).containsExactly(TaskStatus.KILLED, now);
        assertThat(town.value("SELECT state || ' ' || reason FROM mentions")).isEqualTo("skipped archived");
        for (Task task : List.of(offered, held)) {
            assertThat(town.tasks().get(bo, task.id()))
                    .extracting(Task::status, Task::assigneeId, Task::offeredTo, Task::leaseHolder)
                    .containsExactly(TaskStatus.PENDING, null, null, null);
        }
        assertThat(town.tasks().get(bo, held.id()).leaseToken()).isEqualTo(lease.token());
        assertThat(town.tasks().get(bo, done.id()).assignee()).isEqualTo("ana");
        assertThat(town.feed().subList((int) before, town.feed().size()))
                .containsExactly(
                        "task.finished", "run.ended", "run.ended", "task.released", "task.released", "agent.changed");
        assertThat(town.violations()).isEmpty();
        ChannelLaws.hold(town);
    }

    @Test
    void aRunWhoseTimeWasOverHasEndedByThat() {
        Run idle = town.runs()
                .start(Town.HUMAN, RunRequest.of("ana", "one").in("hall").keep(true));
        town.executions().finish(claim(), Execution.Outcome.completed("done", false));
        town.clock().advance(town.rules().idle());
        agents.archive(Town.HUMAN, "ana");
        assertThat(town.runs().get(bo, idle.id()).endReason()).isEqualTo("idle");
    }

    @Test
    void whoIsExecutedIsNotArchived() {
        Run run = town.runs().start(Town.HUMAN, RunRequest.of("ana", "one").in("hall"));
        Execution execution = claim();
        Map<String, List<String>> before = Dump.lines(town.archive());
        assertThatThrownBy(() -> agents.archive(Town.HUMAN, "ana"))
                .hasMessageContaining("an execution of ana is running")
                .satisfies(e -> assertThat(code(e)).isEqualTo("conflict"))
                .satisfies(e -> assertThat(((ConflictException) e).hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains("stop run " + run.shortId())));
        assertThat(Dump.lines(town.archive())).isEqualTo(before);
        town.executions().finish(execution, Execution.Outcome.completed("done", false));
        assertThat(agents.archive(Town.HUMAN, "ana").changed()).isTrue();
    }

    @Test
    void aRefusalDoesNotNameARunThatTheActorCannotSee() {
        town.channel("den", true, ana);
        Run run = town.runs()
                .start(ana.with(Right.OPERATE), RunRequest.of("ana", "one").in("den"));
        claim();
        assertThatThrownBy(() -> agents.archive(bo.with(Right.OPERATE), "ana"))
                .satisfies(e -> assertThat(((ConflictException) e).hint())
                        .hasValueSatisfying(hint ->
                                assertThat(hint).endsWith("stop its run").doesNotContain(run.shortId())));
    }

    @Test
    void archivingAndRestoringTwiceChangesNothing() {
        assertThat(agents.restore(Town.HUMAN, "ana").changed()).isFalse();
        Agent first = agents.archive(Town.HUMAN, "ana").value();
        long told = town.feed().size();
        town.clock().advance(Duration.ofMinutes(1));
        ChangeResult<Agent> again = agents.archive(Town.HUMAN, "ana");
        assertThat(again.changed()).isFalse();
        assertThat(again.value()).isEqualTo(first);
        assertThat(town.feed()).hasSize((int) told);

        ChangeResult<Agent> restored = agents.restore(Town.HUMAN, "ana");
        assertThat(restored.changed()).isTrue();
        assertThat(restored.value().isLive()).isTrue();
        assertThat(agents.restore(Town.HUMAN, "ana").changed()).isFalse();
        assertThat(town.feed()).hasSize((int) told + 1);
        assertThat(agents.list(Town.HUMAN, Agents.Shown.ARCHIVED)).isEmpty();
    }

    @Test
    void reservedAgentsAreNotArchived() {
        for (String name : List.of("human", "system")) {
            assertThatThrownBy(() -> agents.archive(Principal.operator("local"), name))
                    .hasMessageContaining("agent " + name + " is reserved and cannot be archived")
                    .satisfies(e -> assertThat(code(e)).isEqualTo("conflict"));
        }
    }

    @Test
    void whoIsArchivedCannotActClaimBeRunWokenOfferedOrMentioned() {
        Run run = town.runs()
                .start(Town.HUMAN, RunRequest.of("ana", "one").in("hall").keep(true));
        town.executions().finish(claim(), Execution.Outcome.completed("done", false));
        Task work = town.tasks().add(bo, WorkDraft.of("work")).value();
        agents.rename(Town.HUMAN, "ana", "anna");
        agents.archive(Town.HUMAN, "ana");
        // An actor is found by its former name too.
        for (Principal actor : List.of(ana, Principal.as("anna"), Principal.as("@ANNA"))) {
            assertThatThrownBy(() -> town.messages().send(actor, "hall", MessageDraft.of("hello")))
                    .hasMessageContaining("agent anna is archived and cannot act")
                    .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
            assertThatThrownBy(() -> town.tasks().claim(actor, work.id(), LEASE))
                    .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
            assertThatThrownBy(() -> town.tasks().claimNext(actor, LEASE))
                    .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
            assertThatThrownBy(() -> town.notes().add(actor, NoteDraft.of("a note")))
                    .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
        }
        assertThatThrownBy(() -> town.runs().start(bo.with(Right.OPERATE), RunRequest.of("ana", "again")))
                .hasMessageContaining("archived) cannot be run");
        assertThatThrownBy(() -> town.runs().wake(bo.with(Right.OPERATE), run.id(), "again"))
                .hasMessageContaining("has ended (archived)");
        assertThatThrownBy(() -> town.tasks().add(bo, WorkDraft.of("more").offeredTo("ana")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
        assertThat(town.messages()
                        .send(bo, "hall", MessageDraft.of("@anna hello"))
                        .message()
                        .mentions())
                .singleElement()
                .extracting(Mention::state, Mention::reason)
                .containsExactly(MentionState.SKIPPED, "archived");
        assertThat(town.executions().claim("here/1/0", LEASE, Plans.PLAIN)).isEmpty();

        agents.restore(Town.HUMAN, "anna");
        assertThat(town.messages()
                        .send(ana, "hall", MessageDraft.of("back"))
                        .message()
                        .identity())
                .isEqualTo("anna");
        assertThatThrownBy(() -> town.runs().wake(bo.with(Right.OPERATE), run.id(), "again"))
                .isInstanceOf(ConflictException.class);
    }
}
