package dev.stoa.society.context;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that was found, and why it stands where it stands. Immutable.
 *
 * @param kind {@code note}, {@code knowledge}, {@code message}, {@code task} or {@code file}
 * @param ref what it can be cited by
 * @param id its id; the path of a file
 * @param channel the name of its channel
 * @param seq its number, of a message that in its channel; files have none
 */
public record ContextHit(
        String kind,
        String ref,
        String id,
        double score,
        String snippet,
        @Nullable Instant at,
        @Nullable String agentId,
        @Nullable String identity,
        @Nullable String channel,
        @Nullable Long seq,
        @Nullable String topic,
        @Nullable String domain,
        Trust trust,
        Why why) {
    /**
     * The parts of a score.
     *
     * @param lexical how well the words fit, 1 for the best hit
     * @param recency 1 now, half of it every 30 days
     * @param core 1 for a core note
     * @param trust the weight of its trust
     * @param confidence how sure knowledge is, 1 for all else
     */
    public record Why(double lexical, double recency, double core, double trust, double confidence) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "lexical", lexical, "recency", recency, "core", core, "trust", trust, "confidence", confidence);
        }
    }

    ContextHit showing(String text) {
        return new ContextHit(
                kind, ref, id, score, text, at, agentId, identity, channel, seq, topic, domain, trust, why);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "kind",
                kind,
                "ref",
                ref,
                "id",
                id,
                "score",
                score,
                "snippet",
                snippet,
                "at",
                at,
                "agent_id",
                agentId,
                "identity",
                identity,
                "channel",
                channel,
                "seq",
                seq,
                "topic",
                topic,
                "domain",
                domain,
                "trust",
                trust.text(),
                "why",
                why.document());
    }
}
