package dev.stoa.evolution.play;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who scores an ended episode. Safe from any thread. */
@FunctionalInterface
public interface Judge {
    /** The scores of an episode; an exception fails the slot. */
    Judgement judge(Ended episode);

    /**
     * An episode as the judge sees it: complete, whatever its length.
     *
     * @param reason why it ended
     * @param turns how many turns it had
     * @param tokens what it cost
     * @param tension the tension at its end
     * @param start the public state at its start
     * @param end the public state at its end
     * @param log every turn
     * @param actors the primary actors
     * @param settlement how good the end is, or null without issues
     * @param timeFactor what the turns have left of the value
     */
    record Ended(
            Reason reason,
            int turns,
            long tokens,
            int tension,
            Map<String, @Nullable Object> start,
            Map<String, @Nullable Object> end,
            List<LogEntry> log,
            List<Judged> actors,
            dev.stoa.evolution.judge.@Nullable Settlement settlement,
            double timeFactor) {}

    /**
     * An actor who is judged.
     *
     * @param id its id
     * @param penalties how many of its turns were skipped
     * @param reservation its reservation
     */
    record Judged(String id, int penalties, double reservation) {}

    /**
     * The scores of an episode.
     *
     * @param scores a score from -5 to 5 for each primary actor
     * @param rationale why, or null
     */
    record Judgement(Map<String, Integer> scores, @Nullable String rationale) {
        public Judgement {
            scores = Map.copyOf(scores);
        }
    }
}
