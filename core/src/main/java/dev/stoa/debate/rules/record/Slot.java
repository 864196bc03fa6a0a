package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.json.Digest;
import java.util.List;

/**
 * A call that is to be made: who is asked for what, when, and what of the debate is shown. Immutable.
 *
 * @param turnSeq the number of its turn, given before the call, so that it does not depend on who answers first
 * @param step the number of the wave in its phase, from 1; 0 for planning and the writing of tests
 * @param withPosition a critique that carries the revised position, or a position of a reflection
 * @param visible the numbers of the turns that are shown, ascending
 */
public record Slot(
        int turnSeq,
        int seat,
        int round,
        Phase phase,
        int attempt,
        int step,
        ReplyKind kind,
        boolean withPosition,
        List<Integer> visible) {
    public Slot {
        visible = List.copyOf(visible);
    }

    /** The same slot with another number, where these turns are shown. */
    public Slot seeing(int number, List<Integer> turns) {
        return new Slot(number, seat, round, phase, attempt, step, kind, withPosition, turns);
    }

    /** The seed of its call: the same whenever and wherever it is made. */
    public long seed(DebateConfig config) {
        return Digest.draw(
                        Long.toString(config.seed()),
                        config.agent(seat),
                        Integer.toString(round),
                        Integer.toString(phase.number()),
                        Integer.toString(step),
                        Integer.toString(attempt))
                >>> 1;
    }

    /** The role that the turn is recorded with: the seat's own, else the one of what it is asked for. */
    public String role(DebateConfig config) {
        String given = config.seats().get(seat).role();
        if (given != null) {
            return given;
        }
        return switch (kind) {
            case QUESTION, PLAN -> "moderator";
            case POSITION -> phase == Phase.OPTIMIZATION ? "optimizer" : "proposer";
            case CRITIQUE -> "critic";
            case REVIEW -> "reviewer";
            case ATTACK -> "red_team";
            case DEFENCE -> "blue_team";
            case BALLOT -> "judge";
            case TESTS -> "test_agent";
        };
    }
}
