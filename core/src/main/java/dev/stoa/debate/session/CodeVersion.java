package dev.stoa.debate.session;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One text of a code debate. Immutable.
 *
 * @param parentVersion the version it revises, null for a first draft
 * @param diffFromPrevious the difference from its parent
 * @param testPassRate null if no test was run
 */
public record CodeVersion(
        String id,
        String sessionId,
        int versionNumber,
        @Nullable Long parentVersion,
        @Nullable String agentId,
        @Nullable Long turnSeq,
        @Nullable String language,
        String code,
        @Nullable String codeSha256,
        @Nullable Double qualityScore,
        @Nullable Double testPassRate,
        Map<String, @Nullable Object> metrics,
        @Nullable String diffFromPrevious,
        List<Result> results,
        Instant createdAt) {
    static final String SELECT = """
            SELECT v.id, v.session_id, v.version_number, v.parent_version, v.agent_id, t.turn_seq, v.language, v.code,
                v.code_sha256, v.quality_score, v.test_pass_rate, v.metrics, v.diff_from_previous, v.created_at
            FROM code_versions v LEFT JOIN debate_turns t ON t.id = v.turn_id
            WHERE v.session_id = ?""";

    /**
     * What a test found.
     *
     * @param hidden whether no agent ever saw the test
     */
    public record Result(
            String name,
            String status,
            boolean hidden,
            @Nullable Long durationMs,
            @Nullable String message) {
        Map<String, @Nullable Object> document() {
            return Json.object("name", name, "status", status, "hidden", hidden, "duration_ms", durationMs);
        }
    }

    static CodeVersion of(Row row, Map<String, List<Result>> results) {
        return new CodeVersion(
                row.text(1),
                row.text(2),
                row.integer(3),
                row.numberOrNull(4),
                row.textOrNull(5),
                row.numberOrNull(6),
                row.textOrNull(7),
                row.text(8),
                row.textOrNull(9),
                row.realOrNull(10),
                row.realOrNull(11),
                StoredJson.object(row.textOrNull(12)),
                row.textOrNull(13),
                results.getOrDefault(row.text(1), List.of()),
                row.instant(14));
    }

    /** The version as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "version_number", versionNumber,
                "parent_version", parentVersion,
                "agent_id", agentId,
                "turn_seq", turnSeq,
                "language", language,
                "code", code,
                "code_sha256", codeSha256,
                "quality_score", qualityScore,
                "test_pass_rate", testPassRate,
                "metrics", metrics,
                "diff_from_previous", diffFromPrevious,
                "results", results.stream().map(Result::document).toList(),
                "created_at", createdAt);
    }
}
