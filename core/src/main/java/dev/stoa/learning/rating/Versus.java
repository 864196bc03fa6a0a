package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two agents against each other, the one whose name comes first being {@code a}. Immutable.
 *
 * @param games rated matches in which both took part
 * @param expectedA the share of a win that their ratings let {@code a} expect
 */
public record Versus(
        String agentA,
        String agentB,
        long games,
        long aWins,
        long bWins,
        long draws,
        double expectedA,
        Relationship relationship) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_a", agentA,
                "agent_b", agentB,
                "games", games,
                "a_wins", aWins,
                "b_wins", bWins,
                "draws", draws,
                "expected_a", expectedA,
                "relationship", relationship.document());
    }
}
