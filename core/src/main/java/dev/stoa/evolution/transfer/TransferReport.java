package dev.stoa.evolution.transfer;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an import of runs did, or would do. Immutable.
 *
 * @param runIds the runs
 * @param added how many rows of each type are new
 * @param skipped how many of each are there already and equal
 * @param conflicts the rows that are there with other content; if there is one, nothing was written
 */
public record TransferReport(
        List<String> runIds,
        Map<String, Long> added,
        Map<String, Long> skipped,
        List<Conflict> conflicts,
        boolean dryRun) {
    public TransferReport {
        runIds = List.copyOf(runIds);
        conflicts = List.copyOf(conflicts);
    }

    /** A row that is there with other content. */
    public record Conflict(long line, String type, String id) {}

    /** Whether the rows are stored. */
    public boolean written() {
        return conflicts.isEmpty() && !dryRun;
    }

    /** How many rows are new. */
    public long rows() {
        return added.values().stream().mapToLong(Long::longValue).sum();
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "run_ids",
                runIds,
                "written",
                written(),
                "dry_run",
                dryRun,
                "added",
                added,
                "skipped",
                skipped,
                "conflicts",
                conflicts.stream()
                        .map(each -> Json.object(
                                "line", each.line(), "type", each.type(), "id", each.id(), "code", "conflict"))
                        .toList());
    }
}
