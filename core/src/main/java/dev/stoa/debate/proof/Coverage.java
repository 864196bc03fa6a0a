package dev.stoa.debate.proof;

import static dev.stoa.debate.session.Columns.Proof.KEY;
import static dev.stoa.debate.session.Columns.Proof.NONE;
import static dev.stoa.debate.session.Columns.Proof.REGISTER;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CheckRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.Columns;
import dev.stoa.debate.session.Columns.Proof;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.FlipRow;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.debate.session.OutboxRow;
import dev.stoa.debate.session.RegisterEntry;
import dev.stoa.debate.session.SessionRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one table of what proves each stored column of the debate archive. Immutable. A column that nothing proves is
 * here with the reason; a test compares the table with the schema, so that none can be added and forgotten.
 */
public final class Coverage {
    /**
     * What proves a column.
     *
     * @param reason why nothing does; null if something does
     */
    public record Column(
            String table,
            String name,
            Proof proof,
            @Nullable String reason) {}

    private static final String MOVES = "moves with every write, also with those that tell nothing of the debate";
    private static final String OWNER = "belongs to its owner, who may set and remove keep at any time";
    private static final String TEACHING =
            "how far the teaching of other archives has come, which changes with each try";
    private static final String LESSON =
            "a lesson outlives its debates, and later ones confirm, refresh and retire it; D8 compares its counts";
    private static final String ARCHIVE = "tells of the archive, not of a debate";
    private static final String INDEX = "an index that is rebuilt from its rows";

    private static final List<Columns<?>> DECLARED = List.of(
            SessionRow.COLUMNS,
            DebateTurn.COLUMNS,
            DebateEvent.COLUMNS,
            OptionRow.COLUMNS,
            BallotRow.COLUMNS,
            FlipRow.COLUMNS,
            CheckRow.COLUMNS,
            GateRow.COLUMNS,
            GradeRow.COLUMNS,
            CodeVersion.COLUMNS,
            OutboxRow.COLUMNS,
            RegisterEntry.COLUMNS);

    private final Map<String, Column> columns = new LinkedHashMap<>();

    private Coverage() {
        Map<String, String> reasons = new LinkedHashMap<>();
        List.of("status", "attempts", "next_attempt_at", "last_error", "done_at")
                .forEach(name -> reasons.put("debate_outbox." + name, TEACHING));
        reasons.put("debate_sessions.updated_at", MOVES);
        reasons.put("debate_sessions.metadata", OWNER);
        for (Columns<?> declared : DECLARED) {
            for (Proof proof : Proof.values()) {
                declared.names(proof)
                        .forEach(
                                name -> add(declared.table(), proof, reasons.get(declared.table() + "." + name), name));
            }
        }
        add("code_versions", REPLAYED, null, "turn_id");
        add("code_tests", KEY, null, "session_id");
        add("code_tests", REPLAYED, null, "name", "origin", "author", "hidden", "body");
        add("code_test_results", KEY, null, "version_id");
        add("code_test_results", REPLAYED, null, "name", "status", "duration_ms", "message");
        add("debate_tombstones", REGISTER, null, "session_id", "debate_id", "chain_head", "deleted_at", "reason");
        add("debate_register_head", KEY, null, "id");
        add("debate_register_head", REPLAYED, null, "entries", "hash");
        add("debate_lesson_sources", REGISTER, null, "lesson_id", "session_id", "turn_seq", "kind");
        add("debate_lesson_uses", KEY, null, "session_id");
        add("debate_lesson_uses", REPLAYED, null, "lesson_id", "shown", "success", "basis", "at");
        add("debate_lessons", NONE, LESSON, "id", "seq", "category", "domain", "title", "problem", "solution", "tags");
        add("debate_lessons", NONE, LESSON, "trust", "seen_count", "uses", "successes", "status", "created_at");
        add("debate_lessons", NONE, LESSON, "refreshed_at", "expires_at");
        add("archive_sequence", NONE, ARCHIVE, "name", "value");
        add("_schema_versions", NONE, ARCHIVE, "module", "version", "updated_at");
        // The text indexes, as SQLite has them and as PostgreSQL has them.
        add("debate_lessons_fts", NONE, INDEX, "title", "problem", "solution", "tags");
        add("debate_lessons", NONE, INDEX, "search", "search_words");
        add("debate_topics_fts", NONE, INDEX, "session_id", "topic");
        add("debate_sessions", NONE, INDEX, "search");
        add("text_sizes", NONE, INDEX, "name", "shard", "row_count", "word_count");
    }

    private void add(String table, Proof proof, @Nullable String reason, String... names) {
        for (String name : names) {
            columns.put(table + "." + name, new Column(table, name, proof, reason));
        }
    }

    /** Every column of the archive. */
    public static List<Column> columns() {
        return Collections.unmodifiableList(new ArrayList<>(new Coverage().columns.values()));
    }

    /** The columns in which every change is noticed. */
    public static List<Column> covered() {
        return columns().stream().filter(column -> column.proof() != NONE).toList();
    }
}
