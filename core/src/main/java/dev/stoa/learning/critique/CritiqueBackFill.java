package dev.stoa.learning.critique;

import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import dev.stoa.storage.foreign.OldTimes;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the rows of version 1 into the form of version 2: critiques get keys, patterns the ids that our fingerprints
 * give them. Stateless. Patterns that differ in wording only are added up.
 */
final class CritiqueBackFill {
    private CritiqueBackFill() {}

    static void run(Tx tx) {
        PatternTable.INDEX.setUp(tx);
        OldTimes.rewrite(tx, List.of("debates", "critiques", "patterns", "agent_reputation"));
        for (String table : List.of("debates", "critiques", "patterns")) {
            tx.update("UPDATE " + table + " SET created_at = ? WHERE created_at IS NULL", now(tx));
        }
        tx.update("UPDATE patterns SET updated_at = created_at WHERE updated_at IS NULL");
        keys(tx);
        tx.update("""
                UPDATE critiques SET resolved_at = created_at,
                    actual_usefulness = COALESCE(actual_usefulness, led_to_improvement, 0),
                    prediction_error = COALESCE(prediction_error, abs(COALESCE(expected_usefulness, 0.5)
                        - COALESCE(actual_usefulness, led_to_improvement, 0)))
                WHERE resolved_at IS NULL AND (COALESCE(led_to_improvement, 0) <> 0 OR actual_usefulness IS NOT NULL
                    OR prediction_error IS NOT NULL)""");
        patterns(tx);
        tx.update("""
                UPDATE agent_reputation SET calibration_score = 1 - total_prediction_error / total_predictions
                WHERE total_predictions > 0 AND total_prediction_error IS NOT NULL""");
    }

    private static Instant now(Tx tx) {
        return tx.one(
                        tx.dialect().pick("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", "SELECT now()"),
                        row -> row.instant(1))
                .orElseThrow();
    }

    private record Keyed(long id, String key) {}

    private static void keys(Tx tx) {
        List<Keyed> keyed = tx.list("""
                SELECT id, debate_id, agent, target_agent, issues, reasoning FROM critiques
                WHERE critique_key IS NULL ORDER BY id""", CritiqueBackFill::keyed);
        Set<String> taken = new HashSet<>(
                tx.list("SELECT critique_key FROM critiques WHERE critique_key IS NOT NULL", row -> row.text(1)));
        List<Keyed> unique = keyed.stream()
                // The original stored a debate's critiques again with the debate; those rows are kept as they are.
                .map(row -> taken.add(row.key()) ? row : new Keyed(row.id(), row.key() + "." + row.id()))
                .toList();
        tx.batch("UPDATE critiques SET critique_key = ? WHERE id = ?", unique, row -> Tx.values(row.key(), row.id()));
    }

    private static Keyed keyed(Row row) {
        return new Keyed(
                row.number(1),
                CritiqueDraft.defaultKey(
                        row.text(2), row.text(3), row.textOrNull(4), Texts.of(row.textOrNull(5)), row.textOrNull(6)));
    }

    private static void patterns(Tx tx) {
        Map<String, Pattern> merged = new LinkedHashMap<>();
        List<Pattern> old = tx.list("""
                SELECT 0, id, issue_type, issue_text, suggestion_text, COALESCE(success_count, 0),
                    COALESCE(failure_count, 0), COALESCE(avg_severity, 0.5), COALESCE(surprise_score, 1),
                    COALESCE(base_rate, 0.5), COALESCE(avg_prediction_error, 0), COALESCE(prediction_count, 0),
                    example_task, created_at, updated_at
                FROM patterns WHERE seq IS NULL ORDER BY created_at, id""", CritiqueBackFill::named);
        for (Pattern pattern : old) {
            merged.merge(pattern.id(), pattern, CritiqueBackFill::sum);
        }
        tx.update("DELETE FROM patterns WHERE seq IS NULL");
        merged.values().forEach(pattern -> PatternTable.insert(tx, pattern));
        tx.update("DELETE FROM pattern_type_stats");
        tx.update("""
                INSERT INTO pattern_type_stats (issue_type, successes, failures)
                SELECT issue_type, sum(success_count), sum(failure_count) FROM patterns GROUP BY issue_type""");
    }

    /** An old row under the type and the id that a new case of the same issue would have. */
    private static Pattern named(Row row) {
        Fingerprint fingerprint = Fingerprint.of(row.text(4));
        return new Pattern(
                fingerprint.id(),
                fingerprint.type(),
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

    /** Two rows of one pattern; the first is the older one. */
    private static Pattern sum(Pattern first, Pattern second) {
        boolean newer = second.updatedAt().isAfter(first.updatedAt());
        Pattern last = newer ? second : first;
        Pattern other = newer ? first : second;
        return new Pattern(
                first.id(),
                first.issueType(),
                first.issueText(),
                either(last.suggestionText(), other.suggestionText()),
                first.successCount() + second.successCount(),
                first.failureCount() + second.failureCount(),
                mean(first.avgSeverity(), cases(first), second.avgSeverity(), cases(second)),
                last.surpriseScore(),
                last.baseRate(),
                mean(
                        first.avgPredictionError(),
                        first.predictionCount(),
                        second.avgPredictionError(),
                        second.predictionCount()),
                first.predictionCount() + second.predictionCount(),
                either(first.exampleTask(), second.exampleTask()),
                first.createdAt(),
                last.updatedAt());
    }

    private static long cases(Pattern pattern) {
        return pattern.successCount() + pattern.failureCount();
    }

    private static @Nullable String either(@Nullable String preferred, @Nullable String otherwise) {
        return preferred == null ? otherwise : preferred;
    }

    private static double mean(double a, long weightA, double b, long weightB) {
        return weightA + weightB == 0 ? (a + b) / 2 : (a * weightA + b * weightB) / (weightA + weightB);
    }
}
