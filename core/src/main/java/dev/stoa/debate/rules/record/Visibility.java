package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What of a debate a call is shown: of each seat seen and of the seat itself the latest ok turn of every kind that the
 * phase takes in, of an earlier wave. Stateless. Nothing else of the debate enters a prompt; what a seat does not see
 * arrives only as far as a neighbour takes it up.
 */
final class Visibility {
    private Visibility() {}

    static List<Integer> of(DebateRecord record, int seat, int round, Phase phase, int attempt, ReplyKind kind) {
        Set<Integer> visible = new TreeSet<>();
        if (kind == ReplyKind.POSITION && phase == Phase.SELF_EVOLVEMENT) {
            ownDrafts(record, seat, round, attempt, visible);
        } else if (phase == Phase.ADVERSARIAL) {
            duel(record, round, attempt, visible);
        } else if (kind != ReplyKind.PLAN && kind != ReplyKind.TESTS) {
            neighbours(record, seat, takesIn(phase), visible);
        }
        if (attempt > 0) {
            rejected(record, seat, round, phase, attempt - 1, kind, visible);
        }
        return List.copyOf(visible);
    }

    private static Set<ReplyKind> takesIn(Phase phase) {
        return switch (phase) {
            case DEHALLUCINATION, SELF_EVOLVEMENT, PROPOSAL, ADVERSARIAL -> EnumSet.noneOf(ReplyKind.class);
            case CRITIQUE -> EnumSet.of(ReplyKind.POSITION);
            case REVIEW -> EnumSet.of(ReplyKind.POSITION, ReplyKind.CRITIQUE);
            case OPTIMIZATION -> EnumSet.of(ReplyKind.POSITION, ReplyKind.CRITIQUE, ReplyKind.REVIEW);
            case CONVERGENCE ->
                EnumSet.of(
                        ReplyKind.POSITION,
                        ReplyKind.CRITIQUE,
                        ReplyKind.REVIEW,
                        ReplyKind.ATTACK,
                        ReplyKind.DEFENCE,
                        ReplyKind.BALLOT);
        };
    }

    private static void neighbours(DebateRecord record, int seat, Set<ReplyKind> kinds, Set<Integer> visible) {
        if (kinds.isEmpty()) {
            return;
        }
        DebateConfig config = record.config();
        List<Integer> seats = new ArrayList<>(config.topology().sees(config.size(), record.lead(), seat));
        seats.add(seat);
        for (int other : seats) {
            for (ReplyKind kind : kinds) {
                int turn = kind == ReplyKind.POSITION ? position(record, other) : latest(record, other, kind);
                if (turn > 0) {
                    visible.add(turn);
                }
            }
        }
    }

    /** The position that a seat stands by: after an abstention there is none to show. */
    private static int position(DebateRecord record, int seat) {
        Turn turn = Positions.position(record, seat);
        return turn == null ? 0 : turn.turnSeq();
    }

    private static int latest(DebateRecord record, int seat, ReplyKind kind) {
        List<Turn> turns = record.bearing(seat, kind);
        for (int i = turns.size() - 1; i >= 0; i--) {
            if (!record.rejected(turns.get(i))) {
                return turns.get(i).turnSeq();
            }
        }
        return 0;
    }

    private static void ownDrafts(DebateRecord record, int seat, int round, int attempt, Set<Integer> visible) {
        record.turns(round, Phase.SELF_EVOLVEMENT, attempt).stream()
                .filter(turn -> turn.seat() == seat && turn.bears(ReplyKind.POSITION))
                .forEach(turn -> visible.add(turn.turnSeq()));
    }

    /** Red and blue see the position that is attacked and the last words of each other. */
    private static void duel(DebateRecord record, int round, int attempt, Set<Integer> visible) {
        RedBlueRound duel = RedBlueRound.of(record, round, attempt);
        if (duel == null) {
            return;
        }
        visible.add(duel.target().turnSeq());
        for (ReplyKind kind : List.of(ReplyKind.ATTACK, ReplyKind.DEFENCE)) {
            record.turns(round, Phase.ADVERSARIAL, attempt).stream()
                    .filter(turn -> turn.ok() && turn.kind() == kind)
                    .reduce((before, after) -> after)
                    .ifPresent(turn -> visible.add(turn.turnSeq()));
        }
    }

    /** Who does a phase again sees what it said the time before to the same request: no tests are written from code. */
    private static void rejected(
            DebateRecord record, int seat, int round, Phase phase, int attempt, ReplyKind kind, Set<Integer> visible) {
        record.turns(round, phase, attempt).stream()
                .filter(turn -> turn.seat() == seat && turn.ok() && turn.kind() == kind)
                .reduce((before, after) -> after)
                .ifPresent(turn -> visible.add(turn.turnSeq()));
    }
}
