package dev.stoa.counsel.correction;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A correction that was found for a question. Immutable.
 *
 * @param relevance how much the question is about its subject, 0 to 1
 * @param include what it was ranked by
 */
public record RankedCorrection(Correction correction, double relevance, double include, Why why) {
    /**
     * The parts of the rank. Immutable.
     *
     * @param lexical the share of the subject's terms that the question has
     * @param embedding how near their meanings are
     * @param scope what the nearness of its scope counts
     * @param domain what its domain counts
     * @param violations what its violations count
     * @param cost what its length costs
     */
    public record Why(double lexical, double embedding, double scope, double domain, double violations, double cost) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "lexical", lexical,
                    "embedding", embedding,
                    "scope", scope,
                    "domain", domain,
                    "violations", violations,
                    "cost", cost);
        }
    }

    /** The correction as JSON, with why it was found. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(correction.document());
        all.put("relevance", relevance);
        all.put("include", include);
        all.put("why", why.document());
        return all;
    }
}
