package dev.stoa.evolution.run;

import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One scenario, one seed, one chain of generations. Immutable.
 *
 * @param seq its number in the archive
 * @param scenarioJson the frozen configuration, canonical
 * @param overridesJson what was raised since, canonical
 * @param fence the number of its claims; what the owner of an earlier claim writes is refused
 * @param owner host and process that own it or did so last
 */
public record Run(
        String id,
        long seq,
        String name,
        RunKind kind,
        String scenarioJson,
        String overridesJson,
        long seed,
        RunStatus status,
        @Nullable String stopReason,
        long fence,
        @Nullable String owner,
        Instant heartbeatAt,
        long tokensUsed,
        @Nullable String fingerprint,
        Instant createdAt,
        @Nullable Instant finishedAt) {
    /** The frozen configuration. */
    public Map<String, @Nullable Object> scenario() {
        return StoredJson.object(scenarioJson);
    }

    /** A whole number of the table {@code evolution} of the scenario, as it was raised since. */
    public long limit(String name, long otherwise) {
        return setting(name) instanceof Number number ? number.longValue() : otherwise;
    }

    /** A switch of the table {@code evolution} of the scenario. */
    public boolean flag(String name, boolean otherwise) {
        return setting(name) instanceof Boolean flag ? flag : otherwise;
    }

    private @Nullable Object setting(String name) {
        Object raised = StoredJson.object(overridesJson).get(name);
        if (raised != null) {
            return raised;
        }
        return scenario().get("evolution") instanceof Map<?, ?> table ? table.get(name) : null;
    }

    /** How many generations it may have. */
    public long maxGenerations() {
        return limit("max_generations", 100);
    }

    /** It as JSON, without what its generations say. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "run_id", id,
                "scenario", name,
                "kind", kind.text(),
                "seed", Json.exact(seed),
                "status", status.text(),
                "stop_reason", stopReason,
                "max_generations", maxGenerations(),
                "tokens_used", tokensUsed,
                "fingerprint", fingerprint,
                "created_at", createdAt,
                "finished_at", finishedAt);
    }
}
