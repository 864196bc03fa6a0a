package dev.stoa.society.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.Principal;
import dev.stoa.society.OldSpace;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.ReservedAgents;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.context.ContextHit;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.foreign.SpaceImportReport.Remark;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.message.Messages;
import dev.stoa.society.note.NoteChain;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of every row of an old file. */
@OnBothDatabases
class SpaceImportTest extends TownFixture {
    private static final SpaceOptions OPTIONS = SpaceOptions.defaults().zone(ZoneId.of("Europe/Berlin"));

    @TempDir
    Path elsewhere;

    private Path file;

    @BeforeEach
    void open() {
        file = elsewhere.resolve("old.db");
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        assertThat(town.violations()).isEmpty();
        ChannelLaws.hold(town);
        SpaceLaws.hold(town);
    }

    private SpaceImportReport take(SpaceOptions options) {
        SpaceImportReport taken = town.take(file, options);
        SpaceLaws.everyRowIsAccountedFor(taken);
        return taken;
    }

    private SpaceImportReport takeTown() throws Exception {
        try (OldSpace old = OldSpace.at(file)) {
            old.town();
        }
        return take(OPTIONS);
    }

    @Test
    void everyRowIsTakenAndReported() throws Exception {
        SpaceImportReport taken = takeTown();
        assertThat(taken.tables())
                .containsExactly(
                        new SpaceImportReport.Table("agents", 3, 2, 1),
                        new SpaceImportReport.Table("channels", 2, 2, 0),
                        new SpaceImportReport.Table("sessions", 3, 3, 0),
                        new SpaceImportReport.Table("tasks", 3, 3, 0),
                        new SpaceImportReport.Table("messages", 6, 6, 0),
                        new SpaceImportReport.Table("bookmarks", 2, 2, 0),
                        new SpaceImportReport.Table("memories", 5, 5, 0),
                        new SpaceImportReport.Table("knowledge", 3, 3, 0));
        assertThat(taken.remarks())
                .isEqualTo(Map.of(
                        Remark.MAPPED,
                        List.of("agents a-human (human) became " + ReservedAgents.HUMAN_ID),
                        Remark.UNRESOLVED_CONSTITUTIONS,
                        List.of("ana: zealot.md", "Ben Bot: Be brief."),
                        Remark.CONFIDENCES_DROPPED,
                        List.of("knowledge k-2: 7.5"),
                        Remark.SPAWN_NUMBERS_MOVED,
                        List.of("sessions s-2: 2 became 6"),
                        Remark.RUNS_ENDED,
                        List.of("sessions s-2"),
                        Remark.EXECUTIONS_KILLED,
                        List.of("tasks t-2: was running", "tasks t-3: was pending"),
                        Remark.JOURNALS_ARCHIVED,
                        List.of("note n-4 of a-ana, for n-5")));
        assertThat(taken.zone().getId()).isEqualTo("Europe/Berlin");
    }

    @Test
    void messagesAreNumberedByTheirTimesAndBookmarksFollow() throws Exception {
        takeTown();
        assertThat(town.messages()
                        .history(Town.HUMAN, "general", Messages.Range.newest(5))
                        .items())
                .extracting(Message::seq, Message::content, Message::identity)
                .containsExactly(
                        tuple(1L, "first", "ana"), tuple(2L, "second", "human"), tuple(3L, "third @ben", "ana"));
        assertThat(town.values("SELECT last_seen_seq FROM bookmarks ORDER BY agent_id"))
                .containsExactly("0", "2");
        assertThat(town.values(
                        "SELECT author_seq FROM messages WHERE agent_id = 'a-ana' AND channel_id = 'c-1' ORDER BY seq"))
                .containsExactly("1", "2");
        assertThat(town.values("SELECT message_id FROM messages WHERE channel_id = 'c-2' ORDER BY seq"))
                .containsExactly("m-4", "m-6", "m-5");
        assertThat(town.bookmarks().unread(Principal.as("ana"), "general")).isEqualTo(1);
        assertThat(town.value("SELECT count(*) FROM mentions")).isEqualTo("0");
        assertThat(town.value("SELECT count(*) FROM tasks WHERE status IN ('pending', 'running')"))
                .isEqualTo("0");
    }

    @Test
    void theOneSequenceIsThatOfTheTimes() throws Exception {
        takeTown();
        assertThat(town.values("SELECT ref_id FROM feed WHERE kind <> 'agent.registered' ORDER BY feed_seq"))
                .containsExactly(
                        "n-1", "m-1", "c-1", "c-2", "t-1", "t-2", "t-3", "m-4", "m-6", "m-5", "k-1", "k-2", "k-3",
                        "m-2", "m-3", "n-2", "n-3", "n-4", "n-5", "s-1", "s-2", "s-3");
        assertThat(town.values("SELECT m.memory_id FROM memories m JOIN feed f ON f.feed_seq = m.seq"
                        + " WHERE f.ref_id = m.memory_id ORDER BY m.seq"))
                .containsExactly("n-1", "n-2", "n-3", "n-4", "n-5");
    }

    @Test
    void runsAndExecutionsEnd() throws Exception {
        takeTown();
        assertThat(town.values("SELECT spawn_number FROM sessions ORDER BY session_id"))
                .containsExactly("2", "6", "5");
        assertThat(town.value("SELECT spawn_count FROM agents WHERE identity = 'ana'"))
                .isEqualTo("6");
        assertThat(town.values("SELECT end_reason FROM sessions ORDER BY session_id"))
                .containsExactly("null", "imported", "null");
        assertThat(town.tasks().get(Town.HUMAN, "t-1"))
                .extracting(Task::status, task -> String.valueOf(task.completedAt()))
                .containsExactly(TaskStatus.COMPLETED, "2025-03-04T06:01:00Z");
        assertThat(town.values("SELECT status || ' ' || error FROM tasks WHERE error IS NOT NULL"))
                .containsExactly("killed imported", "killed imported");
    }

    @Test
    void notesKeepTheirHistory() throws Exception {
        takeTown();
        NoteChain chain = town.notes().chain(Principal.as("ana"), "n-3", 10);
        assertThat(chain.predecessors()).extracting(link -> link.note().id()).containsExactly("n-1", "n-2");
        assertThat(town.values("SELECT old_id FROM note_lineage ORDER BY ordinal"))
                .containsExactly("n-1", "n-2");
        assertThat(town.values("SELECT memory_id FROM memories WHERE archived_at IS NULL ORDER BY memory_id"))
                .containsExactly("n-3", "n-5");
        assertThat(town.values("SELECT DISTINCT superseded_by FROM memories WHERE superseded_by IS NOT NULL"))
                .containsExactly("n-3");
        assertThat(town.value("SELECT supersedes FROM memories WHERE memory_id = 'n-3'"))
                .isEqualTo("null");
        assertThat(town.notes()
                        .journal(Principal.as("ana"), "another day")
                        .value()
                        .supersedes())
                .isEqualTo("n-5");
    }

    @Test
    void whatWasImportedIsFoundAndCanBeUsed() throws Exception {
        takeTown();
        assertThat(town.context()
                        .search(Town.HUMAN, ContextQuery.of("fact k-1"))
                        .items())
                .extracting(ContextHit::ref)
                .contains("knowledge:k-1");
        assertThat(town.knowledge().get(Town.HUMAN, "k-1").fact())
                .extracting(Fact::domain, Fact::confidence, Fact::identity)
                .containsExactly("Tools/Git", 0.8, "human");
        town.messages().send(Principal.as("ana"), "general", MessageDraft.of("fourth"));
        assertThat(town.value("SELECT last_seq FROM channels WHERE name = 'general'"))
                .isEqualTo("4");
    }

    @Test
    void importingTwiceSkipsEverything() throws Exception {
        takeTown();
        List<String> before = SpaceLaws.dump(town);
        SpaceImportReport again = take(OPTIONS);
        assertThat(again.written()).isZero();
        assertThat(SpaceLaws.dump(town)).isEqualTo(before);
        town.clock().advance(Duration.ofDays(1));
        town.messages().delete(Town.HUMAN, "m-2");
        town.agents().rename(Town.HUMAN, "ana", "anna");
        try (OldSpace old = OldSpace.existing(file)) {
            old.message("m-7", "c-1", "a-ana", "fifth", "2025-03-05 00:00:00");
        }
        assertThat(take(OPTIONS).written()).isEqualTo(1);
        assertThat(town.values("SELECT seq FROM messages WHERE message_id = 'm-7'"))
                .containsExactly("4");
    }

    @Test
    void namesOfFilesBecomeTheirTexts() throws Exception {
        Path canon = Files.createDirectories(elsewhere.resolve("canon"));
        Files.writeString(canon.resolve("zealot.md"), "Never give up.");
        Files.writeString(elsewhere.resolve("secret.md"), "secret");
        Files.createSymbolicLink(canon.resolve("link.md"), elsewhere.resolve("secret.md"));
        try (OldSpace old = OldSpace.at(file)) {
            old.agent("a", "ana")
                    .agent("b", "ben")
                    .agent("c", "cy")
                    .agent("d", "dee")
                    .agent("e", "eve");
            old.run("UPDATE agents SET constitution = 'zealot' WHERE agent_id = 'a'");
            old.run("UPDATE agents SET constitution = '../secret.md' WHERE agent_id = 'b'");
            old.run("UPDATE agents SET constitution = '" + elsewhere.resolve("secret.md") + "' WHERE agent_id = 'c'");
            old.run("UPDATE agents SET constitution = 'link.md' WHERE agent_id = 'd'");
        }
        SpaceImportReport taken = take(OPTIONS.canon(canon));
        assertThat(town.agents().get(Town.HUMAN, "ana").constitution()).isEqualTo("Never give up.");
        assertThat(town.values("SELECT text FROM constitutions"))
                .contains("Never give up.")
                .doesNotContain("secret");
        assertThat(taken.remarks().getOrDefault(Remark.UNRESOLVED_CONSTITUTIONS, List.of()))
                .containsExactly("ben: ../secret.md", "cy: " + elsewhere.resolve("secret.md"), "dee: link.md");
        assertThat(take(OPTIONS).written()).isZero();
    }
}
