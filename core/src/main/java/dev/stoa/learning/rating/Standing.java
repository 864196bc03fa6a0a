package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of a board. Immutable.
 *
 * @param rank from 1
 * @param elo of the domain that was asked for, or over all matches
 * @param bt the Bradley-Terry rating of the last fit, with its interval; null if the agent was not in it
 */
public record Standing(
        int rank,
        String agentName,
        double elo,
        boolean provisional,
        @Nullable Double bt,
        @Nullable Double btLow,
        @Nullable Double btHigh,
        long wins,
        long losses,
        long draws) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "rank", rank,
                "agent_name", agentName,
                "elo", elo,
                "provisional", provisional,
                "bt", bt,
                "bt_low", btLow,
                "bt_high", btHigh,
                "wins", wins,
                "losses", losses,
                "draws", draws);
    }
}
