package dev.stoa.society.note;

import dev.stoa.base.Trust;
import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads notes within a unit of work, as an actor sees them. Stateless. */
public final class NoteTable {
    /** Core notes come before all others; among themselves the newest first. No sequence gets this far. */
    private static final long CORE = 1L << 52;

    private static final int PORTION = 500;
    private static final String BETWEEN = "\u001f";
    private static final String ORDER = "(m.core * " + CORE + " + m.seq)";

    // By the hash: the topic is written so that the index of an agent's live notes by topic does not look as good.
    static final String SAME = """
            SELECT memory_id FROM memories
            WHERE agent_id = ? AND content_hash = ? AND topic || '' = ? AND message = ? AND archived_at IS NULL
            ORDER BY seq + 0 LIMIT 1""";

    static final String LIVE_JOURNAL = """
            SELECT memory_id FROM memories
            WHERE agent_id = ? AND topic = 'journal' AND archived_at IS NULL ORDER BY seq DESC LIMIT 1""";

    private NoteTable() {}

    private static String select(Tx tx, ResolvedPrincipal me) {
        return """
                SELECT m.memory_id, m.seq, m.agent_id, a.identity, m.topic, m.message, m.timestamp, m.created_at,
                    m.archived_at, m.core, m.source, CASE WHEN %s THEN m.bridge_channel END, m.code_anchors,
                    m.synthesis_note,
                    (SELECT n.memory_id FROM memories n WHERE n.memory_id = m.supersedes AND %s),
                    (SELECT n.memory_id FROM memories n WHERE n.memory_id = m.superseded_by AND %s),
                    (SELECT %s FROM note_lineage l JOIN memories n ON n.memory_id = l.old_id
                        WHERE l.new_id = m.memory_id AND %s),
                    m.public,
                    (SELECT %s FROM note_shares s JOIN agents reader ON reader.agent_id = s.agent_id
                        WHERE s.memory_id = m.memory_id),
                    m.trust
                FROM memories m JOIN agents a ON a.agent_id = m.agent_id
                WHERE\s""".formatted(
                Visibility.inChannel("m.bridge_channel", me),
                Visibility.note("n", me),
                Visibility.note("n", me),
                joined(tx, "l.old_id", "l.ordinal"),
                Visibility.note("n", me),
                joined(tx, "reader.identity", tx.dialect().pick("reader.identity", "reader.identity COLLATE \"C\"")));
    }

    private static String joined(Tx tx, String column, String order) {
        return tx.dialect()
                .pick(
                        "group_concat(" + column + ", char(31) ORDER BY " + order + ")",
                        "string_agg(" + column + ", chr(31) ORDER BY " + order + ")");
    }

    private static Note of(Row row) {
        return new Note(
                row.text(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.text(6),
                row.instant(7),
                row.instant(8),
                row.instantOrNull(9),
                row.flag(10),
                row.text(11),
                row.textOrNull(12),
                row.textOrNull(13),
                row.textOrNull(14),
                row.textOrNull(15),
                row.textOrNull(16),
                split(row.textOrNull(17)),
                row.flag(18),
                split(row.textOrNull(19)),
                Trust.ofLevel(row.number(20)));
    }

    private static List<String> split(@Nullable String joined) {
        return joined == null ? List.of() : List.of(joined.split(BETWEEN, -1));
    }

    /** The note that the actor names and sees. */
    static Note named(Tx tx, ResolvedPrincipal me, String ref) {
        return get(tx, me, References.row(tx, RowKind.NOTE, me, ref));
    }

    public static Note get(Tx tx, ResolvedPrincipal me, String id) {
        return tx.one(select(tx, me) + "m.memory_id = ?", NoteTable::of, id).orElseThrow();
    }

    /** A note, also one that is only stored with the end of the unit; it is looked at after the commit. */
    static Supplier<Note> lastly(Tx tx, ResolvedPrincipal me, String id) {
        Supplier<List<Note>> found = tx.askLast(select(tx, me) + "m.memory_id = ?", NoteTable::of, id);
        return () -> found.get().getFirst();
    }

    /** The place of a note in a list, the greatest first. */
    static long order(Note note) {
        return (note.core() ? CORE : 0) + note.seq();
    }

    /** A page of notes, and one more. */
    static List<Note> list(Tx tx, ResolvedPrincipal me, NoteFilter filter, Instant now) {
        String agent = filter.agent() == null ? me.id() : References.agent(tx, filter.agent());
        StringBuilder where = new StringBuilder("m.agent_id = ? AND ").append(Visibility.note("m", me));
        List<@Nullable Object> values = new ArrayList<>();
        values.add(agent);
        where.append(" AND m.archived_at IS ").append(filter.archived() ? "NOT NULL" : "NULL");
        if (filter.topic() != null) {
            where.append(" AND m.topic = ?");
            values.add(filter.topic());
        }
        if (filter.coreOnly()) {
            where.append(" AND m.core = 1");
        }
        if (filter.days() != null) {
            where.append(" AND m.timestamp >= ?");
            values.add(now.minus(Duration.ofDays(filter.days())));
        }
        where.append(" AND ").append(ORDER).append(" < ?");
        values.add(filter.page().after(Long.MAX_VALUE));
        where.append(" ORDER BY ").append(ORDER).append(" DESC LIMIT ?");
        values.add(filter.page().limit() + 1);
        return tx.list(select(tx, me) + where, NoteTable::of, values.toArray());
    }

    /** Those of these notes that an actor sees, in no particular order. */
    static List<Note> seen(Tx tx, ResolvedPrincipal me, List<String> ids) {
        List<Note> notes = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += PORTION) {
            List<String> portion = ids.subList(from, Math.min(from + PORTION, ids.size()));
            notes.addAll(tx.list(
                    select(tx, me) + "m.memory_id IN (" + Tx.marks(portion.size()) + ") AND "
                            + Visibility.note("m", me),
                    NoteTable::of,
                    portion.toArray()));
        }
        return notes;
    }

    /** What a note said before, the latest first. */
    static List<NoteDetail.Revision> revisions(Tx tx, String id) {
        return tx.list(
                """
                SELECT revision, topic, message, changed_at FROM note_revisions
                WHERE memory_id = ? ORDER BY revision DESC""", row -> new NoteDetail.Revision(row.number(1), row.text(2), row.text(3), row.instant(4)), id);
    }

    /** The agent's live note of exactly this topic and text. */
    static @Nullable String same(Tx tx, String agent, String topic, String message) {
        return tx.one(SAME, row -> row.text(1), agent, ContentHash.of(topic, message), topic, message)
                .orElse(null);
    }

    /** The live journal of an agent. */
    static @Nullable String journal(Tx tx, String agent) {
        return tx.one(LIVE_JOURNAL, row -> row.text(1), agent).orElse(null);
    }
}
