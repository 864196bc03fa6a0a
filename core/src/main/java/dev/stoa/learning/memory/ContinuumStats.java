package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much is remembered, and by which parameters. Immutable.
 *
 * @param archived generations that can be restored
 * @param pendingEmbeddings memories without a vector of the present model
 * @param hyperparamsSource {@code defaults}, or the row that is in force
 */
public record ContinuumStats(
        List<Tier> tiers,
        long total,
        long archived,
        long pendingEmbeddings,
        Map<String, @Nullable Object> hyperparams,
        String hyperparamsSource) {

    /**
     * One tier over all namespaces, or of one.
     *
     * @param limit the cap of one namespace
     */
    public record Tier(
            MemoryTier tier,
            long count,
            long limit,
            long redLines,
            @Nullable Double averageImportance,
            @Nullable Double averageSurprise) {
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "tier", tier.text(),
                    "count", count,
                    "limit", limit,
                    "red_lines", redLines,
                    "avg_importance", averageImportance,
                    "avg_surprise", averageSurprise);
        }
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "tiers", tiers.stream().map(Tier::document).toList(),
                "total", total,
                "archived", archived,
                "pending_embeddings", pendingEmbeddings,
                "hyperparams", hyperparams,
                "hyperparams_source", hyperparamsSource);
    }
}
