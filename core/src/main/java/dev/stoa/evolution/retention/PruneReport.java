package dev.stoa.evolution.retention;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was pruned of a run, or would be. Immutable.
 *
 * @param newestSeq its newest generation
 * @param keptFailureLogs the log rows that failures keep in generations whose other logs are pruned
 */
public record PruneReport(
        String runId,
        long newestSeq,
        long archivedEpisodes,
        long deletedLogs,
        long archivedLogs,
        long keptFailureLogs) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "run_id", runId,
                "newest_seq", newestSeq,
                "archived_episodes", archivedEpisodes,
                "deleted_logs", deletedLogs,
                "archived_logs", archivedLogs,
                "kept_failure_logs", keptFailureLogs);
    }
}
