package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.KEY;
import static dev.stoa.debate.session.Columns.Proof.REGISTER;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

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
    public static final Columns<CodeVersion> COLUMNS = Columns.of(CodeVersion.class, "code_versions")
            .add(REGISTER, "id")
            .hidden(KEY, "session_id")
            .add(REPLAYED, "version_number")
            // A replay holds the difference against its text, but two versions may have the same.
            .add(REGISTER, "parent_version")
            .add(REPLAYED, "agent_id")
            .derived("turn_seq", CodeVersion::turnSeq)
            .add(REPLAYED, "language", "code", "code_sha256", "quality_score", "test_pass_rate", "metrics")
            .add(REPLAYED, "diff_from_previous")
            .derived(
                    "results",
                    version -> version.results().stream().map(Result::document).toList())
            .add(REPLAYED, "created_at")
            .declared();

    static final String SELECT = "SELECT " + COLUMNS.names("v.") + ", t.turn_seq FROM code_versions v"
            + " LEFT JOIN debate_turns t ON t.id = v.turn_id WHERE v.session_id = ?";

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
        return COLUMNS.read(
                row,
                component -> component.equals("turnSeq")
                        ? row.numberOrNull(COLUMNS.behind())
                        : results.getOrDefault(row.text(1), List.of()));
    }

    /** The version as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
