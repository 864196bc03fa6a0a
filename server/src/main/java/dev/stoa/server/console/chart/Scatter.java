package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of numbers as dots whose area is the number of cases.
 *
 * @param thing what a dot is made of, as {@code prediction}
 * @param diagonal the name of the line where both numbers are equal; empty without one
 */
public record Scatter(String title, Axis x, Axis y, String thing, String diagonal, List<Dot> dots) implements Chart {
    private static final double WIDTH = 480;
    private static final double HEIGHT = 400;
    private static final double LARGEST = 14;
    private static final int GRID = 19;

    public Scatter {
        dots = List.copyOf(dots);
    }

    /** How often what was given a confidence came true, in buckets of a tenth. */
    public static Scatter calibration(String title, List<Dot> buckets) {
        return new Scatter(
                title, Axis.number("said", 0, 1), Axis.number("came true", 0, 1), "prediction", "perfect", buckets);
    }

    /** A dot of {@code n} cases. */
    public record Dot(
            double x,
            double y,
            long n,
            String note,
            @Nullable String href) {
        public Dot {
            Numbers.checked("x", x);
            Numbers.checked("y", y);
            if (n < 1) {
                throw new IllegalArgumentException("a dot stands for " + n + " cases; leave out what has none");
            }
            href = Svg.checkedPath(href);
        }
    }

    @Override
    public boolean isEmpty() {
        return dots.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        List<Dot> drawn = drawn();
        long n = drawn.stream().mapToLong(Dot::n).sum();
        Dot most = drawn.stream().reduce((a, b) -> b.n() > a.n() ? b : a).orElseThrow();
        return title + ": " + Numbers.count(n, thing) + " in " + Numbers.count(drawn.size(), "dot")
                + ", the largest with " + Numbers.of((double) most.n()) + " at " + said(most) + ".";
    }

    private String said(Dot dot) {
        return Words.join(" ", x.name(), x.text(dot.x())) + " and " + Words.join(" ", y.name(), y.text(dot.y()));
    }

    @Override
    public Table table() {
        return Table.of(
                List.of(
                        x.name().isEmpty() ? "Across" : x.name(),
                        y.name().isEmpty() ? "Up" : y.name(),
                        "Number",
                        "Note"),
                drawn().stream()
                        .map(dot -> List.of(x.text(dot.x()), y.text(dot.y()), Numbers.of((double) dot.n()), dot.note()))
                        .toList());
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        List<Dot> drawn = drawn();
        Svg svg = new Svg("scatter", WIDTH, HEIGHT, sentence());
        Plot plot = Plot.draw(
                svg,
                new Plot.Size(WIDTH, HEIGHT, 0, 0),
                x,
                new Plot.Extent(
                        drawn.stream().mapToDouble(Dot::x).min().orElse(0),
                        drawn.stream().mapToDouble(Dot::x).max().orElse(1)),
                y,
                new Plot.Extent(
                        drawn.stream().mapToDouble(Dot::y).min().orElse(0),
                        drawn.stream().mapToDouble(Dot::y).max().orElse(1)));
        if (!diagonal.isEmpty()) {
            diagonal(plot);
        }
        long most = drawn.stream().mapToLong(Dot::n).max().orElse(1);
        for (Dot dot : drawn) {
            String title = Words.join(", ", said(dot), Numbers.count(dot.n(), thing), dot.note());
            double radius = Math.max(2.5, LARGEST * Math.sqrt((double) dot.n() / most));
            double cx = inside(plot.x().at(dot.x()), radius, WIDTH);
            double cy = inside(plot.y().at(dot.y()), radius, HEIGHT);
            svg.mark(
                    title,
                    dot.href(),
                    () -> svg.add(
                            "circle",
                            "class",
                            "dot option-a",
                            "cx",
                            cx,
                            "cy",
                            cy,
                            "r",
                            radius,
                            "fill-opacity",
                            0.35,
                            "stroke",
                            "currentColor",
                            "stroke-width",
                            1.5));
        }
        return svg.content();
    }

    private static double inside(double at, double radius, double end) {
        return Math.clamp(at, radius + 1, end - radius - 1);
    }

    private void diagonal(Plot plot) {
        double low = Math.max(plot.x().low(), plot.y().low());
        double high = Math.min(plot.x().high(), plot.y().high());
        if (low >= high) {
            return;
        }
        plot.svg()
                .dashed(
                        "reference",
                        plot.x().at(low),
                        plot.y().at(low),
                        plot.x().at(high),
                        plot.y().at(high));
        String name = Words.fit(diagonal, 120);
        double at = plot.x().at(low + (high - low) * 0.3);
        double up = plot.y().at(low + (high - low) * 0.3);
        plot.svg().text(Math.max(at - 8, Words.width(name) + 2), up - 8, "reference label halo", "end", name);
    }

    private List<Dot> drawn() {
        if (dots.size() <= MARKS) {
            return dots;
        }
        Scale across = new Scale(
                dots.stream().mapToDouble(Dot::x).min().orElse(0),
                Math.nextUp(dots.stream().mapToDouble(Dot::x).max().orElse(1)),
                0,
                GRID);
        Scale up = new Scale(
                dots.stream().mapToDouble(Dot::y).min().orElse(0),
                Math.nextUp(dots.stream().mapToDouble(Dot::y).max().orElse(1)),
                0,
                GRID);
        Map<Integer, List<Dot>> cells = new TreeMap<>();
        for (Dot dot : dots) {
            int column = Math.min(GRID - 1, (int) across.at(dot.x()));
            int row = Math.min(GRID - 1, (int) up.at(dot.y()));
            cells.computeIfAbsent(column * GRID + row, key -> new ArrayList<>()).add(dot);
        }
        return cells.values().stream().map(Scatter::merged).toList();
    }

    private static Dot merged(List<Dot> dots) {
        if (dots.size() == 1) {
            return dots.getFirst();
        }
        long n = dots.stream().mapToLong(Dot::n).sum();
        return new Dot(
                dots.stream().mapToDouble(dot -> dot.x() * dot.n()).sum() / n,
                dots.stream().mapToDouble(dot -> dot.y() * dot.n()).sum() / n,
                n,
                "mean of " + Numbers.count(dots.size(), "dot"),
                dots.stream()
                        .map(Dot::href)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }
}
