package dev.stoa.engine.upkeep;

import dev.stoa.counsel.base.CounselRetention;
import dev.stoa.counsel.correction.CorrectionUpkeep;
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
        Counsel counsel,
        Evolution evolution,
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

    /**
     * What became of the counsel.
     *
     * @param expired replies of models that were cleared, idempotency keys, and tokens of executions
     * @param corrections proposals that were retired, and stored confidences that were brought up to date
     */
    public record Counsel(CounselRetention.Expired expired, CorrectionUpkeep corrections) {}

    /**
     * What became of the runs of the evolution.
     *
     * @param episodes episodes of old generations that were archived
     * @param deletedLogs turns of old episodes that were deleted
     * @param archivedLogs turns of failures that were archived with their episodes
     * @param strategies strategies that were evicted because there were more than the cap
     */
    public record Evolution(long episodes, long deletedLogs, long archivedLogs, long strategies) {}

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
                Json.object(
                        "raw_responses", counsel.expired().replies(),
                        "idempotency_keys", counsel.expired().keys(),
                        "execution_tokens", counsel.expired().passes(),
                        "proposals", counsel.corrections().expired(),
                        "decayed", counsel.corrections().decayed()),
                "evolution",
                Json.object(
                        "archived_episodes", evolution.episodes(),
                        "deleted_logs", evolution.deletedLogs(),
                        "evicted_strategies", evolution.strategies(),
                        "archived_logs", evolution.archivedLogs()),
                "breaker",
                Json.object("purged", breakers),
                "dry_run",
                dryRun);
    }
}
