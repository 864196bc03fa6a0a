package dev.stoa.learning.consensus;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * A topic that was perhaps debated before. Immutable.
 *
 * @param topic 1 to 2,000 characters
 * @param domain only of this domain, null for any
 * @param minSimilarity 0 to 1
 * @param limit most hits, 1 to 50
 * @param includeSuperseded also those that a later debate has replaced
 * @param simulated whether debates count in which chance had a seat
 */
public record TopicQuery(
        String topic,
        @Nullable String domain,
        double minSimilarity,
        int limit,
        boolean includeSuperseded,
        Simulated simulated) {
    public static final double MIN_SIMILARITY = 0.30;
    public static final int DEFAULT_LIMIT = 5;
    static final int MOST = 50;

    public TopicQuery {
        Bounds.given("topic", topic);
        topic = Bounds.text("topic", topic, 1, ConsensusDraft.LONGEST_TOPIC);
        domain = domain == null ? null : Bounds.label("domain", domain);
        Bounds.given("simulated", simulated);
        minSimilarity = Bounds.unit("min_similarity", minSimilarity);
        limit = (int) Bounds.whole("limit", limit, 1, MOST);
    }

    public static TopicQuery of(String topic) {
        return new TopicQuery(topic, null, MIN_SIMILARITY, DEFAULT_LIMIT, false, Simulated.EXCLUDE);
    }

    /** The query that a JSON object describes. */
    public static TopicQuery fromJson(JsonFields fields) {
        TopicQuery query = new TopicQuery(
                fields.text("topic"),
                fields.textOrNull("domain"),
                fields.real("min_similarity", MIN_SIMILARITY),
                (int) Bounds.whole("limit", fields.whole("limit", DEFAULT_LIMIT), 1, MOST),
                fields.flag("include_superseded", false),
                Simulated.of(fields.text("simulated", Simulated.EXCLUDE.text())));
        fields.end();
        return query;
    }

    public TopicQuery within(@Nullable String only) {
        return new TopicQuery(topic, only, minSimilarity, limit, includeSuperseded, simulated);
    }

    public TopicQuery atLeast(double similarity) {
        return new TopicQuery(topic, domain, similarity, limit, includeSuperseded, simulated);
    }

    public TopicQuery limit(int most) {
        return new TopicQuery(topic, domain, minSimilarity, most, includeSuperseded, simulated);
    }

    public TopicQuery withSuperseded() {
        return new TopicQuery(topic, domain, minSimilarity, limit, true, simulated);
    }

    public TopicQuery simulated(Simulated which) {
        return new TopicQuery(topic, domain, minSimilarity, limit, includeSuperseded, which);
    }
}
