package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates with their intervals on one axis, one below the other, so that one sees which of them overlap.
 *
 * @param point what the full mark is, as {@code Bradley-Terry}
 * @param second what the hollow mark is, as {@code Elo}; empty without one
 * @param reference a value to hold all against; null without one
 * @param referenceName what that value is; may be empty
 */
public record Intervals(
        String title,
        Axis axis,
        String point,
        String second,
        @Nullable Double reference,
        String referenceName,
        List<Row> rows)
        implements Chart {
    private static final double WIDTH = 720;
    private static final double NAME = 170;
    private static final double NOTE = 170;
    private static final double ROW = 28;
    private static final int ROWS = 100;

    public Intervals {
        rows = List.copyOf(rows);
        if (reference != null) {
            Numbers.checked("reference", reference);
        }
    }

    /**
     * An estimate.
     *
     * @param value where the full mark stands; null if it is unknown
     * @param low the lower end of its interval; null without one: then it is provisional
     * @param other where the hollow mark stands; null without one
     * @param note what stands beside it, as a range of ranks; may be empty
     */
    public record Row(
            String name,
            Tone tone,
            @Nullable Double value,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Double other,
            String note,
            @Nullable String href) {
        public Row {
            if ((low == null) != (high == null)) {
                throw new IllegalArgumentException("an interval has two ends; give both or none");
            }
            if (low != null && high != null && !(Numbers.checked("low", low) <= Numbers.checked("high", high))) {
                throw new IllegalArgumentException("the interval from " + low + " to " + high + " is upside down");
            }
            if (value != null) {
                Numbers.checked("value", value);
            }
            if (other != null) {
                Numbers.checked("second value", other);
            }
            href = Svg.checkedPath(href);
        }

        private boolean isProvisional() {
            return low == null && (value != null || other != null);
        }

        private List<Double> all() {
            List<Double> all = new ArrayList<>();
            add(all, value);
            add(all, low);
            add(all, high);
            add(all, other);
            return all;
        }

        private static void add(List<Double> all, @Nullable Double number) {
            if (number != null) {
                all.add(number);
            }
        }
    }

    @Override
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        List<String> said = new ArrayList<>();
        rows.stream().limit(5).forEach(row -> said.add(Words.join(" ", row.name(), estimate(row))));
        if (rows.size() > 5) {
            said.add(Numbers.of(rows.size() - 5) + " more");
        }
        if (reference != null) {
            said.add(Words.join(" ", referenceName, axis.text(reference)));
        }
        return title + ": " + String.join("; ", said) + ".";
    }

    private String estimate(Row row) {
        if (row.value() == null) {
            return row.other() == null ? "unknown" : Words.join(" ", second, axis.text(row.other()), "provisional");
        }
        return axis.text(row.value())
                + (row.low() == null || row.high() == null
                        ? " provisional"
                        : " [" + axis.text(row.low()) + ", " + axis.text(row.high()) + "]");
    }

    @Override
    public Table table() {
        List<List<String>> cells = new ArrayList<>();
        for (Row row : drawn()) {
            cells.add(List.of(
                    row.name(),
                    row.value() == null ? "unknown" : axis.text(row.value()),
                    row.low() == null ? "" : axis.text(row.low()),
                    row.high() == null ? "" : axis.text(row.high()),
                    row.other() == null ? "" : axis.text(row.other()),
                    Words.join(", ", row.isProvisional() ? "provisional" : "", row.note())));
        }
        if (reference != null && !rows.isEmpty()) {
            cells.add(List.of(referenceName, axis.text(reference), "", "", "", "reference"));
        }
        return Table.of(
                List.of(
                        "Name",
                        point.isEmpty() ? "Value" : point,
                        "Interval from",
                        "Interval to",
                        second.isEmpty() ? "Second value" : second,
                        "Note"),
                cells);
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        List<Row> drawn = drawn();
        boolean keyed = !second.isEmpty();
        double top = (keyed ? 24 : 4) + (reference == null ? 0 : 16);
        double bottom = top + ROW * drawn.size();
        int left = rows.size() - drawn.size();
        double height = bottom + 40 + (left > 0 ? 18 : 0);
        Svg svg = new Svg("intervals", WIDTH, height, sentence());
        double start = 14 + Words.widest(drawn.stream().map(Row::name).toList(), NAME);
        double notes = Words.widest(drawn.stream().map(Intervals::beside).toList(), NOTE);
        List<Double> all = new ArrayList<>(
                drawn.stream().flatMap(row -> row.all().stream()).toList());
        if (reference != null) {
            all.add(reference);
        }
        Scale scale = axis.range(
                all.stream().min(Double::compare).orElse(0.0),
                all.stream().max(Double::compare).orElse(1.0),
                start,
                WIDTH - Math.max(notes + 16, 24));
        if (keyed) {
            key(svg);
        }
        for (Axis.Tick tick : axis.ticks(scale, 7)) {
            svg.line("grid", scale.at(tick.at()), top, scale.at(tick.at()), bottom);
            svg.text(scale.at(tick.at()), bottom + 16, "tick", "middle", tick.text());
        }
        svg.line("axis", start, bottom, scale.to(), bottom);
        svg.text(scale.to(), bottom + 34, "tick", "end", Words.fit(axis.name(), scale.to() - 4));
        if (reference != null) {
            double at = scale.at(reference);
            svg.dashed("reference", at, top - 4, at, bottom);
            String text = Words.fit(Words.join(" ", referenceName, axis.text(reference)), NAME);
            double half = Words.width(text) / 2;
            svg.text(Math.clamp(at, half + 2, WIDTH - half - 2), top - 8, "reference label", "middle", text);
        }
        for (int i = 0; i < drawn.size(); i++) {
            Row row = drawn.get(i);
            double middle = top + ROW * i + ROW / 2;
            svg.text(start - 10, middle + 4, "label", "end", Words.fit(row.name(), NAME));
            svg.mark(title(row), row.href(), () -> row(svg, scale, row, middle));
            svg.text(scale.to() + 12, middle + 4, "soft", "start", Words.fit(beside(row), NOTE));
        }
        if (left > 0) {
            svg.text(start, height - 5, "soft", "start", "+" + left);
        }
        return svg.content();
    }

    private void key(Svg svg) {
        svg.add("circle", "class", "dot", "cx", 8, "cy", 10, "r", 5);
        String full = Words.fit(point, NAME);
        svg.text(18, 14, "label", "start", full);
        double x = 18 + Words.width(full) + 22;
        hollow(svg, x, 10);
        svg.text(x + 10, 14, "label", "start", Words.fit(second, NAME));
    }

    private static void row(Svg svg, Scale scale, Row row, double middle) {
        String tone = row.tone().css();
        if (row.low() != null && row.high() != null) {
            double low = scale.at(row.low());
            double wide = Math.max(1, scale.at(row.high()) - low);
            svg.add(
                    "rect",
                    "class",
                    "band " + tone,
                    "x",
                    low,
                    "y",
                    middle - 5,
                    "width",
                    wide,
                    "height",
                    10,
                    "rx",
                    2,
                    "fill-opacity",
                    0.3);
        }
        if (row.value() != null) {
            svg.add("circle", "class", "dot " + tone, "cx", scale.at(row.value()), "cy", middle, "r", 5);
        }
        if (row.other() != null) {
            hollow(svg, scale.at(row.other()), middle);
        }
    }

    private static void hollow(Svg svg, double x, double y) {
        Path path =
                new Path().move(x, y - 6).to(x + 6, y).to(x, y + 6).to(x - 6, y).close();
        svg.add("path", "class", "hollow", "d", path, "fill", "none", "stroke", "currentColor", "stroke-width", 1.5);
    }

    private static String beside(Row row) {
        return Words.join(
                ", ",
                row.value() == null && row.other() == null ? "unknown" : "",
                row.note(),
                row.isProvisional() ? "provisional" : "");
    }

    private String title(Row row) {
        String other =
                row.value() == null || row.other() == null ? "" : Words.join(" ", second, axis.text(row.other()));
        return Words.join("; ", row.name() + ": " + estimate(row), other, row.note());
    }

    private List<Row> drawn() {
        return rows.subList(0, Math.min(rows.size(), ROWS));
    }
}
