package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Amounts as bars: one below the other with their names, or upright side by side for what has an order, as days have.
 *
 * <p>Of bars below each other the first are shown and the rest is counted. Upright bars are drawn in bins, each the mean
 * of its bars.
 */
public record Bars(String title, Axis value, boolean upright, List<Bar> bars) implements Chart {
    private static final double WIDTH = 720;
    private static final double HEIGHT = 240;
    private static final double NAME = 190;
    private static final double ROW = 28;
    private static final int ROWS = 50;
    private static final int COLUMNS = 120;
    private static final int PARTS = 7;

    public Bars {
        bars = List.copyOf(bars);
    }

    /**
     * A bar.
     *
     * @param parts what it consists of; none if the amount is unknown, at most seven
     * @param low the lower end of the interval of the whole; null without one
     */
    public record Bar(
            String name,
            List<Part> parts,
            @Nullable Double low,
            @Nullable Double high,
            String note,
            @Nullable String href) {
        public Bar {
            parts = List.copyOf(parts);
            if (parts.size() > PARTS) {
                throw new IllegalArgumentException(
                        "a bar of " + parts.size() + " parts cannot be read; give at most " + PARTS);
            }
            if (parts.size() > 1 && parts.stream().anyMatch(part -> part.value() < 0)) {
                throw new IllegalArgumentException(
                        "a bar of several parts has a negative one; give it a bar of its own");
            }
            if ((low == null) != (high == null)) {
                throw new IllegalArgumentException("an interval has two ends; give both or none");
            }
            if (low != null && high != null && !(Numbers.checked("low", low) <= Numbers.checked("high", high))) {
                throw new IllegalArgumentException("the interval from " + low + " to " + high + " is upside down");
            }
            href = Svg.checkedPath(href);
        }

        /** A plain amount. */
        public static Bar of(String name, double value) {
            return new Bar(name, List.of(new Part("", Tone.A, value)), null, null, "", null);
        }

        /** An amount with its interval. */
        public static Bar of(String name, double value, double low, double high) {
            return new Bar(name, List.of(new Part("", Tone.A, value)), low, high, "", null);
        }

        /** A bar whose amount is unknown. */
        public static Bar unknown(String name) {
            return new Bar(name, List.of(), null, null, "", null);
        }

        double total() {
            return parts.stream().mapToDouble(Part::value).sum();
        }

        double least() {
            return Math.min(Math.min(0, total()), low == null ? 0 : low);
        }

        double most() {
            return Math.max(Math.max(0, total()), high == null ? 0 : high);
        }
    }

    /** A part of a bar; parts of one name have one tone in all bars. */
    public record Part(String name, Tone tone, double value) {
        public Part {
            Numbers.checked("value", value);
        }
    }

    @Override
    public boolean isEmpty() {
        return bars.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        List<Bar> drawn = drawn();
        List<Bar> known = drawn.stream().filter(bar -> !bar.parts().isEmpty()).toList();
        List<String> said = new ArrayList<>();
        if (drawn.size() <= 6) {
            drawn.forEach(bar -> said.add(bar.name() + " " + amount(bar)));
        } else if (!known.isEmpty()) {
            Bar most = known.stream()
                    .reduce((a, b) -> b.total() > a.total() ? b : a)
                    .orElseThrow();
            Bar least = known.stream()
                    .reduce((a, b) -> b.total() < a.total() ? b : a)
                    .orElseThrow();
            said.add(Numbers.count(bars.size(), "bar")
                    + (upright && drawn.size() < bars.size() ? " in " + Numbers.count(drawn.size(), "bin") : ""));
            said.add("most " + most.name() + " " + amount(most));
            said.add("least " + least.name() + " " + amount(least));
        }
        if (drawn.size() > 6 && known.size() < drawn.size()) {
            said.add(Numbers.of(drawn.size() - known.size()) + " unknown");
        }
        return title + ": " + String.join(", ", said)
                + (!upright && drawn.size() < bars.size()
                        ? ", " + (bars.size() - drawn.size()) + " more not shown"
                        : "")
                + ".";
    }

    private String amount(Bar bar) {
        if (bar.parts().isEmpty()) {
            return "unknown";
        }
        return value.text(bar.total())
                + (bar.low() == null || bar.high() == null
                        ? ""
                        : " [" + value.text(bar.low()) + ", " + value.text(bar.high()) + "]");
    }

    @Override
    public Table table() {
        List<String> names = List.copyOf(legend().keySet());
        List<String> headers = new ArrayList<>();
        headers.add("Name");
        headers.add(value.name().isEmpty() ? "Value" : value.name());
        headers.addAll(List.of("Interval from", "Interval to"));
        if (names.size() > 1) {
            headers.addAll(names);
        }
        headers.add("Note");
        List<List<String>> rows = new ArrayList<>();
        for (Bar bar : drawn()) {
            List<String> row = new ArrayList<>();
            row.add(bar.name());
            row.add(bar.parts().isEmpty() ? "unknown" : value.text(bar.total()));
            row.add(bar.low() == null ? "" : value.text(bar.low()));
            row.add(bar.high() == null ? "" : value.text(bar.high()));
            if (names.size() > 1) {
                for (String name : names) {
                    double sum = bar.parts().stream()
                            .filter(part -> part.name().equals(name))
                            .mapToDouble(Part::value)
                            .sum();
                    row.add(bar.parts().isEmpty() ? "" : value.text(sum));
                }
            }
            row.add(bar.note());
            rows.add(row);
        }
        return Table.of(headers, rows);
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        return upright ? columns() : rows();
    }

    private Content rows() {
        List<Bar> drawn = drawn();
        Map<String, Tone> legend = legend();
        double top = Legend.height(legend, WIDTH) + 2;
        int left = bars.size() - drawn.size();
        double bottom = top + ROW * drawn.size();
        double height = bottom + (value.name().isEmpty() ? 24 : 40) + (left > 0 ? 18 : 0);
        Svg svg = new Svg("bars", WIDTH, height, sentence());
        Legend.draw(svg, legend, WIDTH);
        double start = 10 + Words.widest(drawn.stream().map(Bar::name).toList(), NAME);
        double amounts = Words.widest(drawn.stream().map(this::amount).toList(), 170);
        Scale scale = scale(drawn, start, WIDTH - amounts - 14);
        double foot = height - (left > 0 ? 18 : 0);
        for (Axis.Tick tick : value.ticks(scale, 6)) {
            svg.line("grid", scale.at(tick.at()), top, scale.at(tick.at()), bottom);
            svg.text(scale.at(tick.at()), bottom + 16, "tick", "middle", tick.text());
        }
        svg.line("axis", scale.at(0), top, scale.at(0), bottom);
        if (!value.name().isEmpty()) {
            svg.text(scale.to(), foot - 6, "tick", "end", Words.fit(value.name(), scale.to()));
        }
        for (int i = 0; i < drawn.size(); i++) {
            Bar bar = drawn.get(i);
            double y = top + ROW * i;
            svg.text(start - 8, y + ROW / 2 + 4, "label", "end", Words.fit(bar.name(), NAME));
            svg.mark(title(bar), bar.href(), () -> row(svg, scale, bar, y));
            double end = scale.at(bar.most());
            svg.text(end + 8, y + ROW / 2 + 4, "label halo", "start", Words.fit(amount(bar), WIDTH - end - 10));
        }
        if (left > 0) {
            svg.text(start, height - 5, "soft", "start", "+" + left);
        }
        return svg.content();
    }

    private static void row(Svg svg, Scale scale, Bar bar, double y) {
        double from = 0;
        for (Part part : bar.parts()) {
            double a = scale.at(from);
            double b = scale.at(from + part.value());
            rect(svg, part.tone(), Math.min(a, b), y + 5, Math.abs(b - a), ROW - 10);
            String text = Numbers.of(part.value());
            if (bar.parts().size() > 1 && Words.width(text) + 8 < b - a) {
                svg.text((a + b) / 2, y + ROW / 2 + 4, "label", "middle", text);
            }
            from += part.value();
        }
        if (bar.low() != null && bar.high() != null) {
            double middle = y + ROW / 2;
            double low = scale.at(bar.low());
            double high = scale.at(bar.high());
            Path path = new Path().move(low, middle).to(high, middle);
            path.move(low, middle - 5)
                    .to(low, middle + 5)
                    .move(high, middle - 5)
                    .to(high, middle + 5);
            whisker(svg, path);
        }
    }

    private static void rect(Svg svg, Tone tone, double x, double y, double width, double height) {
        svg.add(
                "rect",
                "class",
                "bar " + tone.css(),
                "x",
                x,
                "y",
                y,
                "width",
                Math.max(width, 0.5),
                "height",
                Math.max(height, 0.5),
                "fill-opacity",
                0.35,
                "stroke",
                "currentColor");
    }

    private static void whisker(Svg svg, Path path) {
        svg.add("path", "class", "whisker", "d", path, "fill", "none", "stroke", "currentColor", "stroke-width", 1.5);
    }

    private Scale scale(List<Bar> drawn, double from, double to) {
        return value.range(
                drawn.stream().mapToDouble(Bar::least).min().orElse(0),
                drawn.stream().mapToDouble(Bar::most).max().orElse(1),
                from,
                to);
    }

    private Content columns() {
        List<Bar> drawn = drawn();
        Map<String, Tone> legend = legend();
        double top = Legend.height(legend, WIDTH);
        Svg svg = new Svg("bars", WIDTH, HEIGHT + top, sentence());
        Legend.draw(svg, legend, WIDTH);
        Axis names = new Axis("", Axis.Kind.NAMES, drawn.stream().map(Bar::name).toList(), -0.5, drawn.size() - 0.5);
        Plot plot = Plot.draw(
                svg,
                new Plot.Size(WIDTH, HEIGHT + top, top, 0),
                names,
                new Plot.Extent(0, 1),
                value,
                new Plot.Extent(
                        drawn.stream().mapToDouble(Bar::least).min().orElse(0),
                        drawn.stream().mapToDouble(Bar::most).max().orElse(1)));
        double wide = Math.min(40, (plot.right() - plot.left()) / drawn.size() * 0.7);
        for (int i = 0; i < drawn.size(); i++) {
            Bar bar = drawn.get(i);
            double middle = plot.x().at(i);
            svg.mark(title(bar), bar.href(), () -> column(svg, plot.y(), bar, middle, wide));
            if (bar.parts().isEmpty()) {
                svg.text(middle, plot.y().at(0) - 6, "soft halo", "middle", "?");
            }
        }
        return svg.content();
    }

    private static void column(Svg svg, Scale scale, Bar bar, double middle, double wide) {
        double from = 0;
        for (Part part : bar.parts()) {
            double a = scale.at(from);
            double b = scale.at(from + part.value());
            rect(svg, part.tone(), middle - wide / 2, Math.min(a, b), wide, Math.abs(b - a));
            from += part.value();
        }
        if (bar.low() != null && bar.high() != null) {
            double low = scale.at(bar.low());
            double high = scale.at(bar.high());
            double half = Math.min(5, wide / 2);
            Path path = new Path().move(middle, low).to(middle, high);
            path.move(middle - half, low)
                    .to(middle + half, low)
                    .move(middle - half, high)
                    .to(middle + half, high);
            whisker(svg, path);
        }
    }

    private String title(Bar bar) {
        List<String> parts = new ArrayList<>();
        if (bar.parts().size() > 1) {
            bar.parts().forEach(part -> parts.add(part.name() + " " + value.text(part.value())));
        }
        return Words.join("; ", bar.name() + ": " + amount(bar), String.join(", ", parts), bar.note());
    }

    private Map<String, Tone> legend() {
        Map<String, Tone> names = new LinkedHashMap<>();
        for (Bar bar : drawn()) {
            for (Part part : bar.parts()) {
                if (!part.name().isEmpty() && names.size() < 2 * PARTS) {
                    names.putIfAbsent(part.name(), part.tone());
                }
            }
        }
        return names;
    }

    private List<Bar> drawn() {
        int parts = Math.max(
                1, bars.stream().mapToInt(bar -> bar.parts().size()).max().orElse(1));
        if (!upright) {
            return bars.subList(0, Math.min(bars.size(), Math.min(ROWS, MARKS / parts)));
        }
        int most = Math.min(COLUMNS, MARKS / parts);
        if (bars.size() <= most) {
            return bars;
        }
        int size = Math.ceilDiv(bars.size(), most);
        List<Bar> bins = new ArrayList<>();
        for (int from = 0; from < bars.size(); from += size) {
            bins.add(merged(bars.subList(from, Math.min(bars.size(), from + size))));
        }
        return bins;
    }

    // The mean keeps the meaning of the axis, and the interval says how far the bars of the bin lie apart.
    private static Bar merged(List<Bar> bars) {
        List<Bar> known = bars.stream().filter(bar -> !bar.parts().isEmpty()).toList();
        Map<String, Tone> tones = new LinkedHashMap<>();
        Map<String, Double> sums = new LinkedHashMap<>();
        for (Bar bar : known) {
            for (Part part : bar.parts()) {
                if (tones.size() < PARTS || tones.containsKey(part.name())) {
                    tones.putIfAbsent(part.name(), part.tone());
                    sums.merge(part.name(), part.value(), Double::sum);
                }
            }
        }
        List<Part> parts = new ArrayList<>();
        tones.forEach((name, tone) -> parts.add(new Part(name, tone, sums.getOrDefault(name, 0.0) / known.size())));
        String name = bars.size() == 1
                ? bars.getFirst().name()
                : bars.getFirst().name() + " – " + bars.getLast().name();
        return new Bar(
                name,
                parts,
                known.stream()
                        .mapToDouble(Bar::total)
                        .boxed()
                        .min(Double::compare)
                        .orElse(null),
                known.stream()
                        .mapToDouble(Bar::total)
                        .boxed()
                        .max(Double::compare)
                        .orElse(null),
                "mean of " + Numbers.count(known.size(), "bar"),
                bars.stream()
                        .map(Bar::href)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }
}
