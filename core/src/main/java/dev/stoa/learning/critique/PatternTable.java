package dev.stoa.learning.critique;

import dev.stoa.base.Excerpt;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.critique.PatternOutcome.TypeStats;
import dev.stoa.search.text.TextTable;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of patterns inside a unit of work: live, archived, counted by type. Stateless. */
final class PatternTable {
    static final TextTable INDEX = TextTable.of(
            "patterns",
            "patterns_fts",
            new TextTable.Column("issue_text", 1),
            new TextTable.Column("suggestion_text", 1));

    /** What {@link #pattern} reads, after the seq. */
    static final String COLUMNS = """
            seq, id, issue_type, issue_text, suggestion_text, COALESCE(success_count, 0), COALESCE(failure_count, 0),
            COALESCE(avg_severity, 0.5), COALESCE(surprise_score, 1), COALESCE(base_rate, 0.5),
            COALESCE(avg_prediction_error, 0), COALESCE(prediction_count, 0), example_task, created_at, updated_at""";

    private static final int LONGEST_TASK = 500;

    private PatternTable() {}

    /** A pattern with its place in the text index. */
    record Stored(long seq, Pattern pattern) {}

    static Stored stored(Row row) {
        return new Stored(row.number(1), pattern(row));
    }

    static Pattern pattern(Row row) {
        return new Pattern(
                row.text(2),
                IssueType.named(row.text(3)),
                row.text(4),
                row.textOrNull(5),
                row.number(6),
                row.number(7),
                row.real(8),
                row.real(9),
                row.real(10),
                row.real(11),
                row.number(12),
                row.textOrNull(13),
                row.instant(14),
                row.instant(15));
    }

    /** Counts one case, in time that does not depend on how many patterns there are. */
    static void apply(Tx tx, PatternOutcome outcome) {
        TypeStats type = stats(tx, outcome.fingerprint().type());
        String id = outcome.fingerprint().id();
        Optional<Stored> live = tx.one("SELECT " + COLUMNS + " FROM patterns WHERE id = ?", PatternTable::stored, id);
        if (live.isPresent()) {
            update(tx, live.get(), outcome.appliedTo(live.get().pattern(), type));
        } else {
            insert(tx, outcome.appliedTo(takeFromArchive(tx, id), type));
        }
        tx.update("""
                INSERT INTO pattern_type_stats (issue_type, successes, failures) VALUES (?, ?, ?)
                ON CONFLICT (issue_type) DO UPDATE SET successes = pattern_type_stats.successes + excluded.successes,
                    failures = pattern_type_stats.failures + excluded.failures""", outcome.fingerprint().type().stored(), outcome.success() ? 1 : 0, outcome.success() ? 0 : 1);
    }

    private static TypeStats stats(Tx tx, IssueType type) {
        return tx.one(
                        "SELECT successes, failures FROM pattern_type_stats WHERE issue_type = ?",
                        row -> new TypeStats(row.number(1), row.number(2)),
                        type.stored())
                .orElse(TypeStats.NONE);
    }

    private static void update(Tx tx, Stored before, Pattern after) {
        long seq = before.seq();
        boolean reworded = !Objects.equals(before.pattern().suggestionText(), after.suggestionText());
        if (reworded) {
            INDEX.remove(tx, seq);
            seq = tx.next("seq");
        }
        tx.update(
                """
                UPDATE patterns SET suggestion_text = ?, success_count = ?, failure_count = ?, avg_severity = ?,
                    surprise_score = ?, base_rate = ?, avg_prediction_error = ?, prediction_count = ?,
                    example_task = ?, updated_at = ?, seq = ?, rank_key = ?, updated_ms = ? WHERE id = ?""",
                after.suggestionText(),
                after.successCount(),
                after.failureCount(),
                after.avgSeverity(),
                after.surpriseScore(),
                after.baseRate(),
                after.avgPredictionError(),
                after.predictionCount(),
                after.exampleTask(),
                after.updatedAt(),
                seq,
                after.rankKey(),
                after.updatedAt().toEpochMilli(),
                after.id());
        if (reworded) {
            INDEX.put(tx, seq, after.issueText(), after.suggestionText());
        }
    }

    static void insert(Tx tx, Pattern pattern) {
        long seq = tx.next("seq");
        tx.update(
                """
                INSERT INTO patterns (id, issue_type, issue_text, suggestion_text, success_count, failure_count,
                    avg_severity, surprise_score, base_rate, avg_prediction_error, prediction_count, example_task,
                    created_at, updated_at, seq, rank_key, updated_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                pattern.id(),
                pattern.issueType().stored(),
                pattern.issueText(),
                pattern.suggestionText(),
                pattern.successCount(),
                pattern.failureCount(),
                pattern.avgSeverity(),
                pattern.surpriseScore(),
                pattern.baseRate(),
                pattern.avgPredictionError(),
                pattern.predictionCount(),
                pattern.exampleTask(),
                pattern.createdAt(),
                pattern.updatedAt(),
                seq,
                pattern.rankKey(),
                pattern.updatedAt().toEpochMilli());
        INDEX.put(tx, seq, pattern.issueText(), pattern.suggestionText());
    }

    /** Moves patterns out of the way; their counters stay counted. */
    static void archive(Tx tx, List<Stored> idle, Instant now) {
        for (Stored stored : idle) {
            INDEX.remove(tx, stored.seq());
            tx.update("DELETE FROM patterns WHERE id = ?", stored.pattern().id());
            tx.update("""
                    INSERT INTO patterns_archive (id, record, archived_at) VALUES (?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET record = excluded.record, archived_at = excluded.archived_at""", stored.pattern().id(), Json.write(stored.pattern().document()), now);
        }
    }

    private static @Nullable Pattern takeFromArchive(Tx tx, String id) {
        Optional<String> record = tx.one("SELECT record FROM patterns_archive WHERE id = ?", row -> row.text(1), id);
        if (record.isEmpty()) {
            return null;
        }
        tx.update("DELETE FROM patterns_archive WHERE id = ?", id);
        JsonFields fields = JsonFields.of(Json.parseObject(record.get()));
        return new Pattern(
                fields.text("id"),
                IssueType.named(fields.text("issue_type")),
                fields.text("issue_text"),
                fields.textOrNull("suggestion_text"),
                fields.whole("success_count"),
                fields.whole("failure_count"),
                fields.real("avg_severity"),
                fields.real("surprise_score"),
                fields.real("base_rate"),
                fields.real("avg_prediction_error"),
                fields.whole("prediction_count"),
                fields.textOrNull("example_task"),
                Times.parse(fields.text("created_at")),
                Times.parse(fields.text("updated_at")));
    }

    /** Rebuilds the text index. */
    static void reindex(Tx tx) {
        INDEX.rebuild(tx, "SELECT seq, issue_text, suggestion_text FROM patterns");
    }

    /** A task as an example: its first 500 characters. */
    static @Nullable String example(@Nullable String task) {
        return task == null ? null : Excerpt.of(task, LONGEST_TASK);
    }
}
