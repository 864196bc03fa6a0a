package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;

/**
 * A small line without axes for a row of a table: how a number went, and where it is now.
 *
 * @param of what each value is of, such as a day
 * @param names the names of what the values are of, one for each; numbers if there are none
 */
public record Spark(String title, String unit, String of, List<String> names, List<Double> values) implements Chart {
    private static final double WIDTH = 120;
    private static final double HEIGHT = 28;
    private static final int POINTS = 120;

    public Spark {
        names = List.copyOf(names);
        values = List.copyOf(values);
        if (!names.isEmpty() && names.size() != values.size()) {
            throw new IllegalArgumentException(names.size() + " names for " + values.size() + " values");
        }
        values.forEach(value -> Numbers.checked("value", value));
    }

    /** Values that have no name but their number. */
    public Spark(String title, String unit, List<Double> values) {
        this(title, unit, "Number", List.of(), values);
    }

    @Override
    public boolean isEmpty() {
        return values.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        List<Double> drawn = drawn();
        return title + ": last " + said(drawn.getLast()) + ", least " + said(least(drawn)) + ", most "
                + said(most(drawn)) + " of " + Numbers.count(values.size(), "value")
                + (drawn.size() < values.size() ? " in " + Numbers.count(drawn.size(), "bin") : "") + ".";
    }

    private String said(double value) {
        return Words.join(" ", Numbers.of(value), unit);
    }

    @Override
    public Table table() {
        List<List<String>> rows = new ArrayList<>();
        for (double value : drawn()) {
            rows.add(List.of(name(rows.size()), Numbers.of(value)));
        }
        return new Table(List.of(of, unit.isEmpty() ? "Value" : unit), rows);
    }

    /** The name of a value that is drawn; that of the first and the last of a bin. */
    private String name(int drawn) {
        if (names.isEmpty()) {
            return Integer.toString(drawn + 1);
        }
        return values.size() <= POINTS
                ? names.get(drawn)
                : names.get(first(drawn)) + " – " + names.get(first(drawn + 1) - 1);
    }

    /** The first value of a bin. */
    private int first(int bin) {
        return (int) ((long) bin * values.size() / POINTS);
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        List<Double> drawn = drawn();
        double low = least(drawn);
        double high = most(drawn);
        Svg svg = new Svg("spark", WIDTH, HEIGHT, sentence());
        // Equal values are a level line in the middle, not at an end that would look like a least or a most.
        Scale y = new Scale(low == high ? low - 1 : low, low == high ? high + 1 : high, HEIGHT - 4, 4);
        Scale x = new Scale(0, Math.max(1, drawn.size() - 1), 2, WIDTH - 5);
        Path path = new Path();
        for (int i = 0; i < drawn.size(); i++) {
            path.next(x.at(i), y.at(drawn.get(i)));
        }
        svg.mark(sentence(), null, () -> {
            svg.add(
                    "path",
                    "class",
                    "line option-a",
                    "d",
                    path,
                    "fill",
                    "none",
                    "stroke",
                    "currentColor",
                    "stroke-width",
                    1.5);
            svg.add(
                    "circle",
                    "class",
                    "dot option-a",
                    "cx",
                    x.at(drawn.size() - 1),
                    "cy",
                    y.at(drawn.getLast()),
                    "r",
                    3);
        });
        return svg.content();
    }

    private static double least(List<Double> drawn) {
        return drawn.stream().min(Double::compare).orElse(0.0);
    }

    private static double most(List<Double> drawn) {
        return drawn.stream().max(Double::compare).orElse(0.0);
    }

    private List<Double> drawn() {
        if (values.size() <= POINTS) {
            return values;
        }
        List<Double> bins = new ArrayList<>();
        for (int bin = 0; bin < POINTS; bin++) {
            bins.add(values.subList(first(bin), first(bin + 1)).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow());
        }
        return bins;
    }
}
