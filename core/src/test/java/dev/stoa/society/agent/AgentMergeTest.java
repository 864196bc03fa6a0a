package dev.stoa.society.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Trust;
import dev.stoa.society.Dump;
import dev.stoa.society.Plans;
import dev.stoa.society.RandomTown;
import dev.stoa.society.SocietyLaws;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.Agent;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Mention;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDetail;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.Review;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskLease;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class AgentMergeTest extends TownFixture {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private Agents agents;
    private Principal ana;
    private Principal bo;
    private Principal cy;
    private String oldId;

    @BeforeEach
    void open() {
        agents = town.agents();
        ana = town.agent("ana");
        bo = town.agent("bo");
        cy = town.agent("cy");
        oldId = agents.get(ana, "ana").id();
        town.channel("hall", false);
    }

    private MergeResult merge() {
        return agents.merge(Town.HUMAN, "ana", "bo", false);
    }

    private void say(Principal by, String text) {
        town.messages().send(by, "hall", MessageDraft.of(text));
    }

    private void live(Principal actor, boolean keep) {
        town.runs()
                .start(
                        Town.HUMAN,
                        RunRequest.of(actor.identity(), "x").in("hall").keep(keep));
        town.executions()
                .finish(
                        town.executions().claim("here/1/0", LEASE, Plans.PLAIN).orElseThrow(),
                        Execution.Outcome.completed("done", false));
    }

    private void sound() {
        assertThat(town.violations()).isEmpty();
        SocietyLaws.hold(town);
    }

    @Test
    @DisplayName("Merging agents that both read a channel must succeed completely or change nothing;"
            + " spawn counts must add up; tasks and bookmarks must survive.")
    void twoReadersOfAChannelBecomeOne() {
        say(cy, "one");
        say(cy, "two");
        say(cy, "three");
        town.bookmarks().receive(ana, "hall", ReceiveRequest.next().limit(1));
        town.bookmarks().receive(bo, "hall", ReceiveRequest.next().limit(2));
        live(ana, false);
        live(ana, true);
        live(bo, false);
        Task work = town.tasks().add(ana, WorkDraft.of("work")).value();
        TaskLease held = town.tasks()
                .claim(ana, town.tasks().add(cy, WorkDraft.of("held")).value().id(), LEASE);
        Map<String, List<String>> before = Dump.lines(town.archive());
        assertThat(agents.merge(Town.HUMAN, "ana", "bo", true).agent().spawnCount())
                .isEqualTo(3);
        assertThat(Dump.lines(town.archive())).isEqualTo(before);

        assertThat(merge().agent().spawnCount()).isEqualTo(3);
        assertThat(town.bookmarks().unread(bo, "hall")).isEqualTo(2);
        assertThat(town.bookmarks().receive(bo, "hall", ReceiveRequest.next()).items())
                .extracting(Message::content)
                .containsExactly("two", "three");
        assertThat(town.tasks().get(bo, work.id()).identity()).isEqualTo("bo");
        // Whoever held the work goes on with what it was given.
        assertThat(town.tasks().complete(held, "done").value().assignee()).isEqualTo("bo");
        assertThat(town.values("SELECT spawn_number FROM sessions ORDER BY seq"))
                .containsExactly("2", "3", "1");
        assertThat(town.values("SELECT end_reason FROM sessions ORDER BY seq"))
                .containsExactly("finished", "merged", "finished");
        sound();
    }

    @Test
    void spawnNumbersGoOnFromThoseOfTheOther() {
        for (int i = 0; i < 7; i++) {
            live(bo, false);
        }
        for (int i = 0; i < 3; i++) {
            live(ana, false);
        }
        assertThat(merge().agent().spawnCount()).isEqualTo(10);
        assertThat(town.values("SELECT spawn_number FROM sessions ORDER BY seq"))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
    }

    @Test
    void messagesAreCountedAnewInTheOrderOfTheChannel() {
        town.channel("lab", false);
        for (Principal by : List.of(ana, bo, cy, ana, bo, ana)) {
            say(by, "by " + by.identity());
        }
        town.messages().send(ana, "lab", MessageDraft.of("alone"));
        town.messages().send(ana, "hall", MessageDraft.of("keyed by ana").key("k"));
        town.messages().send(bo, "hall", MessageDraft.of("keyed by bo").key("k"));
        town.messages().send(ana, "hall", MessageDraft.of("another").key("only"));
        merge();
        assertThat(town.values("""
                        SELECT seq || ':' || author_seq FROM messages g JOIN agents a ON a.agent_id = g.agent_id
                        WHERE a.identity = 'bo' AND channel_id = (SELECT channel_id FROM channels WHERE name = 'hall')
                        ORDER BY seq""")).containsExactly("1:1", "2:2", "4:3", "5:4", "6:5", "7:6", "8:7", "9:8");
        assertThat(town.values("SELECT posted FROM channel_members WHERE agent_id = (SELECT agent_id FROM agents"
                        + " WHERE identity = 'bo') ORDER BY posted"))
                .containsExactly("1", "8");
        assertThat(town.values("SELECT content FROM messages WHERE client_key IS NOT NULL ORDER BY seq"))
                .containsExactly("keyed by bo", "another");
        assertThat(town.messages()
                        .send(bo, "hall", MessageDraft.of("another").key("only"))
                        .created())
                .isFalse();
        assertThat(town.bookmarks().unread(cy, "hall")).isEqualTo(8);
        assertThat(town.bookmarks().unread(bo, "hall")).isEqualTo(1);
        sound();
    }

    @Test
    void theOldNameAMentionOfItAndTheOldIdMeanTheOther() {
        agents.rename(Town.HUMAN, "ana", "anna");
        agents.copy(Town.HUMAN, "anna", "dot");
        town.clock().advance(Duration.ofSeconds(5));
        Agent bo2 = agents.merge(Principal.as("anna").with(Right.OPERATE), "ANA", "@bo", false)
                .agent();
        assertThat(bo2.aliases()).containsExactly("ana", "anna");
        assertThat(bo2.lastActiveAt()).isEqualTo(town.clock().instant());
        for (String ref : List.of("ana", "anna", "@anna", oldId, oldId.substring(28), oldId.substring(20))) {
            assertThat(agents.get(Town.HUMAN, ref).id()).as(ref).isEqualTo(bo2.id());
        }
        assertThat(agents.get(cy, "dot").clonedFrom()).isEqualTo(bo2.id());
        assertThat(town.messages()
                        .send(cy, "hall", MessageDraft.of("@anna and @ana and @bo"))
                        .message()
                        .mentions())
                .singleElement()
                .extracting(Mention::agentId)
                .isEqualTo(bo2.id());
        assertThat(town.messages()
                        .send(ana, "hall", MessageDraft.of("hi"))
                        .message()
                        .identity())
                .isEqualTo("bo");
        assertThat(town.feed().subList(0, town.feed().size())).containsSubsequence("agent.merged", "agent.changed");

        // Names and ids lead on through a second merge, and through a name that is taken back.
        RandomTown.workOff(town);
        agents.merge(Town.HUMAN, "bo", "cy", false);
        agents.rename(Town.HUMAN, "cy", "anna");
        agents.rename(Town.HUMAN, "anna", "cy");
        for (String ref : List.of("ana", "anna", "bo", oldId, bo2.id(), oldId.substring(24))) {
            assertThat(agents.get(Town.HUMAN, ref).identity()).as(ref).isEqualTo("cy");
        }
        assertThatThrownBy(() -> town.agent("bo")).hasMessageContaining("identity bo is an alias of cy");
        sound();
    }

    @Test
    void theStrongerRoleStays() {
        town.channels().create(ana, ChannelDraft.of("one").restrictedTo("bo"));
        town.channels().create(ana, ChannelDraft.of("two").restrictedTo("cy"));
        town.channels().create(cy, ChannelDraft.of("three").restrictedTo("bo", "ana"));
        town.channels().members(cy, "three", List.of(), List.of("bo"));
        merge();
        assertThat(town.values("""
                        SELECT c.name || ' ' || m.role FROM channel_members m
                        JOIN channels c ON c.channel_id = m.channel_id JOIN agents a ON a.agent_id = m.agent_id
                        WHERE a.identity = 'bo' ORDER BY c.created_at, m.joined_at, c.channel_id""")).containsExactly("one owner", "two owner", "three member");
        sound();
    }

    @Test
    void whereBothWereMentionedOfferedOrSharedWithOneRowStays() {
        town.messages().send(cy, "hall", MessageDraft.of("`x` @cy @human @ana @bo"));
        town.archive().write(tx -> tx.update("UPDATE tasks SET status = 'killed', completed_at = created_at"));
        town.archive().write(tx -> tx.update("UPDATE sessions SET ended_at = started_at"));
        Note both = town.notes()
                .add(cy, NoteDraft.of("both").sharedWith(List.of("ana", "bo")))
                .value();
        Note one = town.notes()
                .add(cy, NoteDraft.of("one").sharedWith(List.of("ana")))
                .value();
        Note own = town.notes()
                .add(bo, NoteDraft.of("own").sharedWith(List.of("ana")))
                .value();
        Task offered = town.tasks().add(cy, WorkDraft.of("w").offeredTo("ana")).value();
        MergeResult merge = merge();
        assertThat(merge.rows())
                .containsEntry("mentions", 1L)
                .containsEntry("note_shares", 3L)
                .containsEntry("tasks", 2L)
                .containsEntry("agent_aliases", 0L);
        assertThat(town.values("SELECT count(*) FROM mentions")).containsExactly("3");
        assertThat(town.notes().get(cy, both.id()).sharedWith()).containsExactly("bo");
        assertThat(town.notes().get(bo, one.id()).sharedWith()).containsExactly("bo");
        assertThat(town.notes().get(bo, own.id()).sharedWith()).isEmpty();
        assertThat(town.tasks().claimNext(bo, LEASE).orElseThrow().task().id()).isEqualTo(offered.id());
        sound();
    }

    @Test
    void aReviewOfOnesOwnKnowledgeGoesAndWhatRestsOnItIsTrustedLess() {
        Fact fact = town.knowledge().add(bo, FactDraft.of("a/b", "so it is")).value();
        Fact citing = town.knowledge()
                .add(Town.HUMAN, FactDraft.of("a/c", "hence").sources("knowledge:" + fact.id()))
                .value();
        Fact doubled = town.knowledge().add(cy, FactDraft.of("a/d", "doubled")).value();
        town.knowledge().review(ana, fact.id(), Review.confirm());
        town.knowledge().review(cy, fact.id(), Review.confirm());
        town.knowledge().review(ana, doubled.id(), Review.confirm());
        town.knowledge().review(bo, doubled.id(), Review.confirm());
        assertThat(town.knowledge().get(cy, citing.id()).fact().trust()).isEqualTo(Trust.CONFIRMED);
        assertThat(town.knowledge().get(cy, doubled.id()).fact().trust()).isEqualTo(Trust.CONFIRMED);
        merge();
        for (String id : List.of(fact.id(), citing.id(), doubled.id())) {
            assertThat(town.knowledge().get(cy, id).fact().trust()).isEqualTo(Trust.AGENT);
        }
        assertThat(town.knowledge().get(cy, fact.id()).reviews())
                .extracting(FactDetail.Said::identity)
                .containsExactly("cy");
        sound();
    }

    @Test
    void ofTwoJournalsTheOlderIsPutAway() {
        Note first = town.notes().journal(bo, "the quick fox").value();
        Note second = town.notes().journal(ana, "the lazy dog").value();
        town.notes().add(ana, NoteDraft.of("the same"));
        town.notes().add(bo, NoteDraft.of("the same"));
        merge();
        assertThat(town.notes().get(bo, first.id()).isLive()).isFalse();
        assertThat(town.notes().get(bo, second.id()).isLive()).isTrue();
        assertThat(town.context().search(bo, ContextQuery.of("fox")).items()).isEmpty();
        assertThat(town.context().search(bo, ContextQuery.of("dog")).items()).hasSize(1);
        assertThat(town.values("SELECT memory_id FROM memories WHERE message = 'the same'"))
                .hasSize(2);
        assertThat(town.notes().journal(bo, "third").value().parents()).containsExactly(second.id());
        sound();
    }

    @Test
    void theRowTakesTheEarlierBirthAndTheLaterLife() {
        Instant birth = agents.get(cy, "ana").createdAt();
        town.clock().advance(Duration.ofHours(1));
        agents.register(Town.HUMAN, AgentDraft.of("late", "command:x").constitution("Late."));
        agents.describe(ana, "ana", "here");
        Instant active = town.clock().instant();
        agents.archive(Town.HUMAN, "ana");
        Agent late = agents.merge(Town.HUMAN, "ana", "late", false).agent();
        assertThat(late.createdAt()).isEqualTo(birth);
        assertThat(late.lastActiveAt()).isEqualTo(active);
        assertThat(late.constitution()).isEqualTo("Late.");
        assertThat(late.isLive()).isTrue();
    }
}
