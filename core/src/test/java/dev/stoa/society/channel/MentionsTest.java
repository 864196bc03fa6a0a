package dev.stoa.society.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Principal;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.base.TriggerPolicy;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.Messages;
import dev.stoa.society.run.ExecutionRows;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class MentionsTest extends TownFixture {
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        ana = town.agent("ana");
        bo = town.agent("bo");
        town.channels().create(Town.HUMAN, ChannelDraft.of("lab"));
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        ChannelLaws.hold(town);
    }

    private static SocietyRules rules(boolean run, int fanOut, int depth, int tree, int rate) {
        return new SocietyRules(run, fanOut, depth, tree, rate, Duration.ofMinutes(15), Map.of());
    }

    private Message send(Principal by, String text) {
        return town.messages().send(by, "lab", MessageDraft.of(text)).message();
    }

    private Mention mention(Principal by, String text) {
        return send(by, text).mentions().getFirst();
    }

    private void status(String task, String status) {
        town.archive()
                .write(tx -> tx.update(
                        "UPDATE tasks SET status = ?, lease_token = 1, completed_at = ? WHERE task_id = ?",
                        status,
                        status.equals("completed") ? town.clock().instant() : null,
                        task));
    }

    private String running(Principal by, String text) {
        String task = Objects.requireNonNull(mention(by, text).taskId());
        status(task, "running");
        return task;
    }

    /** What the transaction does that ends an execution. */
    private Optional<String> ended(String task, String agent) {
        status(task, "completed");
        Mentions mentions = new Mentions(
                town.rules(), new ExecutionRows(town.ids(), town.rules().idle()));
        String id = town.agents().get(Town.HUMAN, agent).id();
        String channel = town.channels().get(Town.HUMAN, "lab").id();
        Instant now = town.clock().instant();
        return town.archive().write(tx -> {
            Optional<String> next = mentions.resume(tx, id, channel, now);
            if (next.isEmpty()) {
                tx.update("UPDATE sessions SET idle_since = ? WHERE agent_id = ? AND ended_at IS NULL", now, id);
            }
            return next;
        });
    }

    private String states() {
        return String.join(
                ", ",
                town.values("SELECT m.state || COALESCE(' ' || m.reason, '') FROM mentions m"
                        + " ORDER BY m.seq, m.ordinal"));
    }

    @Test
    void aMentionStartsARun() {
        town.agents().register(Town.HUMAN, AgentDraft.of("cy", "command:echo").constitution("Be brief."));
        Message message = send(ana, "Please, @Cy and @nobody and @cy: `@bo`");
        assertThat(message.mentions()).hasSize(1);
        Mention mention = message.mentions().getFirst();
        assertThat(mention.state()).isEqualTo(MentionState.STARTED);
        assertThat(mention.document())
                .containsEntry("identity", "cy")
                .containsEntry("state", "started")
                .containsEntry("reason", null)
                .containsEntry("task_id", mention.taskId())
                .hasSize(5);
        assertThat(town.values("SELECT status || ' ' || kind || ' ' || depth || ' ' || input FROM tasks"))
                .containsExactly("pending run 0 Please, @Cy and @nobody and @cy: `@bo`");
        assertThat(town.value("SELECT trigger_message_id FROM tasks")).isEqualTo(message.id());
        assertThat(town.value("SELECT root_message_id FROM tasks")).isEqualTo(message.id());
        assertThat(town.value(
                        "SELECT spawn_number || ' ' || wakes || ' ' || idle_seconds || ' ' || model FROM sessions"))
                .isEqualTo("1 0 900 command:echo");
        assertThat(town.value("SELECT constitution_hash FROM sessions"))
                .isEqualTo("213c22ed7234eb11116e1e88f314c73cb3a019b5c87fe224b6ce5665bd9ec50e");
        assertThat(town.value("SELECT spawn_count FROM agents WHERE identity = 'cy'"))
                .isEqualTo("1");
        assertThat(town.feed()).endsWith("message.posted", "run.started", "task.added");
        assertThat(town.messages().history(bo, "lab", Messages.Range.newest(1)).items())
                .containsExactly(message);
        PostResult unknown = town.messages().send(ana, "lab", MessageDraft.of("@nobody @No-One @nobody @no-one"));
        assertThat(unknown.unknownMentions()).containsExactly("nobody", "No-One");
        assertThat(unknown.message().mentions()).isEmpty();
    }

    @Test
    @DisplayName("A message that mentions nobody must start no process")
    void aMessageThatMentionsNobodyStartsNothing() {
        for (String text : List.of("hello", "ana@example.org", "`@bo`", "```\n@bo\n```", "@nobody", "@types/bo")) {
            assertThat(send(ana, text).mentions()).as(text).isEmpty();
        }
        for (String table : List.of("tasks", "sessions", "mentions")) {
            assertThat(town.value("SELECT count(*) FROM " + table)).as(table).isEqualTo("0");
        }
    }

    @Test
    void anAliasMeansItsAgentAndEveryAgentIsMentionedOnce() {
        town.agents().rename(Town.HUMAN, "bo", "bob");
        Message message = send(ana, "@bo @bob @BOB");
        assertThat(message.mentions()).extracting(Mention::identity).containsExactly("bob");
        town.rules(rules(true, 50, 3, 1_000, 1_000));
        String many = IntStream.range(0, 60)
                .mapToObj(i -> {
                    town.agent("a" + i);
                    return "@a" + i;
                })
                .collect(Collectors.joining(" "));
        assertThat(send(ana, many).mentions())
                .hasSize(50)
                .extracting(Mention::identity)
                .startsWith("a0", "a1")
                .endsWith("a49");
    }

    @Test
    void theConditionsAreTriedInOrder() {
        Agents agents = town.agents();
        agents.register(Town.HUMAN, AgentDraft.person("pat"));
        agents.register(Town.HUMAN, AgentDraft.of("mute", "none:"));
        agents.register(Town.HUMAN, AgentDraft.of("never", "command:x").triggeredBy(TriggerPolicy.NEVER));
        agents.register(Town.HUMAN, AgentDraft.of("shy", "command:x").triggeredBy(TriggerPolicy.HUMAN));
        town.agent("gone");
        town.archive().write(tx -> tx.update("UPDATE agents SET archived_at = created_at WHERE identity = 'gone'"));
        Message message = send(ana, "@ana @gone @human @pat @mute @never @shy @system @bo");
        assertThat(message.mentions())
                .extracting(Mention::identity, Mention::state, Mention::reason)
                .containsExactly(
                        tuple("ana", MentionState.SKIPPED, "self"),
                        tuple("gone", MentionState.SKIPPED, "archived"),
                        tuple("human", MentionState.NOTED, null),
                        tuple("pat", MentionState.NOTED, null),
                        tuple("mute", MentionState.NOTED, null),
                        tuple("never", MentionState.NOTED, "policy"),
                        tuple("shy", MentionState.NOTED, "policy"),
                        tuple("system", MentionState.NOTED, null),
                        tuple("bo", MentionState.STARTED, null));
        assertThat(send(Principal.as("pat"), "@shy @never").mentions())
                .extracting(Mention::state)
                .containsExactly(MentionState.STARTED, MentionState.NOTED);

        town.rules(rules(false, 8, 3, 32, 60));
        town.agent("cy");
        assertThat(send(ana, "@cy @never @ana").mentions())
                .extracting(Mention::state, Mention::reason)
                .containsExactly(
                        tuple(MentionState.NOTED, null),
                        tuple(MentionState.NOTED, null),
                        tuple(MentionState.SKIPPED, "self"));
    }

    @Test
    void whoIsNotAMemberOfARestrictedChannelIsNotReached() {
        town.channels().create(ana, ChannelDraft.of("den").restrictedTo("bo"));
        town.agent("cy");
        Message message =
                town.messages().send(ana, "den", MessageDraft.of("@cy @bo")).message();
        assertThat(message.mentions())
                .extracting(Mention::state, Mention::reason)
                .containsExactly(tuple(MentionState.SKIPPED, "not_member"), tuple(MentionState.STARTED, null));
        assertThat(town.bookmarks().inbox(Principal.as("cy")).items()).isEmpty();
    }

    @Test
    void limitsBoundWhatAMessageSetsOff() {
        for (String name : List.of("a", "b", "c", "d")) {
            town.agent(name);
        }
        town.rules(rules(true, 2, 3, 32, 60));
        send(ana, "@ana @human @a @b @c");
        assertThat(states()).isEqualTo("skipped self, noted, started, started, skipped fan_out");

        town.archive().write(tx -> tx.update("DELETE FROM mentions"));
        town.rules(rules(true, 8, 3, 2, 60));
        send(ana, "@c @d @bo");
        assertThat(states()).isEqualTo("started, started, skipped tree");

        town.archive().write(tx -> tx.update("DELETE FROM mentions"));
        town.rules(rules(true, 8, 3, 32, 5));
        send(Town.HUMAN, "@ana");
        send(Town.HUMAN, "@bo");
        assertThat(states()).isEqualTo("started, skipped rate");
        town.clock().advance(Duration.ofHours(1));
        send(Town.HUMAN, "@bo");
        assertThat(states()).isEqualTo("started, skipped rate, started");
    }

    @Test
    void aPendingExecutionReadsWhatComesAndARunningOneIsFollowed() {
        String task = Objects.requireNonNull(mention(ana, "@bo one").taskId());
        Mention second = mention(ana, "@bo two");
        assertThat(second.state()).isEqualTo(MentionState.COALESCED);
        assertThat(second.taskId()).isEqualTo(task);
        town.archive().write(tx -> tx.update("UPDATE tasks SET raw = 1"));
        Mention third = mention(ana, "@bo three");
        assertThat(third.state()).isEqualTo(MentionState.WAITING);
        assertThat(third.taskId()).isNull();
        town.archive().write(tx -> tx.update("UPDATE tasks SET raw = 0"));
        status(task, "running");
        assertThat(mention(ana, "@bo four").state()).isEqualTo(MentionState.WAITING);
        assertThat(town.value("SELECT count(*) FROM tasks")).isEqualTo("1");
    }

    @Test
    @DisplayName("A mention during a run must not be lost")
    void mentionsThatWaitBecomeOneExecutionWhenTheRunningOneEnds() {
        String first = running(ana, "@bo one");
        Message two = send(ana, "@bo two");
        send(Town.HUMAN, "@bo three");
        Message four = send(ana, "@bo four");
        town.messages().delete(ana, four.id());
        String next = ended(first, "bo").orElseThrow();
        assertThat(states()).isEqualTo("started, started, coalesced, skipped deleted");
        assertThat(town.value("SELECT input FROM tasks WHERE task_id = '" + next + "'"))
                .isEqualTo("@bo two");
        assertThat(town.value("SELECT trigger_message_id FROM tasks WHERE task_id = '" + next + "'"))
                .isEqualTo(two.id());
        assertThat(town.value("SELECT wakes FROM sessions")).isEqualTo("1");
        assertThat(town.value("SELECT count(*) FROM sessions")).isEqualTo("1");
        assertThat(ended(next, "bo")).isEmpty();
        assertThat(mention(ana, "@bo five").state()).isEqualTo(MentionState.STARTED);
        assertThat(town.value("SELECT wakes FROM sessions")).isEqualTo("2");
        assertThat(town.feed()).contains("run.woken");
    }

    @Test
    void limitsAreCheckedAgainWhenAMentionHasWaited() {
        String first = running(ana, "@bo one");
        send(ana, "@bo two");
        town.rules(rules(true, 8, 3, 32, 1));
        assertThat(ended(first, "bo")).isEmpty();
        assertThat(states()).isEqualTo("started, skipped rate");

        town.rules(SocietyRules.defaults());
        String second = running(ana, "@bo three");
        send(ana, "@bo four");
        String bo = town.agents().get(ana, "bo").id();
        String lab = town.channels().get(ana, "lab").id();
        town.archive().write(tx -> {
            Mentions.stopped(tx, bo, lab);
            return tx.update("UPDATE tasks SET status = 'killed', completed_at = created_at WHERE task_id = ?", second);
        });
        assertThat(states()).endsWith("started, skipped stopped");
    }

    @Test
    void anIdleRunIsWokenUntilItsTimeIsOver() {
        ended(running(ana, "@bo one"), "bo");
        town.clock().advance(Duration.ofSeconds(899));
        ended(running(ana, "@bo two"), "bo");
        assertThat(town.value("SELECT wakes FROM sessions")).isEqualTo("1");
        town.clock().advance(Duration.ofMinutes(15));
        send(ana, "@bo three");
        assertThat(town.values(
                        "SELECT spawn_number || ' ' || COALESCE(end_reason, 'lives') FROM sessions ORDER BY seq"))
                .containsExactly("1 idle", "2 lives");
        assertThat(town.value("SELECT spawn_count FROM agents WHERE identity = 'bo'"))
                .isEqualTo("2");
    }

    @Test
    @DisplayName("Two agents mentioning each other must stop at the documented depth")
    void twoAgentsThatMentionEachOtherStopAtTheDepth() {
        String task = running(Town.HUMAN, "@ana begin");
        Principal turn = ana;
        for (int depth = 1; depth <= 3; depth++) {
            String other = turn.identity().equals("ana") ? "bo" : "ana";
            Message message = send(turn, "@" + other + " your turn");
            assertThat(message.taskId()).isEqualTo(task);
            ended(task, turn.identity());
            Mention mention = message.mentions().getFirst();
            assertThat(mention.state()).isEqualTo(MentionState.STARTED);
            task = Objects.requireNonNull(mention.taskId());
            assertThat(town.value("SELECT depth FROM tasks WHERE task_id = '" + task + "'"))
                    .isEqualTo(Integer.toString(depth));
            status(task, "running");
            turn = Principal.as(other);
        }
        assertThat(mention(turn, "@ana again").reason()).isEqualTo("depth");
        assertThat(town.value("SELECT count(*) FROM tasks")).isEqualTo("4");
        assertThat(town.value("SELECT count(DISTINCT root_message_id) FROM tasks"))
                .isEqualTo("1");
        assertThat(town.value("SELECT count(*) FROM tasks WHERE parent_task_id IS NULL"))
                .isEqualTo("1");
    }

    @Test
    void ofSeveralMessagesTheDeepestCounts() {
        running(Town.HUMAN, "@ana begin");
        String task =
                Objects.requireNonNull(mention(Town.HUMAN, "@bo from a person").taskId());
        Message deeper = send(ana, "@bo from an execution");
        assertThat(deeper.mentions().getFirst().state()).isEqualTo(MentionState.COALESCED);
        assertThat(town.value("SELECT depth FROM tasks WHERE task_id = '" + task + "'"))
                .isEqualTo("1");
        send(Town.HUMAN, "@bo from a person again");
        assertThat(town.value("SELECT depth FROM tasks WHERE task_id = '" + task + "'"))
                .isEqualTo("1");
    }

    @Test
    void aMessageIsPostedOnBehalfOfAnExecutionOfItsAuthor() {
        String task = running(Town.HUMAN, "@ana begin");
        assertThat(send(ana, "working").taskId()).isEqualTo(task);
        assertThat(send(bo, "mine").taskId()).isNull();
        status(task, "completed");
        assertThat(send(ana, "later").taskId()).isNull();
        Messages messages = town.messages();
        MessageDraft draft = MessageDraft.of("report").onBehalfOf(task.substring(28));
        assertThat(messages.send(ana, "lab", draft).message().taskId()).isEqualTo(task);
        assertThatThrownBy(() -> messages.send(bo, "lab", draft))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("is no execution of bo");
        String pending = Objects.requireNonNull(mention(Town.HUMAN, "@bo begin").taskId());
        assertThatThrownBy(() -> messages.send(bo, "lab", MessageDraft.of("x").onBehalfOf(pending)))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> messages.send(bo, "lab", MessageDraft.of("x").onBehalfOf("00000000")))
                .isInstanceOf(InvalidException.class);
        String work = Objects.requireNonNull(
                messages.handoff(bo, "lab", HandoffDraft.of("human", "do it")).workId());
        assertThatThrownBy(() -> messages.send(bo, "lab", MessageDraft.of("x").onBehalfOf(work)))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void aTextWithThousandsOfNamesIsLookedThroughOnlySoFar() {
        String names = IntStream.range(0, 2_000).mapToObj(i -> "@u" + i).collect(Collectors.joining(" "));
        assertThat(town.messages().send(ana, "lab", MessageDraft.of(names)).unknownMentions())
                .hasSize(200);
    }
}
