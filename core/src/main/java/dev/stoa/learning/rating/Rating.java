package dev.stoa.learning.rating;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an agent has reached. Immutable.
 *
 * @param provisional whether it has fewer than ten rated matches
 * @param domainElos ratings by domain
 * @param trendPerMatch points a match over the newest twenty, null if there are fewer than three
 * @param calibration over all domains
 */
public record Rating(
        String agentName,
        double elo,
        boolean provisional,
        Map<String, Double> domainElos,
        long wins,
        long losses,
        long draws,
        long debatesCount,
        long critiquesAccepted,
        long critiquesTotal,
        @Nullable Double trendPerMatch,
        Calibration calibration,
        @Nullable Instant updatedAt) {
    public Rating {
        domainElos = Collections.unmodifiableMap(new TreeMap<>(domainElos));
    }

    /** The slope of the least-squares line through values at equal distances, null under three. */
    static @Nullable Double trend(double[] values) {
        int n = values.length;
        if (n < 3) {
            return null;
        }
        double middle = (n - 1) / 2.0;
        double products = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            products += (i - middle) * values[i];
            squares += (i - middle) * (i - middle);
        }
        return products / squares;
    }

    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_name", agentName,
                "elo", elo,
                "provisional", provisional,
                "domain_elos", domainElos,
                "wins", wins,
                "losses", losses,
                "draws", draws,
                "debates_count", debatesCount,
                "critiques_accepted", critiquesAccepted,
                "critiques_total", critiquesTotal,
                "trend_per_match", trendPerMatch,
                "calibration", calibration.document(),
                "updated_at", updatedAt == null ? null : Times.show(updatedAt));
    }
}
