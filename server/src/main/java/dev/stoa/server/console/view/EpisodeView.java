package dev.stoa.server.console.view;

import dev.stoa.server.console.text.Plain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An episode as it stood after one of its turns. Immutable.
 *
 * @param turn the turn after which it is shown, from 1; 0 if it has none
 * @param last how many turns it has
 * @param turns the turns up to there, the newest first
 * @param state what had been agreed on or proposed by then
 */
public record EpisodeView(Doc episode, Here here, long turn, long last, List<Doc> turns, Map<String, String> state) {
    private static final int SHOWN = 50;
    private static final int LONG = 240;

    public EpisodeView {
        turns = List.copyOf(turns);
        state = new LinkedHashMap<>(state);
    }

    public static EpisodeView of(Doc episode, List<Doc> log, Here here, long asked) {
        long last = log.size();
        long turn = asked == 0 ? last : Math.min(asked, last);
        List<Doc> till = log.subList(0, (int) turn);
        Map<String, String> state = new LinkedHashMap<>();
        for (Doc each : till) {
            if (each.raw("outcome").equals("applied")) {
                each.docs("state_mutations")
                        .forEach(change -> state.put(change.text("path", LONG), change.text("value", LONG)));
            }
        }
        List<Doc> shown = new ArrayList<>(till.subList((int) Math.max(0, turn - SHOWN), (int) turn));
        return new EpisodeView(episode, here, turn, last, shown.reversed(), state);
    }

    /** What a turn changed, in words; empty if it changed nothing. */
    public static String changes(Doc turn) {
        List<String> said = new ArrayList<>();
        turn.docs("state_mutations")
                .forEach(change -> said.add(change.text("path", LONG) + " = " + change.text("value", LONG)));
        return Plain.of(String.join("; ", said));
    }

    /** How the world stood at the turn. */
    public Map<String, String> environment() {
        return turns.isEmpty() ? Map.of() : turns.getFirst().doc("environment").shown();
    }
}
