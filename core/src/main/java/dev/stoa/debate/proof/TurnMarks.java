package dev.stoa.debate.proof;

import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * All turns of a debate at a glance, each as one letter. Immutable.
 *
 * @param sides for each turn the key of its option, in lower case where its seat held another before; {@code .} for a
 *     turn without one, {@code !} for one that failed, and a space for one that is not stored
 * @param seats for each turn its seat, from {@code a} on
 * @param rounds the first turn of each round, from the first round on
 */
public record TurnMarks(String sides, String seats, List<Integer> rounds) {
    private static final char NOT_STORED = ' ';
    private static final char NO_SIDE = '.';
    private static final char FAILED = '!';

    public TurnMarks {
        rounds = List.copyOf(rounds);
    }

    static TurnMarks of(DebateRecord record) {
        StringBuilder sides = new StringBuilder();
        StringBuilder seats = new StringBuilder();
        List<Integer> rounds = new ArrayList<>();
        int round = 0;
        Map<Integer, Integer> held = new HashMap<>();
        for (Turn turn : record.turns()) {
            while (sides.length() < turn.turnSeq() - 1) {
                sides.append(NOT_STORED);
                seats.append(NOT_STORED);
            }
            sides.append(side(turn, record.option(turn), held));
            seats.append((char) ('a' + turn.seat()));
            for (; round < turn.round(); round++) {
                rounds.add(turn.turnSeq());
            }
        }
        return new TurnMarks(sides.toString(), seats.toString(), rounds);
    }

    private static char side(Turn turn, int option, Map<Integer, Integer> held) {
        if (!turn.ok()) {
            return FAILED;
        }
        if (option < 0) {
            return NO_SIDE;
        }
        Integer before = held.put(turn.seat(), option);
        String key = Options.key(option);
        return (before == null || before == option ? key : key.toLowerCase(Locale.ROOT)).charAt(0);
    }

    /** The marks of the turns that were stored when this many were, and others were asked for. */
    TurnMarks until(int stored, List<Integer> asked) {
        int end = Math.min(sides.length(), stored + asked.size());
        StringBuilder then = new StringBuilder(sides.substring(0, end));
        asked.stream().filter(turn -> turn <= end).forEach(turn -> then.setCharAt(turn - 1, NOT_STORED));
        return new TurnMarks(
                then.toString(),
                seats.substring(0, end),
                rounds.stream().filter(turn -> turn <= end).toList());
    }
}
