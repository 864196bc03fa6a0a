package dev.stoa.society.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.society.OldSpace;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.foreign.SpaceImportReport.Remark;
import dev.stoa.society.message.Messages;
import dev.stoa.society.note.Note;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.Tasks;
import dev.stoa.storage.foreign.ForeignFile;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old files in which something is missing, double, contradictory or of another layout, and archives that are in use. */
@OnBothDatabases
class SpaceMessTest extends TownFixture {
    private static final SpaceOptions OPTIONS = SpaceOptions.defaults().zone(ZoneOffset.UTC);

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

    private static List<String> remarks(SpaceImportReport taken, Remark remark) {
        return taken.remarks().getOrDefault(remark, List.of());
    }

    @Test
    void whatIsMissingIsFilledIn() throws Exception {
        try (OldSpace old = OldSpace.looseAt(file)) {
            old.insert("agents", "agent_id", "a", "identity", "ana");
            old.channel("c", "lab")
                    .message("m", "c", "a", "nul \0 here", "soon")
                    .message("s", "c", "system", "x", "");
            old.insert(
                    "memories",
                    "memory_id",
                    "n",
                    "agent_id",
                    "a",
                    "message",
                    "text",
                    "created_at",
                    OldSpace.UTC,
                    "core",
                    "true",
                    "source",
                    null,
                    "bridge_channel",
                    "lab");
            old.insert("knowledge", "knowledge_id", "k", "agent_id", "a", "confidence", "high", "created_at", "x");
            old.task("t", "a", "weird", "channel_id", "gone");
            old.insert("sessions", "session_id", "s1", "agent_id", "a", "spawn_number", null);
        }
        SpaceImportReport taken = take(OPTIONS);
        assertThat(taken.written()).isEqualTo(8);
        assertThat(town.value("SELECT model FROM agents WHERE identity = 'ana'"))
                .isEqualTo("none:");
        assertThat(town.value("SELECT content FROM messages WHERE message_id = 'm'"))
                .isEqualTo("nul \uFFFD here");
        Note note = town.notes().show(Principal.as("ana"), "n").note();
        assertThat(note)
                .extracting(Note::topic, Note::core, Note::source, Note::bridgeChannel)
                .containsExactly("general", true, "manual", "c");
        assertThat(town.value("SELECT count(*) FROM memories WHERE timestamp = created_at"))
                .isEqualTo("1");
        assertThat(town.tasks().get(Town.HUMAN, "t").status()).isEqualTo(TaskStatus.FAILED);
        assertThat(remarks(taken, Remark.FILLED_IN))
                .contains("tasks t: status weird is now failed")
                .contains("messages: 1 texts held the character zero, now U+FFFD");
        assertThat(remarks(taken, Remark.CONFIDENCES_DROPPED)).containsExactly("knowledge k: high");
        assertThat(remarks(taken, Remark.POINTERS_DROPPED)).containsExactly("tasks t: channel_id gone does not exist");
        assertThat(remarks(taken, Remark.TIMES_REPLACED)).contains("messages m: created_at \"soon\" is no time");
        assertThat(remarks(taken, Remark.SPAWN_NUMBERS_MOVED)).containsExactly("sessions s1: null became 1");
        assertThat(take(OPTIONS).written()).isZero();
    }

    @Test
    void rowsWithoutParentsAreListedAndNothingIsWritten() throws Exception {
        try (OldSpace old = OldSpace.looseAt(file)) {
            old.agent("a", "ana").agent("x", "").channel("c", "lab").insert("channels", "name", "nameless");
            old.message("m1", "c", "a", "kept", OldSpace.UTC).message("m2", "c", "x", "by nobody", OldSpace.UTC);
            old.message("m3", "gone", "a", "nowhere", OldSpace.UTC);
            old.insert("messages", "channel_id", "c", "agent_id", "a", "content", "without id");
            old.note("n", "gone", "t", OldSpace.UTC, null, null)
                    .fact("k", "gone", "d", 1)
                    .task("t", "gone", "pending");
            old.session("s", "gone", 1, OldSpace.UTC, null);
            old.insert("bookmarks", "agent_id", "gone", "channel_id", "c");
            old.message("m1", "c", "a", "kept", OldSpace.UTC);
        }
        List<String> before = SpaceLaws.dump(town);
        assertThatThrownBy(() -> take(OPTIONS))
                .isInstanceOf(ConflictException.class)
                .hasMessageStartingWith(
                        "10 rows are broken: agents x: it has no identity, channels row 2: it has no id, ")
                .hasMessageContaining("messages m2: its agent x does not exist")
                .hasMessageContaining("messages row 4: it has no id");
        assertThat(SpaceLaws.dump(town)).isEqualTo(before);

        SpaceImportReport taken = take(OPTIONS.skipBroken(true));
        assertThat(taken.tables()).contains(new SpaceImportReport.Table("messages", 5, 1, 4));
        assertThat(remarks(taken, Remark.BROKEN)).hasSize(10);
        assertThat(take(OPTIONS.skipBroken(true)).written()).isZero();
    }

    @Test
    void anIdThatStandsForSomethingElseIsRefused() throws Exception {
        try (OldSpace old = OldSpace.at(file)) {
            old.town();
        }
        take(OPTIONS);
        List<String> before = SpaceLaws.dump(town);
        try (OldSpace old = OldSpace.existing(file)) {
            old.run("UPDATE messages SET content = 'other' WHERE message_id = 'm-1'");
            old.run("UPDATE memories SET topic = 'other' WHERE memory_id = 'n-1'");
            old.run("UPDATE knowledge SET domain = 'other' WHERE knowledge_id = 'k-1'");
            old.run("UPDATE tasks SET output = 'other' WHERE task_id = 't-1'");
            old.run("UPDATE agents SET model = 'other' WHERE agent_id = 'a-ana'");
            old.run("UPDATE channels SET topic = 'other' WHERE channel_id = 'c-1'");
            old.message("m-8", "c-1", "a-ana", "new", OldSpace.UTC);
        }
        assertThatThrownBy(() -> take(OPTIONS.mapIdentities(true).skipBroken(true)))
                .isInstanceOf(ConflictException.class)
                .hasMessage("6 rows exist here with other content: agents a-ana, channels c-1, tasks t-1, messages m-1,"
                        + " memories n-1, knowledge k-1");
        assertThat(SpaceLaws.dump(town)).isEqualTo(before);
    }

    @Test
    void namesThatOthersHaveBecomeTheseIfAskedTo() throws Exception {
        Principal ana = town.agent("ana");
        town.agents().rename(Town.HUMAN, "ana", "anna");
        town.channels().create(ana, new ChannelDraft("general", null, true, List.of(), false));
        town.messages().send(ana, "general", MessageDraft.of("before"));
        town.notes().journal(Principal.as("anna"), "today");
        try (OldSpace old = OldSpace.at(file)) {
            old.town();
        }
        assertThatThrownBy(() -> take(OPTIONS))
                .hasMessageStartingWith("2 rows have the names of others: agents a-ana: identity ana is held by ");
        SpaceImportReport taken = take(OPTIONS.mapIdentities(true));
        assertThat(remarks(taken, Remark.MAPPED)).hasSize(3);
        assertThat(town.messages()
                        .history(Principal.as("anna"), "general", Messages.Range.newest(9))
                        .items())
                .extracting(Message::seq, Message::content, Message::identity)
                .containsExactly(
                        tuple(1L, "before", "anna"),
                        tuple(2L, "first", "anna"),
                        tuple(3L, "second", "human"),
                        tuple(4L, "third @ben", "anna"));
        // Who is only said to have written there does not get in.
        assertThat(town.value("SELECT role FROM channel_members m JOIN agents a ON a.agent_id = m.agent_id"
                        + " JOIN channels c ON c.channel_id = m.channel_id"
                        + " WHERE c.name = 'general' AND a.identity = 'human'"))
                .isEqualTo("left");
        assertThat(remarks(taken, Remark.BOOKMARKS_LEFT))
                .singleElement()
                .asString()
                .contains("had earlier messages");
        // The journal of today is newer than those of the file.
        assertThat(town.values("SELECT message FROM memories WHERE topic = 'journal' AND archived_at IS NULL"))
                .containsExactly("today");
        assertThat(take(OPTIONS.mapIdentities(true)).written()).isZero();
    }

    @Test
    void notesThatCameLaterReplaceThoseThatAreHere() throws Exception {
        try (OldSpace old = OldSpace.looseAt(file)) {
            old.agent("a", "ana").note("n1", "a", "t", "2025-01-01 00:00:00", null, null);
        }
        take(OPTIONS);
        try (OldSpace old = OldSpace.existing(file)) {
            old.note("n2", "a", "t", "2025-01-02 00:00:00", "n3", "n1")
                    .note("n3", "a", "t", "2025-01-03 00:00:00", null, null);
            old.note("n4", "a", "t", "2025-01-04 00:00:00", "nowhere", "n2");
            old.note("j", "a", "journal", "2025-01-04 00:00:00", null, null);
        }
        SpaceImportReport taken = take(OPTIONS);
        assertThat(remarks(taken, Remark.LINEAGE_DROPPED))
                .containsExactly(
                        "note n4 to nowhere: nowhere does not exist", "note n2 to n4: it says that n3 replaced it");
        assertThat(town.values("SELECT old_id || '-' || new_id FROM note_lineage ORDER BY old_id"))
                .containsExactly("n1-n2", "n2-n3");
        assertThat(town.values("SELECT supersedes FROM memories ORDER BY memory_id"))
                .containsExactly("null", "null", "n1", "n2", "null");
        assertThat(town.values("SELECT memory_id FROM memories WHERE archived_at IS NULL ORDER BY memory_id"))
                .containsExactly("j", "n3", "n4");
    }

    @Test
    void theLaterLayoutIsRecognised() throws Exception {
        try (OldSpace old = OldSpace.laterAt(file)) {
            old.agent("a", "ana").agent("b", "ben").channel("c", "lab").message("m", "c", "a", "hi", OldSpace.UTC);
            old.run("UPDATE agents SET role = 'reviewer'");
            old.insert("sessions", "session_id", "x", "provider", "claude", "model", "m");
            old.insert("transcripts", "session_id", "x", "content", "secret");
            old.insert("spawns", "id", "p2", "agent_id", "a", "channel_id", "c", "created_at", "2025-02-02 00:00:00");
            old.insert(
                    "spawns",
                    "id",
                    "p1",
                    "agent_id",
                    "a",
                    "created_at",
                    "2025-02-01 00:00:00",
                    "ended_at",
                    OldSpace.UTC);
            for (String status : List.of("open", "in_progress", "done", "cancelled")) {
                old.insert(
                        "tasks",
                        "task_id",
                        status,
                        "creator_id",
                        "a",
                        "agent_id",
                        "b",
                        "content",
                        "do it",
                        "status",
                        status,
                        "created_at",
                        OldSpace.UTC,
                        "started_at",
                        OldSpace.UTC);
            }
            old.insert(
                    "bookmarks", "reader_id", "b", "channel_id", "c", "last_read_id", "m", "updated_at", OldSpace.UTC);
            old.insert(
                    "bookmarks", "reader_id", "p1", "channel_id", "c", "last_read_id", "m", "updated_at", OldSpace.UTC);
            old.insert(
                    "memories",
                    "memory_id",
                    "n",
                    "agent_id",
                    "a",
                    "topic",
                    "t",
                    "message",
                    "x",
                    "created_at",
                    OldSpace.UTC);
        }
        try (ForeignFile old = ForeignFile.open(file)) {
            assertThat(SpaceImport.recognises(old)).isTrue();
        }
        SpaceImportReport taken = take(OPTIONS);
        assertThat(town.values("SELECT session_id || spawn_number FROM sessions ORDER BY spawn_number"))
                .containsExactly("p11", "p22");
        assertThat(town.values("SELECT task_id || ' ' || kind || ' ' || status FROM tasks ORDER BY task_id"))
                .containsExactlyInAnyOrder(
                        "open work pending",
                        "in_progress work pending",
                        "done work completed",
                        "cancelled work killed");
        assertThat(town.values("SELECT assignee_id FROM tasks WHERE status = 'completed'"))
                .containsExactly("b");
        assertThat(town.tasks().claimNext(Principal.as("ana"), Tasks.LEASE)).isPresent();
        assertThat(town.values("SELECT agent_id || last_seen_seq FROM bookmarks"))
                .containsExactly("b1");
        assertThat(remarks(taken, Remark.BOOKMARKS_LEFT)).containsExactly("of p1 in c: its reader is no agent");
        assertThat(remarks(taken, Remark.SPAWN_NUMBERS_MOVED)).isEmpty();
        assertThat(remarks(taken, Remark.LEFT_OUT))
                .contains("table sessions (1 rows)", "table transcripts (1 rows)", "column spawns.pid");
        assertThat(town.agents().get(Town.HUMAN, "ana").selfDescription()).isEqualTo("reviewer");
    }
}
