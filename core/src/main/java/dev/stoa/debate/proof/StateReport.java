package dev.stoa.debate.proof;

import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a debate stood right after an event. Immutable.
 *
 * @param seq the number of the event
 * @param events how many events the debate has by now
 * @param turns how many turns had been stored
 * @param waiting the agents whose calls had no turn yet
 * @param askedAt when these calls were made; null if none was waited for
 * @param labels the labels of the options, by key
 * @param marks the turns that had been stored, each as a letter
 */
public record StateReport(
        String session,
        long seq,
        int events,
        String kind,
        Instant at,
        int round,
        int completedRounds,
        int turns,
        List<String> waiting,
        @Nullable Instant askedAt,
        List<String> labels,
        List<CountRecord> counts,
        TurnMarks marks) {
    /** The report as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "session_id", session,
                "seq", seq,
                "events", events,
                "kind", kind,
                "at", at,
                "round", round,
                "rounds_completed", completedRounds,
                "turns", turns,
                "waiting", waiting,
                "asked_at", askedAt,
                "options",
                        IntStream.range(0, labels.size())
                                .mapToObj(
                                        option -> Json.object("key", Options.key(option), "label", labels.get(option)))
                                .toList(),
                "tallies", counts.stream().map(StateReport::count).toList());
    }

    private static Map<String, @Nullable Object> count(CountRecord counted) {
        return Json.object(
                "stage", counted.stage().text(),
                "round", counted.round(),
                "attempt", counted.attempt(),
                "winner", Options.keyOrNull(counted.tally().winner()),
                "consensus", counted.tally().consensus());
    }
}
