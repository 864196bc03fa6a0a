package dev.stoa.engine.upkeep;

import dev.stoa.counsel.base.CounselRetention;
import dev.stoa.json.Json;
import dev.stoa.learning.critique.CleanedCritiques;
import dev.stoa.learning.memory.CleanupResult;
import dev.stoa.learning.memory.PruneResult;
import dev.stoa.society.Retention;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a prune removed from each archive, or would remove. Immutable.
 *
 * @param history points of the history of ratings
 * @param evidence pieces of evidence
 * @param breakers circuit breakers that nobody used for long
 * @param counsel replies of models that were cleared, and idempotency keys
 * @param dryRun whether it was only counted
 */
public record PruneReport(
        Memory memory,
        long history,
        CleanedCritiques critiques,
        long evidence,
        long breakers,
        Debates debates,
        Society society,
        CounselRetention.Expired counsel,
        boolean dryRun) {
    /**
     * What became of memories.
     *
     * @param cleaned live ones that were archived or moved
     * @param pruned archived ones that were deleted
     */
    public record Memory(CleanupResult cleaned, PruneResult pruned) {}

    /**
     * What became of debates.
     *
     * @param prompts turns whose prompt was dropped
     * @param sessions debates that were deleted
     * @param lessons lessons that were retired
     */
    public record Debates(long prompts, long sessions, long lessons) {}

    /**
     * What became of the society.
     *
     * @param cut executions whose texts were cut
     * @param changes entries of the feed that were deleted
     */
    public record Society(Retention.Cut cut, long changes) {}

    /** The report as JSON. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(society.cut().document());
        rest.put("feed", society.changes());
        return Json.object(
                "memory",
                Json.object(
                        "expired", memory.cleaned().expired(),
                        "evicted", memory.cleaned().evicted(),
                        "overflowed", memory.cleaned().overflowed(),
                        "generations", memory.pruned().generations(),
                        "outcomes", memory.pruned().outcomes()),
                "rating",
                Json.object("history", history),
                "critique",
                Json.object(
                        "patterns", critiques.patterns(),
                        "critiques", critiques.critiques(),
                        "debates", critiques.debates(),
                        "proposals", critiques.proposals()),
                "evidence",
                Json.object("deleted", evidence),
                "debate",
                Json.object("prompts", debates.prompts(), "sessions", debates.sessions(), "lessons", debates.lessons()),
                "society",
                rest,
                "counsel",
                Json.object("raw_responses", counsel.replies(), "idempotency_keys", counsel.keys()),
                "breaker",
                Json.object("purged", breakers),
                "dry_run",
                dryRun);
    }
}
