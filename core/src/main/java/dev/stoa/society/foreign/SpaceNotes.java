package dev.stoa.society.foreign;

import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteWriter;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The notes of an import, and which replaced which. Not thread-safe. */
final class SpaceNotes implements SpaceImporter.Part {
    private final SpaceImporter intake;
    private final Map<String, NewNote> notes = new LinkedHashMap<>();
    private final List<SpaceLineage.Claim> claims = new ArrayList<>();
    private final Map<String, Instant> putAway = new HashMap<>();

    private record NewNote(
            SpaceRow row,
            String id,
            String agent,
            String topic,
            String message,
            Instant timestamp,
            Instant created,
            @Nullable Instant archived,
            @Nullable String channel) {}

    SpaceNotes(SpaceImporter intake) {
        this.intake = intake;
    }

    @Override
    public void decide() {
        boolean none = intake.isEmpty("memories");
        intake.rows("memories").forEach(row -> decide(row, none));
    }

    private void decide(SpaceRow row, boolean none) {
        String id = row.word("memory_id", "id");
        String agent = intake.people().agent(row.word("agent_id"));
        if (agent == null) {
            intake.tally().broken(row, id, "its agent " + row.text("agent_id") + " is not there");
            return;
        }
        String topic = Objects.requireNonNullElse(row.text("topic"), "general");
        String message = Objects.requireNonNullElse(row.text("message", "content"), "");
        List<@Nullable String> says = Arrays.asList(agent, topic, message);
        boolean isNew = intake.tally().isNew(row, "note", id, says, key -> none ? Optional.empty() : stored(key));
        if (id == null) {
            return;
        }
        claims.add(new SpaceLineage.Claim(id, row.word("superseded_by"), row.word("supersedes")));
        if (!isNew) {
            return;
        }
        Instant created = intake.time(row, id, "created_at", "timestamp");
        Instant timestamp = intake.timeOrNull(row, id, "timestamp");
        notes.put(
                id,
                new NewNote(
                        row,
                        id,
                        agent,
                        topic,
                        message,
                        timestamp == null ? created : timestamp,
                        created,
                        intake.timeOrNull(row, id, "archived_at"),
                        intake.people().channelOrNone(row, id, "bridge_channel")));
        intake.tell(created, FeedKind.NOTE_ADDED, agent, null, id);
    }

    private Optional<List<@Nullable String>> stored(String id) {
        return intake.tx()
                .one(
                        "SELECT agent_id, topic, message FROM memories WHERE memory_id = ?",
                        row -> Arrays.asList(row.text(1), row.text(2), row.text(3)),
                        id);
    }

    private boolean isHere(String id) {
        return intake.tx().number("SELECT count(*) FROM memories WHERE memory_id = ?", id) > 0;
    }

    private @Nullable String successor(String id) {
        return notes.containsKey(id)
                ? null
                : intake.tx()
                        .one("SELECT new_id FROM note_lineage WHERE old_id = ?", row -> row.text(1), id)
                        .orElse(null);
    }

    @Override
    public void write() {
        SpaceLineage lineage = new SpaceLineage(id -> notes.containsKey(id) || isHere(id), this::successor);
        // What both were here before was linked before, or parted since.
        List<SpaceLineage.Link> links = lineage.links(claims).stream()
                .filter(link -> notes.containsKey(link.newId()) || notes.containsKey(link.oldId()))
                .toList();
        lineage.dropped().forEach(item -> intake.tally().remark(SpaceImportReport.Remark.LINEAGE_DROPPED, item));
        links.forEach(link -> putAway.put(link.oldId(), created(link.newId())));
        keepNewestJournals();
        notes.values().forEach(this::insert);
        link(links);
    }

    private Instant created(String id) {
        NewNote note = notes.get(id);
        return note != null
                ? Objects.requireNonNull(SpaceImporter.stored(note.created()))
                : intake.tx()
                        .one("SELECT created_at FROM memories WHERE memory_id = ?", row -> row.instant(1), id)
                        .orElse(intake.now());
    }

    private void insert(NewNote note) {
        Tx tx = intake.tx();
        SpaceRow row = note.row();
        long seq = intake.seq(FeedKind.NOTE_ADDED, note.id());
        Instant archived = archived(note);
        Instant timestamp = Objects.requireNonNull(SpaceImporter.stored(note.timestamp()));
        tx.update(
                """
                INSERT INTO memories (memory_id, agent_id, topic, message, timestamp, created_at, archived_at, core,
                    source, bridge_channel, code_anchors, synthesis_note, seq, content_hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                note.id(),
                note.agent(),
                note.topic(),
                note.message(),
                timestamp,
                SpaceImporter.stored(note.created()),
                archived,
                row.flag("core") ? 1 : 0,
                Objects.requireNonNullElse(row.word("source"), "manual"),
                note.channel(),
                row.text("code_anchors"),
                row.text("synthesis_note"),
                seq,
                ContentHash.of(note.topic(), note.message()));
        SearchIndex.add(
                tx,
                SearchSources.note(
                        note.id(), note.agent(), note.topic(), note.message(), timestamp, archived == null, seq));
        intake.tally().written(row);
    }

    private @Nullable Instant archived(NewNote note) {
        return note.archived() == null ? putAway.get(note.id()) : SpaceImporter.stored(note.archived());
    }

    private void link(List<SpaceLineage.Link> links) {
        Tx tx = intake.tx();
        Set<String> changed = new LinkedHashSet<>();
        for (SpaceLineage.Link link : links) {
            long others = tx.number("SELECT count(*) FROM note_lineage WHERE new_id = ?", link.newId());
            tx.update(
                    "INSERT INTO note_lineage (new_id, old_id, ordinal) VALUES (?, ?, ?)",
                    link.newId(),
                    link.oldId(),
                    others);
            tx.update("UPDATE memories SET superseded_by = ? WHERE memory_id = ?", link.newId(), link.oldId());
            changed.add(link.newId());
            if (!notes.containsKey(link.oldId())) {
                putAway(link.oldId(), created(link.newId()));
            }
        }
        for (String id : changed) {
            tx.update("""
                    UPDATE memories SET supersedes = (SELECT CASE WHEN count(*) = 1 THEN min(old_id) END
                        FROM note_lineage WHERE new_id = memory_id)
                    WHERE memory_id = ?""", id);
        }
    }

    /** Archives a note that was here before, unless it is archived. */
    private void putAway(String id, Instant at) {
        Tx tx = intake.tx();
        String agent = tx.one(
                        "SELECT agent_id FROM memories WHERE memory_id = ? AND archived_at IS NULL",
                        row -> row.text(1),
                        id)
                .orElse(null);
        if (agent != null) {
            NoteWriter.archive(tx, id, at);
            Feed.tell(tx, intake.now(), FeedKind.NOTE_CHANGED, agent, null, id);
        }
    }

    private record Journal(String id, String agent, Instant created) {}

    /** An agent has one live journal: of several, here and in the file, the newest. */
    private void keepNewestJournals() {
        Map<String, List<Journal>> journals = new LinkedHashMap<>();
        for (NewNote note : notes.values()) {
            if (note.topic().equals(Note.JOURNAL) && archived(note) == null) {
                journals.computeIfAbsent(note.agent(), this::journalsHere)
                        .add(new Journal(note.id(), note.agent(), note.created()));
            }
        }
        journals.forEach((agent, all) -> {
            // Of two of the same time the later one in the list is the newer.
            all.sort(Comparator.comparing(Journal::created));
            Journal newest = all.removeLast();
            for (Journal old : all) {
                Instant at = Objects.requireNonNull(SpaceImporter.stored(newest.created()));
                intake.tally()
                        .remark(
                                SpaceImportReport.Remark.JOURNALS_ARCHIVED,
                                "note " + old.id() + " of " + agent + ", for " + newest.id());
                if (notes.containsKey(old.id())) {
                    putAway.put(old.id(), at);
                } else {
                    putAway(old.id(), at);
                }
            }
        });
    }

    private List<Journal> journalsHere(String agent) {
        List<Journal> here = new ArrayList<>(intake.tx()
                .list(
                        "SELECT memory_id, created_at FROM memories WHERE agent_id = ? AND topic = ? AND archived_at IS NULL",
                        row -> new Journal(row.text(1), agent, row.instant(2)),
                        agent,
                        Note.JOURNAL));
        here.removeIf(journal -> putAway.containsKey(journal.id()));
        return here;
    }
}
