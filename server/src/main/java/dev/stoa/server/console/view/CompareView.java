package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Bars;
import dev.stoa.server.console.text.Language;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Two debates side by side. Immutable.
 *
 * @param settings the settings that differ
 * @param turns what was said, aligned by round, phase and seat; the first turns of each
 * @param spread how the sessions of one debate came out; without sessions if the two are of different ones
 */
public record CompareView(Side a, Side b, List<Setting> settings, List<Pair> turns, Spread spread) {
    /** How many turns of each are compared. */
    public static final int TURNS = 100;

    private static final int WORDS = 1_000;
    private static final int ANSWER = 60;

    public CompareView {
        settings = List.copyOf(settings);
        turns = List.copyOf(turns);
    }

    /** One of them; without an id if none is chosen. */
    public record Side(String id, Doc debate, List<Doc> turns) {
        public Side {
            turns = List.copyOf(turns);
        }

        public boolean isChosen() {
            return !id.isEmpty();
        }
    }

    /** A setting as each has it. */
    public record Setting(String name, String a, String b) {}

    /**
     * What the same seat said in the same place of each; without fields where it said nothing.
     *
     * @param before the beginning of its answer in the first
     * @param after the same in the second
     */
    public record Pair(String place, String seat, Doc a, Doc b, String before, String after) {}

    /**
     * How the sessions of one debate came out.
     *
     * @param sessions how many there are
     * @param outcomes the sessions by what they answered
     * @param consensus the least and the most of their consensus; empty if none has one
     * @param simulated whether one of them is simulated
     */
    public record Spread(int sessions, Bars outcomes, String consensus, boolean simulated) {
        /** Of the sessions of one debate. */
        public static Spread of(List<Doc> sessions) {
            Map<String, Integer> outcomes = new TreeMap<>();
            List<Double> scores = new ArrayList<>();
            for (Doc session : sessions) {
                String answer = session.has("outcome.answer")
                        ? session.text("outcome.answer", ANSWER)
                        : session.has("outcome.decision")
                                ? session.text("outcome.decision", ANSWER)
                                : session.text("status", ANSWER);
                outcomes.merge(answer, 1, Integer::sum);
                if (session.has("final_consensus_score")) {
                    scores.add(session.real("final_consensus_score"));
                }
            }
            scores.sort(Comparator.naturalOrder());
            return new Spread(
                    sessions.size(),
                    new Bars(
                            "Outcomes of the sessions",
                            Axis.number("sessions"),
                            false,
                            outcomes.entrySet().stream()
                                    .sorted(Map.Entry.<String, Integer>comparingByValue()
                                            .reversed())
                                    .map(each -> Bars.Bar.of(each.getKey(), each.getValue()))
                                    .toList()),
                    scores.isEmpty()
                            ? ""
                            : String.format(Locale.ROOT, "%.3f to %.3f", scores.getFirst(), scores.getLast()),
                    sessions.stream().anyMatch(session -> session.flag("outcome.simulated")));
        }
    }

    /** Two debates, and the sessions of the debate that both are of; none if they are of different ones. */
    public static CompareView of(Side a, Side b, List<Doc> sessions) {
        return new CompareView(
                a,
                b,
                a.isChosen() && b.isChosen() ? settings(a, b) : List.of(),
                a.isChosen() && b.isChosen() ? pairs(a, b) : List.of(),
                Spread.of(sessions));
    }

    public boolean isComplete() {
        return a.isChosen() && b.isChosen();
    }

    private static List<Setting> settings(Side a, Side b) {
        Map<String, String> ofA = a.debate().doc("config").shown();
        Map<String, String> ofB = b.debate().doc("config").shown();
        TreeSet<String> names = new TreeSet<>(ofA.keySet());
        names.addAll(ofB.keySet());
        List<Setting> settings = new ArrayList<>();
        for (String name : names) {
            String left = ofA.getOrDefault(name, "");
            String right = ofB.getOrDefault(name, "");
            if (!left.equals(right)) {
                settings.add(new Setting(States.word(name), left, right));
            }
        }
        return settings;
    }

    /** Where a turn stands in its debate. */
    private record Place(long round, long phase, long attempt, long step, String seat) {
        private static final Comparator<Place> ORDER = Comparator.comparingLong(Place::round)
                .thenComparingLong(Place::phase)
                .thenComparingLong(Place::attempt)
                .thenComparingLong(Place::step);

        static Place of(Doc turn) {
            return new Place(
                    turn.whole("round"),
                    turn.whole("phase_ordinal"),
                    turn.whole("attempt"),
                    turn.whole("step"),
                    turn.raw("agent_id"));
        }
    }

    private static List<Pair> pairs(Side a, Side b) {
        Map<Place, Doc> ofA = byPlace(a);
        Map<Place, Doc> ofB = byPlace(b);
        Map<Place, Doc> all = new LinkedHashMap<>(ofA);
        ofB.forEach(all::putIfAbsent);
        List<Place> places = new ArrayList<>(all.keySet());
        // Sorting keeps the seats of a phase in the order in which they spoke.
        places.sort(Place.ORDER);
        List<Pair> pairs = new ArrayList<>();
        for (Place place : places) {
            Doc any = all.getOrDefault(place, Doc.EMPTY);
            Doc left = ofA.getOrDefault(place, Doc.EMPTY);
            Doc right = ofB.getOrDefault(place, Doc.EMPTY);
            pairs.add(new Pair(
                    Language.t("round {0}", place.round()) + ", " + Lanes.phase(any),
                    any.text("agent_id", 40),
                    left,
                    right,
                    said(a, left),
                    said(b, right)));
        }
        return pairs;
    }

    /** The answer of a turn; the option that it chose if it has none, and all that it wrote if it chose none. */
    private static String said(Side side, Doc turn) {
        for (String name : List.of("answer", "parsed.answer", "parsed.position.answer")) {
            if (turn.has(name)) {
                return beginning(turn.raw(name));
            }
        }
        return beginning(side.debate().docs("options").stream()
                .filter(option -> turn.has("option") && option.raw("key").equals(turn.raw("option")))
                .map(option -> option.raw("label"))
                .findFirst()
                .orElse(turn.raw("content")));
    }

    private static String beginning(String text) {
        return text.length() <= WORDS
                ? text
                : text.substring(0, Character.isHighSurrogate(text.charAt(WORDS - 1)) ? WORDS - 1 : WORDS) + "…";
    }

    private static Map<Place, Doc> byPlace(Side side) {
        Map<Place, Doc> turns = new LinkedHashMap<>();
        side.turns().forEach(turn -> turns.put(Place.of(turn), turn));
        return turns;
    }
}
