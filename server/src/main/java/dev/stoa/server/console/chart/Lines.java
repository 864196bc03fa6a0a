package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Values along an axis, as lines with their intervals, and the bounds they are held against.
 *
 * <p>A line of more points than can be drawn is shown in bins: the mean of each, and its least and most as the
 * interval.
 */
public record Lines(String title, Axis x, Axis y, List<Series> series, List<Reference> references) implements Chart {
    /** The most lines that can be told apart. */
    private static final int LINES = 12;

    private static final double WIDTH = 720;
    private static final double HEIGHT = 280;
    private static final double NAMES = 150;

    public Lines {
        series = List.copyOf(series);
        references = List.copyOf(references);
    }

    /** One line with nothing to hold it against. */
    public static Lines of(String title, Axis x, Axis y, List<Point> points) {
        return new Lines(title, x, y, List.of(new Series("", Tone.A, points)), List.of());
    }

    /** The same lines and one more bound. */
    public Lines with(Reference reference) {
        List<Reference> all = new ArrayList<>(references);
        all.add(reference);
        return new Lines(title, x, y, series, all);
    }

    /** A line; its points are kept by {@code x}. */
    public record Series(String name, Tone tone, List<Point> points) {
        public Series {
            points =
                    points.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
        }
    }

    /**
     * A point of a line.
     *
     * @param low the lower end of its interval; null without one
     * @param marked whether it is shown as an event
     * @param note what is to be said about it; may be empty
     */
    public record Point(
            double x,
            double y,
            @Nullable Double low,
            @Nullable Double high,
            boolean marked,
            String note,
            @Nullable String href) {
        public Point {
            Numbers.checked("x", x);
            Numbers.checked("y", y);
            if ((low == null) != (high == null)) {
                throw new IllegalArgumentException("an interval has two ends; give both or none");
            }
            if (low != null && high != null && !(Numbers.checked("low", low) <= Numbers.checked("high", high))) {
                throw new IllegalArgumentException("the interval from " + low + " to " + high + " is upside down");
            }
            href = Svg.checkedPath(href);
        }

        public Point(double x, double y) {
            this(x, y, null, null, false, "", null);
        }
    }

    /** A straight line to hold the others against: at a value of {@code y}, or at one of {@code x}. */
    public record Reference(String name, boolean upright, double at) {
        public Reference {
            Numbers.checked("reference", at);
        }

        public static Reference level(String name, double y) {
            return new Reference(name, false, y);
        }

        public static Reference upright(String name, double x) {
            return new Reference(name, true, x);
        }
    }

    @Override
    public boolean isEmpty() {
        return series.stream().allMatch(line -> line.points().isEmpty());
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        List<String> said = new ArrayList<>();
        for (Series line : drawn()) {
            said.add(Words.join(" ", line.name(), said(line)));
        }
        for (Reference reference : references) {
            said.add(reference.name() + " " + (reference.upright() ? x : y).text(reference.at()));
        }
        int left = filled().size() - drawn().size();
        return title + ": " + String.join("; ", said)
                + (left > 0 ? "; " + Numbers.count(left, "more line") + " not shown" : "") + ".";
    }

    private String said(Series line) {
        List<Point> points = line.points();
        Point first = points.getFirst();
        if (points.size() == 1) {
            return y.text(first.y()) + " at " + x.text(first.x());
        }
        Point last = points.getLast();
        double least = points.stream().mapToDouble(Point::y).min().orElseThrow();
        double most = points.stream().mapToDouble(Point::y).max().orElseThrow();
        long marked = points.stream().filter(Point::marked).count();
        return "from " + y.text(first.y()) + " (" + x.text(first.x()) + ") to " + y.text(last.y()) + " ("
                + x.text(last.x()) + "), least " + y.text(least) + ", most " + y.text(most) + ", "
                + Numbers.count(original(line).size(), "point")
                + (original(line).size() > points.size() ? " in " + Numbers.count(points.size(), "bin") : "")
                + (marked > 0 ? ", " + Numbers.of((double) marked) + " marked" : "");
    }

    private List<Point> original(Series drawn) {
        return filled().stream()
                .filter(line -> line.name().equals(drawn.name()) && line.tone() == drawn.tone())
                .findFirst()
                .orElse(drawn)
                .points();
    }

    @Override
    public Table table() {
        List<List<String>> rows = new ArrayList<>();
        for (Series line : drawn()) {
            for (Point point : line.points()) {
                rows.add(List.of(
                        x.text(point.x()),
                        line.name(),
                        y.text(point.y()),
                        point.low() == null ? "" : y.text(point.low()),
                        point.high() == null ? "" : y.text(point.high()),
                        Words.join(", ", point.marked() ? "marked" : "", point.note())));
            }
        }
        if (!rows.isEmpty()) {
            for (Reference reference : references) {
                rows.add(List.of(
                        reference.upright() ? x.text(reference.at()) : "all",
                        reference.name(),
                        reference.upright() ? "" : y.text(reference.at()),
                        "",
                        "",
                        "reference"));
            }
        }
        return Table.of(
                List.of(name(x, "Place"), "Line", name(y, "Value"), "Interval from", "Interval to", "Note"), rows);
    }

    private static String name(Axis axis, String otherwise) {
        return axis.name().isEmpty() ? otherwise : axis.name();
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        List<Series> lines = drawn();
        List<String> names = new ArrayList<>();
        lines.stream().map(Series::name).forEach(names::add);
        level().map(reference -> label(reference, y)).forEach(names::add);
        double right = Words.widest(names, NAMES);
        boolean upright = references.stream().anyMatch(Reference::upright);
        Svg svg = new Svg("lines", WIDTH, HEIGHT, sentence());
        Plot plot = Plot.draw(
                svg,
                new Plot.Size(WIDTH, HEIGHT, upright ? 18 : 0, right == 0 ? 0 : right + 14),
                x,
                across(lines),
                y,
                up(lines));
        references(plot);
        lines.forEach(line -> bands(plot, line));
        lines.forEach(line -> draw(plot, line, lines.size()));
        names(plot, lines);
        return svg.content();
    }

    private Stream<Reference> level() {
        return references.stream().filter(reference -> !reference.upright());
    }

    private static String label(Reference reference, Axis axis) {
        return reference.name() + " " + axis.shortText(reference.at());
    }

    private Plot.Extent across(List<Series> lines) {
        List<Double> all = new ArrayList<>();
        lines.forEach(line -> line.points().forEach(point -> all.add(point.x())));
        references.stream().filter(Reference::upright).forEach(reference -> all.add(reference.at()));
        return extent(all);
    }

    private Plot.Extent up(List<Series> lines) {
        List<Double> all = new ArrayList<>();
        for (Series line : lines) {
            for (Point point : line.points()) {
                all.add(point.y());
                all.add(Objects.requireNonNullElse(point.low(), point.y()));
                all.add(Objects.requireNonNullElse(point.high(), point.y()));
            }
        }
        level().forEach(reference -> all.add(reference.at()));
        return extent(all);
    }

    private static Plot.Extent extent(List<Double> all) {
        return new Plot.Extent(
                all.stream().mapToDouble(Double::doubleValue).min().orElse(0),
                all.stream().mapToDouble(Double::doubleValue).max().orElse(1));
    }

    private void references(Plot plot) {
        double free = 0;
        for (Reference reference : references.stream()
                .sorted(Comparator.comparingDouble(Reference::at))
                .toList()) {
            if (!reference.upright()) {
                double at = plot.y().at(reference.at());
                plot.svg().dashed("reference", plot.left(), at, plot.right(), at);
                continue;
            }
            double at = plot.x().at(reference.at());
            plot.svg().dashed("reference", at, plot.top() - 4, at, plot.bottom());
            // A name that would run into the one before it stands in the table and the sentence only.
            String text = Words.fit(label(reference, x), NAMES);
            double start = Math.clamp(at - Words.width(text) / 2, 0, WIDTH - Words.width(text) - 2);
            if (start >= free) {
                plot.svg().text(start, plot.top() - 8, "reference label", "start", text);
                free = start + Words.width(text) + 8;
            }
        }
    }

    private static void bands(Plot plot, Series line) {
        List<Point> run = new ArrayList<>();
        for (Point point : line.points()) {
            if (point.low() == null) {
                band(plot, line.tone(), run);
                run.clear();
            } else {
                run.add(point);
            }
        }
        band(plot, line.tone(), run);
    }

    private static void band(Plot plot, Tone tone, List<Point> run) {
        if (run.size() < 2) {
            return;
        }
        Path path = new Path();
        run.forEach(point -> path.next(plot.x().at(point.x()), plot.y().at(orY(point.high(), point))));
        run.reversed().forEach(point -> path.to(plot.x().at(point.x()), plot.y().at(orY(point.low(), point))));
        plot.svg().add("path", "class", "band " + tone.css(), "d", path.close(), "fill-opacity", 0.18);
    }

    private static double orY(@Nullable Double end, Point point) {
        return end == null ? point.y() : end;
    }

    private void draw(Plot plot, Series line, int lines) {
        Svg svg = plot.svg();
        Path path = new Path();
        line.points()
                .forEach(point -> path.next(plot.x().at(point.x()), plot.y().at(point.y())));
        svg.add(
                "path",
                "class",
                "line " + line.tone().css(),
                "d",
                path,
                "fill",
                "none",
                "stroke",
                "currentColor",
                "stroke-width",
                2);
        boolean dots = line.points().size() <= 60 / lines;
        for (Point point : line.points()) {
            if (dots || point.marked() || point.href() != null) {
                svg.mark(title(line, point), point.href(), () -> dot(plot, line.tone(), point));
            }
        }
    }

    private String title(Series line, Point point) {
        return Words.join(
                ", ",
                line.name(),
                x.text(point.x()),
                y.text(point.y())
                        + (point.low() == null || point.high() == null
                                ? ""
                                : " [" + y.text(point.low()) + ", " + y.text(point.high()) + "]"),
                point.note());
    }

    private static void dot(Plot plot, Tone tone, Point point) {
        double at = plot.x().at(point.x());
        double up = plot.y().at(point.y());
        if (point.marked()) {
            // A diamond, so that an event is not told by colour or size alone.
            Path path = new Path()
                    .move(at, up - 6)
                    .to(at + 6, up)
                    .to(at, up + 6)
                    .to(at - 6, up)
                    .close();
            plot.svg().add("path", "class", "dot marked " + tone.css(), "d", path);
        } else {
            plot.svg().add("circle", "class", "dot " + tone.css(), "cx", at, "cy", up, "r", 3.5);
        }
    }

    private void names(Plot plot, List<Series> lines) {
        List<String> texts = new ArrayList<>();
        List<String> css = new ArrayList<>();
        List<Double> wanted = new ArrayList<>();
        for (Series line : lines) {
            if (!line.name().isEmpty()) {
                texts.add(line.name());
                css.add("label " + line.tone().css());
                wanted.add(plot.y().at(line.points().getLast().y()) + 4);
            }
        }
        level().forEach(reference -> {
            texts.add(label(reference, y));
            css.add("reference label");
            wanted.add(plot.y().at(reference.at()) + 4);
        });
        List<Double> places = Words.spread(wanted, plot.top() + 4, plot.bottom() + 4);
        for (int i = 0; i < texts.size(); i++) {
            double room = Math.min(NAMES, WIDTH - plot.right() - 8);
            plot.svg().text(WIDTH - room, places.get(i), css.get(i), "start", Words.fit(texts.get(i), room));
        }
    }

    private List<Series> filled() {
        return series.stream().filter(line -> !line.points().isEmpty()).toList();
    }

    private List<Series> drawn() {
        List<Series> lines = filled();
        int most = (MARKS - 20) / Math.clamp(lines.size(), 1, LINES);
        return lines.stream().limit(LINES).map(line -> binned(line, most)).toList();
    }

    private static Series binned(Series line, int most) {
        List<Point> points = line.points();
        if (points.size() <= most) {
            return line;
        }
        double first = points.getFirst().x();
        double span = points.getLast().x() - first;
        List<Point> bins = new ArrayList<>();
        int from = 0;
        for (int bin = 1; bin <= most && from < points.size(); bin++) {
            double end = first + span * bin / most;
            int to = from;
            while (to < points.size() && (bin == most || points.get(to).x() < end)) {
                to++;
            }
            if (to > from) {
                bins.add(merged(points.subList(from, to)));
                from = to;
            }
        }
        return new Series(line.name(), line.tone(), bins);
    }

    private static Point merged(List<Point> points) {
        if (points.size() == 1) {
            return points.getFirst();
        }
        double low = points.stream().mapToDouble(p -> orY(p.low(), p)).min().orElseThrow();
        double high = points.stream().mapToDouble(p -> orY(p.high(), p)).max().orElseThrow();
        return new Point(
                points.stream().mapToDouble(Point::x).average().orElseThrow(),
                points.stream().mapToDouble(Point::y).average().orElseThrow(),
                low,
                high,
                points.stream().anyMatch(Point::marked),
                "mean of " + Numbers.count(points.size(), "point"),
                points.stream()
                        .map(Point::href)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }
}
