package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Bars;
import dev.stoa.server.console.chart.Chart;
import dev.stoa.server.console.chart.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is known about debates: laws with what was measured, the bound of each and whether it holds. Immutable.
 *
 * @param questions how many questions each was measured on
 * @param command what measures them again
 */
public record LawsView(List<Law> laws, String questions, String command) {
    private static final int NAME = 120;

    public LawsView {
        laws = List.copyOf(laws);
    }

    /** A law with what has to hold, all of it. */
    public record Law(long number, String title, boolean ok, List<Condition> conditions) {
        public Law {
            conditions = List.copyOf(conditions);
        }

        /** What was measured, each above its bound. */
        public Chart chart() {
            List<Bars.Bar> bars = new ArrayList<>();
            for (Condition condition : conditions) {
                bars.add(bar(
                        condition.name(),
                        condition.measured(),
                        condition.ok() ? Tone.GOOD : Tone.BAD,
                        condition.ok() ? "holds" : "does not hold"));
                bars.add(bar(
                        condition.least() ? "bound (at least)" : "bound (at most)",
                        condition.bound(),
                        Tone.SOFT,
                        "bound"));
            }
            return new Bars("Law " + number + ", " + title, Axis.number("measured"), false, bars);
        }

        private static Bars.Bar bar(String name, double value, Tone tone, String note) {
            return new Bars.Bar(name, List.of(new Bars.Part("", tone, value)), null, null, note, null);
        }
    }

    /**
     * A measured value and its bound.
     *
     * @param least whether the bound is the least that it may be, else it is the most
     */
    public record Condition(String name, double measured, boolean least, double bound) {
        public boolean ok() {
            return least ? measured >= bound : measured <= bound;
        }
    }

    /** The laws of an answer of the API. */
    public static LawsView of(Doc answer) {
        List<Law> laws = new ArrayList<>();
        for (Doc law : answer.docs("laws")) {
            List<Condition> conditions = new ArrayList<>();
            Doc measured = law.doc("measured");
            for (Object each : measured.fields().keySet()) {
                String name = String.valueOf(each);
                Object bound = law.doc("bound").fields().get(name);
                Doc bounds = bound instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY;
                boolean least = bounds.has("least");
                conditions.add(new Condition(
                        name,
                        ((Number) Objects.requireNonNull(measured.fields().get(name))).doubleValue(),
                        least,
                        bounds.real(least ? "least" : "most")));
            }
            laws.add(new Law(law.whole("law"), law.text("title", NAME), law.flag("ok"), conditions));
        }
        return new LawsView(
                laws,
                answer.count("questions"),
                "tunnel laws --questions " + answer.whole("questions") + " --seed " + answer.whole("seed"));
    }
}
