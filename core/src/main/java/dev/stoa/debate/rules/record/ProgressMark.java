package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.json.JsonFields;
import dev.stoa.json.RecordFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** That a part of a debate began, was left out or ended. It is written with the act that opens or closes it. */
public sealed interface ProgressMark {
    /** The kind of its event. */
    default String event() {
        return switch (this) {
            case PhaseStarted mark -> "phase_started";
            case PhaseSkipped mark -> "phase_skipped";
            case PhaseCompleted mark -> "phase_completed";
            case RoundCompleted mark -> "round_completed";
            case PlanMade mark -> "plan_made";
        };
    }

    /** What its event says: its components. */
    default Map<String, @Nullable Object> data() {
        return RecordFields.document((Record) this);
    }

    /** A phase begins, or is done again. */
    record PhaseStarted(int round, Phase phase, int attempt) implements ProgressMark {}

    /** A phase has nothing to do. */
    record PhaseSkipped(int round, Phase phase, String reason) implements ProgressMark {}

    /**
     * A phase is done.
     *
     * @param belowQuorum too few answered: what they said is not used
     */
    record PhaseCompleted(int round, Phase phase, int attempt, boolean belowQuorum) implements ProgressMark {}

    /**
     * A round is done.
     *
     * @param stop why no other follows; null if one does
     */
    record RoundCompleted(int round, @Nullable StopReason stop) implements ProgressMark {}

    /** Every seat has its focus. */
    record PlanMade(Protocol protocol, List<String> foci) implements ProgressMark {
        public PlanMade {
            foci = List.copyOf(foci);
        }
    }

    /** The mark of a stored event. */
    static ProgressMark of(String event, Map<String, @Nullable Object> data) {
        Class<? extends ProgressMark> type = switch (event) {
            case "phase_started" -> PhaseStarted.class;
            case "phase_skipped" -> PhaseSkipped.class;
            case "phase_completed" -> PhaseCompleted.class;
            case "round_completed" -> RoundCompleted.class;
            case "plan_made" -> PlanMade.class;
            default -> throw new IllegalArgumentException(event + " is no mark");
        };
        return RecordFields.of(type).read(JsonFields.of(data));
    }
}
