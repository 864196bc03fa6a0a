package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** That a part of a debate began, was left out or ended. It is written with the act that opens or closes it. */
public sealed interface ProgressMark {
    /** The kind of its event. */
    String event();

    /** What its event says. */
    Map<String, @Nullable Object> data();

    /** A phase begins, or is done again. */
    record PhaseStarted(int round, Phase phase, int attempt) implements ProgressMark {
        @Override
        public String event() {
            return "phase_started";
        }

        @Override
        public Map<String, @Nullable Object> data() {
            return of("round", round, "phase", phase.text(), "attempt", attempt);
        }
    }

    /** A phase has nothing to do. */
    record PhaseSkipped(int round, Phase phase, String reason) implements ProgressMark {
        @Override
        public String event() {
            return "phase_skipped";
        }

        @Override
        public Map<String, @Nullable Object> data() {
            return of("round", round, "phase", phase.text(), "reason", reason);
        }
    }

    /**
     * A phase is done.
     *
     * @param belowQuorum too few answered: what they said is not used
     */
    record PhaseCompleted(int round, Phase phase, int attempt, boolean belowQuorum) implements ProgressMark {
        @Override
        public String event() {
            return "phase_completed";
        }

        @Override
        public Map<String, @Nullable Object> data() {
            return of("round", round, "phase", phase.text(), "attempt", attempt, "below_quorum", belowQuorum);
        }
    }

    /**
     * A round is done.
     *
     * @param stop why no other follows; null if one does
     */
    record RoundCompleted(int round, @Nullable StopReason stop) implements ProgressMark {
        @Override
        public String event() {
            return "round_completed";
        }

        @Override
        public Map<String, @Nullable Object> data() {
            return of("round", round, "stop", stop == null ? null : stop.text());
        }
    }

    /** Every seat has its focus. */
    record PlanMade(Protocol protocol, List<String> foci) implements ProgressMark {
        public PlanMade {
            foci = List.copyOf(foci);
        }

        @Override
        public String event() {
            return "plan_made";
        }

        @Override
        public Map<String, @Nullable Object> data() {
            return of("protocol", protocol.text(), "foci", foci);
        }
    }

    /** The mark of a stored event. */
    static ProgressMark of(String event, Map<String, @Nullable Object> data) {
        JsonFields fields = JsonFields.of(data);
        if (event.equals("plan_made")) {
            return new PlanMade(Protocol.of(fields.text("protocol")), fields.texts("foci"));
        }
        int round = (int) fields.whole("round");
        if (event.equals("round_completed")) {
            String stop = fields.textOrNull("stop");
            return new RoundCompleted(round, stop == null ? null : StopReason.of(stop));
        }
        Phase phase = Phase.of(fields.text("phase"));
        return switch (event) {
            case "phase_started" -> new PhaseStarted(round, phase, (int) fields.whole("attempt"));
            case "phase_skipped" -> new PhaseSkipped(round, phase, fields.text("reason"));
            case "phase_completed" ->
                new PhaseCompleted(round, phase, (int) fields.whole("attempt"), fields.flag("below_quorum"));
            default -> throw new IllegalArgumentException(event + " is no mark");
        };
    }

    private static Map<String, @Nullable Object> of(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }
}
