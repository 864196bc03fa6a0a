package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ParsedReply.Vote;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each seat holds at a point of a debate. Stateless.
 *
 * <p>A seat holds the option of its ballot where it was asked for one, and none if that is not ok; else that of its
 * latest ok position; an abstention clears it.
 */
public final class Positions {
    private Positions() {}

    /** What a seat holds, or null; only turns below a number are looked at. */
    public static @Nullable Turn of(DebateRecord record, int seat, int before) {
        return latest(record, seat, before, true);
    }

    /** What a seat holds now, or null. */
    public static @Nullable Turn of(DebateRecord record, int seat) {
        return of(record, seat, Integer.MAX_VALUE);
    }

    /** The position that a seat stands by, its votes aside; null if there is none. */
    public static @Nullable Turn position(DebateRecord record, int seat) {
        return latest(record, seat, Integer.MAX_VALUE, false);
    }

    /** The first ok position of a seat in its drafting phase, which it gave blind; null if there is none. */
    public static @Nullable Turn draft(DebateRecord record, int seat) {
        Phase phase = Agenda.drafting(record.config());
        for (Turn turn : record.turns(1, phase, record.attempt(1, phase))) {
            if (turn.seat() == seat && turn.bears(ReplyKind.POSITION) && record.option(turn) >= 0) {
                return turn;
            }
        }
        return null;
    }

    /** The drafts of all seats that have one, by seat. */
    public static SortedMap<Integer, Turn> drafts(DebateRecord record) {
        SortedMap<Integer, Turn> drafts = new TreeMap<>();
        for (int seat = 0; seat < record.config().size(); seat++) {
            Turn draft = draft(record, seat);
            if (draft != null) {
                drafts.put(seat, draft);
            }
        }
        return drafts;
    }

    /** How many drafts are for each option. */
    public static Map<Integer, Integer> draftVotes(DebateRecord record) {
        Map<Integer, Integer> votes = new HashMap<>();
        drafts(record).values().forEach(draft -> votes.merge(record.option(draft), 1, Integer::sum));
        return votes;
    }

    /** The turns whose position is an option, in their order; rejected ones are left out. */
    public static List<Turn> giving(DebateRecord record, int option) {
        return record.turns().stream()
                .filter(turn -> turn.position() != null && record.option(turn) == option && !record.rejected(turn))
                .toList();
    }

    /** The option that a turn stands for, as a vote or as a position. */
    public static int option(DebateRecord record, Turn turn) {
        return turn.said() instanceof Vote vote ? vote.option() : record.option(turn);
    }

    private static @Nullable Turn latest(DebateRecord record, int seat, int before, boolean votes) {
        List<Turn> turns = record.standpoints(seat);
        for (int i = turns.size() - 1; i >= 0; i--) {
            Turn turn = turns.get(i);
            if (turn.turnSeq() >= before || record.rejected(turn)) {
                continue;
            }
            if (turn.kind() == ReplyKind.BALLOT) {
                if (votes) {
                    return turn.ok() ? turn : null;
                }
            } else if (turn.status() == TurnStatus.ABSTAINED) {
                return null;
            } else if (record.option(turn) >= 0) {
                return turn.phase() == Phase.SELF_EVOLVEMENT ? bestDraft(record, turn) : turn;
            }
        }
        return null;
    }

    /** The last draft of a seat in self-evolvement, unless earlier ones passed more public tests: then the first best. */
    private static Turn bestDraft(DebateRecord record, Turn last) {
        Turn best = last;
        for (Turn turn : record.turns(last.round(), last.phase(), last.attempt())) {
            if (turn.seat() == last.seat()
                    && turn.bears(ReplyKind.POSITION)
                    && record.option(turn) >= 0
                    && Checks.publicPassed(record, turn) > Checks.publicPassed(record, best)) {
                best = turn;
            }
        }
        return best;
    }
}
