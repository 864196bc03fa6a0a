package dev.stoa.society.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Plans;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.MentionState;
import dev.stoa.society.channel.MessageKind;
import dev.stoa.society.channel.PostResult;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.RunRequest;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class HandoffTest extends TownFixture {
    private Messages messages;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        messages = town.messages();
        ana = town.agent("ana");
        bo = town.agent("bo");
        town.channels().create(Town.HUMAN, ChannelDraft.of("lab"));
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        ChannelLaws.hold(town);
    }

    private static String code(Throwable e) {
        return ((StoaException) e).code();
    }

    /** Lets an agent hold work, as a claim does. */
    private void claim(String work, String agent, long token) {
        town.archive()
                .write(tx -> tx.update(
                        "UPDATE tasks SET status = 'running', attempt = attempt + 1, lease_token = ?, started_at = ?,"
                                + " lease_holder = ?, lease_expires_at = ?,"
                                + " assignee_id = (SELECT agent_id FROM agents WHERE identity = ?) WHERE task_id = ?",
                        token,
                        town.clock().instant(),
                        agent,
                        town.clock().instant().plusSeconds(60),
                        agent,
                        work));
    }

    @Test
    void newWorkIsOfferedAndSaid() {
        PostResult posted = messages.handoff(ana, "lab", HandoffDraft.of("@bo", "check the list"));
        String work = Objects.requireNonNull(posted.workId());
        assertThat(posted.message().content())
                .isEqualTo("@bo handoff: check the list [task " + work.substring(28) + "]");
        assertThat(posted.message().kind()).isEqualTo(MessageKind.HANDOFF);
        assertThat(posted.message().mentions().getFirst().state()).isEqualTo(MentionState.STARTED);
        assertThat(posted.document()).containsEntry("work_id", work);
        Inbox inbox = town.bookmarks().inbox(bo);
        assertThat(inbox.items()).extracting(Inbox.Item::mentions).containsExactly(1L);
        assertThat(inbox.offers()).hasSize(1);
        assertThat(inbox.offers().getFirst().document())
                .containsEntry("task_id", work)
                .containsEntry("kind", "work")
                .containsEntry("status", "pending")
                .containsEntry("input", "check the list")
                .containsEntry("identity", "ana")
                .containsEntry("channel", "lab")
                .containsEntry("priority", 5L)
                .containsEntry("attempt", 0L)
                .containsEntry("max_attempts", 3L)
                .hasSize(33);
        assertThat(town.bookmarks().inbox(ana).offers()).isEmpty();
        assertThat(town.feed()).contains("task.added").endsWith("message.posted", "run.started", "task.added");
    }

    @Test
    void heldWorkIsPassedOn() {
        String work =
                Objects.requireNonNull(messages.handoff(Town.HUMAN, "lab", HandoffDraft.of("ana", "check the list"))
                        .workId());
        claim(work, "ana", 4);
        PostResult passed = messages.handoff(
                ana, "lab", HandoffDraft.of("bo", "half is done").passing(work.substring(28), 4L));
        assertThat(passed.workId()).isEqualTo(work);
        assertThat(town.value("SELECT status || ' ' || lease_token || ' ' || attempt || ' ' || input FROM tasks"
                        + " WHERE task_id = '" + work + "'"))
                .isEqualTo("pending 4 1 check the list");
        assertThat(town.value("SELECT count(*) FROM tasks WHERE kind = 'work' AND assignee_id IS NULL"
                        + " AND started_at IS NULL AND lease_holder IS NULL AND lease_expires_at IS NULL"))
                .isEqualTo("1");
        assertThat(town.bookmarks().inbox(bo).offers()).hasSize(1);
        assertThat(town.bookmarks().inbox(ana).offers()).isEmpty();
        assertThat(town.feed()).contains("task.released");
        assertThat(town.value("SELECT channel_id FROM feed WHERE kind = 'task.released'"))
                .isEqualTo(town.channels().get(ana, "lab").id());
    }

    @Test
    void aHandoffIsMadeOnBehalfOfTheExecutionThatMakesIt() {
        town.runs().start(Town.HUMAN, RunRequest.of("ana", "one").in("lab"));
        town.runs().start(Town.HUMAN, RunRequest.of("ana", "two"));
        ExecutionQueue executions = town.executions();
        String first = executions
                .claim("here/1/0", Duration.ofSeconds(60), Plans.PLAIN)
                .orElseThrow()
                .task()
                .id();
        executions.claim("here/1/0", Duration.ofSeconds(60), Plans.PLAIN);
        PostResult posted =
                messages.handoff(ana, "lab", HandoffDraft.of("bo", "check").from(first));
        assertThat(posted.message().taskId()).isEqualTo(first);
        assertThat(town.value("SELECT parent_task_id FROM tasks WHERE trigger_message_id IS NOT NULL"))
                .isEqualTo(first);
        assertThatThrownBy(() -> messages.handoff(
                        bo, "lab", HandoffDraft.of("ana", "back").from(first)))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void onlyWhoHoldsWorkPassesItOn() {
        String work = Objects.requireNonNull(messages.handoff(Town.HUMAN, "lab", HandoffDraft.of("ana", "check"))
                .workId());
        HandoffDraft to = HandoffDraft.of("bo", "go on");
        assertThatThrownBy(() -> messages.handoff(ana, "lab", to.passing(work, null)))
                .isInstanceOf(ConflictException.class)
                .satisfies(e -> assertThat(code(e)).isEqualTo("lease_lost"));
        claim(work, "ana", 2);
        assertThatThrownBy(() -> messages.handoff(ana, "lab", to.passing(work, 1L)))
                .satisfies(e -> assertThat(code(e)).isEqualTo("lease_lost"));
        assertThatThrownBy(() -> messages.handoff(Town.HUMAN, "lab", to.passing(work, 2L)))
                .isInstanceOf(ForbiddenException.class);
        town.clock().advance(Duration.ofSeconds(60));
        assertThatThrownBy(() -> messages.handoff(ana, "lab", to.passing(work, null)))
                .satisfies(e -> assertThat(code(e)).isEqualTo("lease_lost"));
        messages.handoff(ana, "lab", to.passing(work, 2L));
        town.archive()
                .write(tx -> tx.update(
                        "UPDATE tasks SET status = 'completed', completed_at = created_at" + " WHERE kind = 'work'"));
        assertThatThrownBy(() -> messages.handoff(ana, "lab", to.passing(work, 2L)))
                .satisfies(e -> assertThat(code(e)).isEqualTo("finished"));
        String execution = town.value("SELECT task_id FROM tasks WHERE kind = 'run' LIMIT 1");
        assertThatThrownBy(() -> messages.handoff(ana, "lab", to.passing(execution, 0L)))
                .hasMessageContaining("is an execution");
        assertThatThrownBy(() -> messages.handoff(ana, "lab", to.passing("00000000", 0L)))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void whoGetsWorkIsLiveAndSeesIt() {
        assertThatThrownBy(() -> messages.handoff(ana, "lab", HandoffDraft.of("ana", "x")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("agent ana cannot hand work to itself");
        assertThatThrownBy(() -> messages.handoff(ana, "lab", HandoffDraft.of("system", "x")))
                .isInstanceOf(InvalidException.class);
        town.channels().create(ana, ChannelDraft.of("den").restrictedTo());
        assertThatThrownBy(() -> messages.handoff(ana, "den", HandoffDraft.of("bo", "x")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("agent bo does not see #den");
        town.archive().write(tx -> tx.update("UPDATE agents SET archived_at = created_at WHERE identity = 'bo'"));
        assertThatThrownBy(() -> messages.handoff(ana, "lab", HandoffDraft.of("bo", "x")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
        assertThat(town.value("SELECT count(*) FROM tasks")).isEqualTo("0");
        assertThat(town.channels().get(ana, "lab").lastSeq()).isZero();
        assertThatThrownBy(() -> HandoffDraft.of("bo", "s".repeat(4_001))).hasMessageContaining("at most 4,000");
        assertThat(HandoffDraft.fromJson(JsonFields.of(
                        Json.parseObject("{\"to\":\"bo\",\"summary\":\"s\",\"task_id\":\"t\",\"lease_token\":7}"))))
                .isEqualTo(new HandoffDraft("bo", "s", "t", 7L, null));
    }

    @Test
    void workThatTheOtherDoesNotSeeIsNotPassedOn() {
        town.channels().create(ana, ChannelDraft.of("den").restrictedTo("human"));
        String work = Objects.requireNonNull(messages.handoff(Town.HUMAN, "den", HandoffDraft.of("ana", "secret"))
                .workId());
        claim(work, "ana", 1);
        assertThatThrownBy(() -> messages.handoff(
                        ana, "lab", HandoffDraft.of("bo", "yours").passing(work, 1L)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("agent bo does not see task");
    }
}
