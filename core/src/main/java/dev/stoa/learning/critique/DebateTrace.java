package dev.stoa.learning.critique;

import dev.stoa.base.Bounds;
import dev.stoa.json.Metadata;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that the critique archive learns of one debate. Immutable.
 *
 * @param resolutions what became of the critiques, by their keys; those of the trace and earlier ones
 * @param proposals who proposed an answer, and whether it was accepted
 */
public record DebateTrace(
        Debate debate,
        List<CritiqueDraft> critiques,
        List<CritiqueResolution> resolutions,
        Map<String, Boolean> proposals) {
    private static final int LONGEST_TEXT = 65_536;

    public DebateTrace {
        critiques = List.copyOf(critiques);
        resolutions = List.copyOf(resolutions);
        Map<String, Boolean> named = new LinkedHashMap<>();
        proposals.forEach((agent, accepted) -> named.put(Bounds.name("proposals", agent), accepted));
        proposals = Map.copyOf(named);
        for (CritiqueDraft critique : critiques) {
            if (!critique.debateId().equals(debate.id())) {
                throw Bounds.invalid(
                        "critique " + critique.key() + " is of debate " + critique.debateId() + ", not of "
                                + debate.id(),
                        "record it with its own debate");
            }
        }
    }

    /**
     * A debate as its critics saw it.
     *
     * @param verdict what an executed check or the truth said of the answer; empty if nothing did
     * @param simulated whether chance had a seat: then its critiques are on record, and nothing is learnt of them
     */
    public record Debate(
            String id,
            String task,
            @Nullable String finalAnswer,
            boolean consensusReached,
            @Nullable Double confidence,
            @Nullable Integer rounds,
            @Nullable Duration duration,
            Map<String, ? extends @Nullable Object> verdict,
            boolean simulated) {
        public Debate {
            id = Bounds.id("debate_id", id);
            task = Bounds.text("task", task, 1, LONGEST_TEXT);
            finalAnswer = Bounds.textOrNull("final_answer", finalAnswer, 0, LONGEST_TEXT);
            confidence = confidence == null ? null : (Double) Bounds.unit("confidence", confidence);
            rounds = rounds == null ? null : (Integer) (int) Bounds.whole("rounds_used", rounds, 0, 1_000_000);
            if (duration != null && duration.isNegative()) {
                throw Bounds.invalid("duration_seconds " + duration.toSeconds() + " is below 0", "give 0 or more");
            }
            Metadata.write(verdict);
        }

        /** A debate of which only the task is known. */
        public static Debate of(String id, String task) {
            return new Debate(id, task, null, false, null, null, null, Map.of(), false);
        }
    }
}
