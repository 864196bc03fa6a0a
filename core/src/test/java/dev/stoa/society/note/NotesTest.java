package dev.stoa.society.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class NotesTest extends TownFixture {
    private Notes notes;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        notes = town.notes();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        assertThat(town.violations()).isEmpty();
    }

    private Note note(Principal by, String message) {
        return notes.add(by, NoteDraft.of(message)).value();
    }

    @Test
    void aNoteIsKeptAsItWasWritten() {
        town.archive().write(tx -> tx.update("""
                INSERT INTO channels (channel_id, name, created_at) VALUES ('c-1', 'lab', '2026-01-01T00:00:00.000')"""));
        Added<Note> added = notes.add(
                ana,
                NoteDraft.fromJson(JsonFields.of(Json.object(
                        "message",
                        "Vacuum first.\n",
                        "topic",
                        "pg",
                        "core",
                        true,
                        "share_with",
                        List.of("@bo"),
                        "source",
                        "review",
                        "code_anchors",
                        "a.java:7",
                        "bridge_channel",
                        "#lab",
                        "trust",
                        "human"))));
        assertThat(added.created()).isTrue();
        assertThat(added.trustCapped()).isTrue();
        assertThat(added.value().document())
                .containsEntry("identity", "ana")
                .containsEntry("topic", "pg")
                .containsEntry("message", "Vacuum first.\n")
                .containsEntry("timestamp", town.clock().instant())
                .containsEntry("created_at", town.clock().instant())
                .containsEntry("archived_at", null)
                .containsEntry("core", true)
                .containsEntry("source", "review")
                .containsEntry("bridge_channel", "c-1")
                .containsEntry("code_anchors", "a.java:7")
                .containsEntry("supersedes", null)
                .containsEntry("superseded_by", null)
                .containsEntry("parents", List.of())
                .containsEntry("public", false)
                .containsEntry("shared_with", List.of("bo"))
                .containsEntry("trust", "agent")
                .hasSize(20);
        assertThat(notes.add(Town.HUMAN, NoteDraft.of("mine")).value().trust()).isEqualTo(Trust.HUMAN);
        assertThat(notes.add(Town.HUMAN.atMost(Trust.UNTRUSTED), NoteDraft.of("from outside"))
                        .value()
                        .trust())
                .isEqualTo(Trust.UNTRUSTED);
        assertThat(town.feed()).endsWith("note.added", "note.added", "note.added");
        assertThat(added.value().seq())
                .isEqualTo(Long.parseLong(town.value("SELECT min(feed_seq) FROM feed WHERE kind = 'note.added'")));
    }

    @Test
    void theAnswerToANewNoteIsTheNoteAsItIsRead() {
        town.archive().write(tx -> tx.update("""
                INSERT INTO channels (channel_id, name, created_at) VALUES ('c-1', 'lab', '2026-01-01T00:00:00.000')"""));
        List<NoteDraft> drafts = List.of(
                NoteDraft.of("plain"),
                NoteDraft.of("öpen \uD83E\uDD89", "t").publicly(true).core(true).trust(Trust.UNTRUSTED),
                NoteDraft.of("placed").source("review").anchors("a.java:7").channel("#lab"),
                NoteDraft.of("shared").sharedWith(List.of("@bo", "ana")),
                NoteDraft.of("passed on", Note.JOURNAL),
                NoteDraft.of("passed on again", Note.JOURNAL));
        for (NoteDraft draft : drafts) {
            for (Principal by : List.of(ana, Town.HUMAN, Town.HUMAN.atMost(Trust.UNTRUSTED))) {
                Added<Note> added = notes.add(by, draft);
                assertThat(notes.get(by, added.value().id())).isEqualTo(added.value());
                town.clock().advance(Duration.ofNanos(1_234_567));
            }
        }
    }

    @Test
    void aNewNoteIsNotReadBack() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        town.archive().write(tx -> tx.update("""
                CREATE TRIGGER later AFTER INSERT ON memories
                BEGIN UPDATE memories SET source = 'later' WHERE memory_id = NEW.memory_id; END"""));
        Note added = note(ana, "x");
        assertThat(added.source()).isEqualTo("manual");
        assertThat(notes.get(ana, added.id()).source()).isEqualTo("later");
    }

    @Test
    void theSameTopicAndTextAgainIsTheNoteThatIsThere() {
        Note first = note(ana, "x");
        town.clock().advance(Duration.ofHours(1));
        Added<Note> again = notes.add(ana, NoteDraft.of("x").core(true));
        assertThat(again.created()).isFalse();
        assertThat(again.value()).isEqualTo(first);
        assertThat(notes.add(bo, NoteDraft.of("x")).created()).isTrue();
        assertThat(notes.add(ana, NoteDraft.of("x", "other")).created()).isTrue();
        notes.archive(ana, first.id());
        assertThat(notes.add(ana, NoteDraft.of("x")).created()).isTrue();
    }

    @Test
    void whatIsOutOfBoundsIsRefused() {
        assertThatThrownBy(() -> NoteDraft.of(" "))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("message");
        assertThatThrownBy(() -> NoteDraft.of("a".repeat(32_769)))
                .hasMessageContaining("message has 32,769 characters; at most 32,768");
        assertThatThrownBy(() -> NoteDraft.of("a", "t".repeat(81))).hasMessageContaining("topic has 81 characters");
        assertThatThrownBy(() -> NoteDraft.of("a").source("Big")).hasMessageContaining("source \"Big\"");
        assertThatThrownBy(() -> NoteDraft.of("a").source("synthesis")).hasMessageContaining("set by Stoa alone");
        assertThatThrownBy(() -> notes.add(ana, NoteDraft.of("a").channel("nowhere")))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> notes.add(ana, NoteDraft.of("a").sharedWith(List.of("nobody"))))
                .isInstanceOf(NotFoundException.class);
        assertThat(town.value("SELECT count(*) FROM memories")).isEqualTo("0");
        assertThat(town.value("SELECT count(*) FROM search_docs")).isEqualTo("0");
    }

    @Test
    @DisplayName("No agent must be able to read, edit, archive or promote another's private note by knowing its id")
    void aPrivateNoteDoesNotExistForOthers() {
        Note secret = note(ana, "secret");
        String tail = secret.id().substring(28);
        for (String ref : List.of(secret.id(), tail)) {
            List<Runnable> attempts = List.of(
                    () -> notes.get(bo, ref),
                    () -> notes.edit(bo, ref, "mine now", null),
                    () -> notes.archive(bo, ref),
                    () -> notes.restore(bo, ref),
                    () -> notes.core(bo, ref, true),
                    () -> notes.share(bo, ref, NoteSharing.open()),
                    () -> notes.delete(bo, ref),
                    () -> notes.replace(bo, List.of(ref), NoteSynthesis.of("x")),
                    () -> notes.chain(bo, ref, 10));
            for (Runnable attempt : attempts) {
                assertThatThrownBy(attempt::run)
                        .isInstanceOf(NotFoundException.class)
                        .hasMessageContaining("no note");
            }
        }
        assertThat(notes.list(bo, NoteFilter.mine().of("ana")).items()).isEmpty();
        // A human is no exception, the operator is.
        assertThatThrownBy(() -> notes.get(Town.HUMAN, secret.id())).isInstanceOf(NotFoundException.class);
        assertThat(notes.get(Principal.operator("local"), secret.id())).isEqualTo(secret);
        assertThat(notes.get(ana, secret.id())).isEqualTo(secret);
    }

    @Test
    void aSharedNoteCanBeReadAndNothingElse() {
        Note shared =
                notes.add(ana, NoteDraft.of("for bo").sharedWith(List.of("bo"))).value();
        assertThat(notes.get(bo, shared.id()).message()).isEqualTo("for bo");
        assertThat(notes.list(bo, NoteFilter.mine().of("ana")).items()).hasSize(1);
        List<Runnable> attempts = List.of(
                () -> notes.edit(bo, shared.id(), "x", null),
                () -> notes.archive(bo, shared.id()),
                () -> notes.core(bo, shared.id(), true),
                () -> notes.share(bo, shared.id(), NoteSharing.open()),
                () -> notes.delete(bo, shared.id()));
        for (Runnable attempt : attempts) {
            assertThatThrownBy(attempt::run)
                    .isInstanceOf(ForbiddenException.class)
                    .hasMessageContaining("belongs to ana");
        }
        assertThatThrownBy(() -> notes.replace(bo, List.of(shared.id()), NoteSynthesis.of("x")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("belongs to ana");

        assertThat(notes.share(ana, shared.id(), NoteSharing.none()).changed()).isTrue();
        assertThat(notes.share(ana, shared.id(), NoteSharing.none()).changed()).isFalse();
        assertThatThrownBy(() -> notes.get(bo, shared.id())).isInstanceOf(NotFoundException.class);
        assertThat(notes.share(ana, shared.id(), NoteSharing.open()).value().isPublic())
                .isTrue();
        assertThat(notes.get(bo, shared.id()).id()).isEqualTo(shared.id());
        assertThat(notes.share(ana, shared.id(), NoteSharing.with(List.of("bo", "ana")))
                        .value()
                        .sharedWith())
                .containsExactly("bo");
        assertThat(notes.share(ana, shared.id(), NoteSharing.with(List.of("bo")))
                        .changed())
                .isFalse();
        assertThatThrownBy(() -> NoteSharing.with(List.of())).isInstanceOf(InvalidException.class);
    }

    @Test
    @DisplayName("A note shared with one agent must stay hidden from every other")
    void aSharedNoteIsReadByItsOwnerAndItsReaderAndByNoStranger() {
        Principal cy = town.agent("cy");
        Note forBo =
                notes.add(ana, NoteDraft.of("for bo").sharedWith(List.of("bo"))).value();
        Note forCy =
                notes.add(ana, NoteDraft.of("for cy").sharedWith(List.of("cy"))).value();
        NoteFilter ofAna = NoteFilter.mine().of("ana");

        assertThat(notes.list(ana, ofAna).items()).extracting(Note::id).containsExactly(forCy.id(), forBo.id());
        assertThat(notes.list(bo, ofAna).items()).extracting(Note::id).containsExactly(forBo.id());
        assertThat(notes.list(cy, ofAna).items()).extracting(Note::id).containsExactly(forCy.id());
        assertThat(notes.get(bo, forBo.id()).message()).isEqualTo("for bo");
        for (Runnable attempt : List.<Runnable>of(
                () -> notes.get(cy, forBo.id()),
                () -> notes.show(cy, forBo.id()),
                () -> notes.chain(cy, forBo.id(), 10),
                () -> notes.get(bo, forCy.id()))) {
            assertThatThrownBy(attempt::run).isInstanceOf(NotFoundException.class);
        }

        notes.share(ana, forBo.id(), NoteSharing.with(List.of("cy")));
        assertThat(notes.list(cy, ofAna).items()).hasSize(2);
        assertThat(notes.list(bo, ofAna).items()).hasSize(1);
    }

    @Test
    void coreNotesComeFirstThenTheNewest() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ids.add(notes.add(
                            ana, NoteDraft.of("n" + i, i == 3 ? "t" : "general").core(i == 1 || i == 4))
                    .value()
                    .id());
        }
        List<String> order = List.of("n4", "n1", "n6", "n5", "n3", "n2", "n0");
        assertThat(notes.list(ana, NoteFilter.mine()).items())
                .extracting(Note::message)
                .isEqualTo(order);
        List<String> paged = new ArrayList<>();
        String cursor = null;
        do {
            Page<Note> page =
                    notes.list(ana, new NoteFilter(null, null, false, null, false, new Page.Request(2, cursor)));
            page.items().forEach(note -> paged.add(note.message()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(paged).isEqualTo(order);
        assertThat(filtered("t", false, null, false)).containsExactly("n3");
        assertThat(filtered(null, true, null, false)).containsExactly("n4", "n1");
        notes.archive(ana, ids.get(6));
        assertThat(filtered(null, false, null, true)).containsExactly("n6");
        town.clock().advance(Duration.ofDays(3));
        notes.edit(ana, ids.get(0), "n0 again", null);
        assertThat(filtered(null, false, 2, false)).containsExactly("n0 again");
        assertThatThrownBy(() -> filtered(null, false, 0, false)).isInstanceOf(InvalidException.class);
    }

    private List<String> filtered(@Nullable String topic, boolean core, @Nullable Integer days, boolean archived) {
        return notes
                .list(ana, new NoteFilter("ana", topic, core, days, archived, Page.Request.first()))
                .items()
                .stream()
                .map(Note::message)
                .toList();
    }

    @Test
    void anEditKeepsTheLastTwentyVersions() {
        Note note = note(ana, "v0");
        for (int i = 1; i <= 25; i++) {
            town.clock().advance(Duration.ofSeconds(1));
            assertThat(notes.edit(ana, note.id(), "v" + i, null).changed()).isTrue();
        }
        assertThat(notes.edit(ana, note.id(), "v25", "general").changed()).isFalse();
        Note now = notes.get(ana, note.id());
        assertThat(now.at()).isEqualTo(town.clock().instant());
        assertThat(now.createdAt()).isEqualTo(note.createdAt());
        assertThat(now.seq()).isEqualTo(note.seq());
        assertThat(town.values("SELECT message FROM note_revisions ORDER BY revision"))
                .hasSize(20)
                .startsWith("v5")
                .endsWith("v24");
        assertThatThrownBy(() -> notes.edit(ana, note.id(), null, null)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> notes.edit(ana, note.id(), null, "journal")).isInstanceOf(ConflictException.class);
        notes.archive(ana, note.id());
        assertThatThrownBy(() -> notes.edit(ana, note.id(), "x", null))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("is archived");
    }

    @Test
    void anAgentHasAtMostThirtyTwoCoreNotes() {
        List<String> core = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            core.add(notes.add(ana, NoteDraft.of("c" + i).core(true)).value().id());
        }
        Note more = note(ana, "more");
        assertThatThrownBy(() -> notes.core(ana, more.id(), true))
                .isInstanceOf(ConflictException.class)
                .satisfies(e -> assertThat(((ConflictException) e).code()).isEqualTo("limit"));
        assertThatThrownBy(() -> notes.add(ana, NoteDraft.of("c32").core(true))).isInstanceOf(ConflictException.class);
        assertThat(notes.core(bo, note(bo, "b").id(), true).changed()).isTrue();
        notes.archive(ana, core.getFirst());
        assertThat(notes.core(ana, more.id(), true).changed()).isTrue();
        assertThat(notes.core(ana, more.id(), true).changed()).isFalse();
        assertThatThrownBy(() -> notes.restore(ana, core.getFirst())).isInstanceOf(ConflictException.class);
        // One in place of two makes room.
        notes.replace(ana, core.subList(1, 3), NoteSynthesis.of("c1 and c2"));
        assertThat(notes.restore(ana, core.getFirst()).changed()).isTrue();
    }

    @Test
    void archiveAndRestoreChangeNothingTheSecondTime() {
        Note note = note(ana, "x");
        assertThat(notes.archive(ana, note.id()).changed()).isTrue();
        Note archived = notes.get(ana, note.id());
        town.clock().advance(Duration.ofHours(1));
        assertThat(notes.archive(ana, note.id())).isEqualTo(new ChangeResult<>(archived, false));
        assertThat(town.value("SELECT live FROM search_docs")).isEqualTo("0");
        assertThat(notes.restore(ana, note.id())).isEqualTo(new ChangeResult<>(note, true));
        assertThat(notes.restore(ana, note.id()).changed()).isFalse();
        assertThat(town.value("SELECT live FROM search_docs")).isEqualTo("1");
    }

    @Test
    void aDeletedNoteIsGoneWithAllThatBelongsToIt() {
        Note note = notes.add(ana, NoteDraft.of("x").sharedWith(List.of("bo"))).value();
        notes.edit(ana, note.id(), "y", null);
        Note next =
                notes.replace(ana, List.of(note.id()), NoteSynthesis.of("z")).value();
        notes.delete(ana, note.id());
        assertThat(notes.get(ana, next.id()).supersedes()).isNull();
        for (String table : List.of("note_shares", "note_revisions", "note_lineage")) {
            assertThat(town.value("SELECT count(*) FROM " + table)).as(table).isEqualTo("0");
        }
        assertThat(town.values("SELECT ref_id FROM search_docs")).containsExactly(next.id());
        assertThatThrownBy(() -> notes.get(ana, note.id())).isInstanceOf(NotFoundException.class);
        assertThat(town.feed()).endsWith("note.deleted");
    }
}
