package dev.stoa.engine.tunnel;

import static dev.stoa.engine.plot.Svg.escaped;
import static dev.stoa.engine.plot.Svg.number;
import static dev.stoa.engine.plot.Svg.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A picture of shares from 0 to 1, as bars or as lines, in plain SVG. Immutable. It follows the reader's choice of a
 * light or a dark page, has its numbers as text, and refers to nothing outside.
 *
 * @param places the groups of bars, or the points on the horizontal axis at their values
 * @param axis what the horizontal axis says
 * @param lines whether the values are joined
 * @param least the share at which the vertical axis begins
 */
public record Plot(String title, String axis, List<String> places, List<Series> series, boolean lines, double least) {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final int LEFT = 56;
    private static final int RIGHT = 616;
    private static final int TOP = 84;
    private static final int BOTTOM = 300;
    private static final int MOST_BAR = 64;
    private static final String STYLE = """
              <style>
                text { font: 13px system-ui, sans-serif; fill: #24292f }
                .title { font-size: 16px; font-weight: 600 }
                .soft { fill: #57606a }
                .grid { stroke: #d0d7de }
                .whisker { stroke: #24292f; stroke-width: 1.5 }
                .f0 { fill: #0969da } .f1 { fill: #bc4c00 } .f2 { fill: #1a7f37 }
                .s0 { stroke: #0969da } .s1 { stroke: #bc4c00 } .s2 { stroke: #1a7f37 }
                .s0, .s1, .s2 { fill: none; stroke-width: 2.5 }
                @media (prefers-color-scheme: dark) {
                  text { fill: #e6edf3 }
                  .soft { fill: #9198a1 }
                  .grid { stroke: #3d444d }
                  .whisker { stroke: #e6edf3 }
                  .f0 { fill: #4493f8 } .f1 { fill: #f0883e } .f2 { fill: #3fb950 }
                  .s0 { stroke: #4493f8 } .s1 { stroke: #f0883e } .s2 { stroke: #3fb950 }
                }
              </style>
            """;

    public Plot {
        places = List.copyOf(places);
        series = List.copyOf(series);
        int groups = places.size();
        if (series.stream().anyMatch(one -> one.points().size() != groups)) {
            throw new IllegalArgumentException("every series of " + title + " has a point for each place");
        }
    }

    /** Values that belong together and have one colour. */
    public record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /** A share, with its interval where there is one. */
    public record Point(
            double share, @Nullable Double low, @Nullable Double high) {
        static Point of(double share) {
            return new Point(share, null, null);
        }

        /** How often a run was right. */
        static Point accuracy(TunnelRow row) {
            return new Point(
                    row.accuracy(), row.interval().low(), row.interval().high());
        }
    }

    /** Groups of bars beside each other. */
    static Plot bars(String title, String axis, List<String> places, List<Series> series) {
        return new Plot(title, axis, places, series, false, 0);
    }

    /** Lines over a horizontal axis, the vertical one beginning at a share above nothing. */
    static Plot lines(String title, String axis, List<String> places, List<Series> series, double least) {
        return new Plot(title, axis, places, series, true, least);
    }

    /** The picture. */
    public String svg() {
        List<String> parts = new ArrayList<>();
        parts.add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">"
                .formatted(WIDTH, HEIGHT, escaped(title)));
        parts.add(STYLE.stripTrailing());
        parts.add(text(LEFT, 26, "title", "start", title));
        grid(parts);
        legend(parts);
        for (int i = 0; i < series.size(); i++) {
            if (lines) {
                line(parts, i);
            } else {
                bars(parts, i);
            }
        }
        for (int place = 0; place < places.size(); place++) {
            parts.add(text(x(place), BOTTOM + 20, "", "middle", places.get(place)));
        }
        parts.add(text((LEFT + RIGHT) / 2.0, BOTTOM + 44, "soft", "middle", axis));
        parts.add("</svg>");
        return String.join("\n", parts) + "\n";
    }

    private void grid(List<String> parts) {
        int steps = (int) Math.round((1 - least) / 0.2) >= 4 ? 5 : (int) Math.round((1 - least) / 0.1);
        for (int step = 0; step <= steps; step++) {
            double share = least + (1 - least) * step / steps;
            parts.add("  <line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>"
                    .formatted(LEFT, number(y(share)), RIGHT, number(y(share))));
            parts.add(text(LEFT - 8, y(share) + 4, "soft", "end", Math.round(share * 100) + " %"));
        }
    }

    private void legend(List<String> parts) {
        if (series.size() == 1) {
            parts.add(text(LEFT, 50, "soft", "start", series.getFirst().name()));
            return;
        }
        int at = LEFT;
        for (int i = 0; i < series.size(); i++) {
            String name = series.get(i).name();
            parts.add("  <rect class=\"f%s\" x=\"%s\" y=\"40\" width=\"12\" height=\"12\" rx=\"2\"/>".formatted(i, at));
            parts.add(text(at + 18, 50, "", "start", name));
            at += 18 + 7 * name.length() + 24;
        }
    }

    private void bars(List<String> parts, int i) {
        double group = (double) (RIGHT - LEFT) / places.size();
        double width = Math.min(MOST_BAR, group * 0.8 / series.size());
        for (int place = 0; place < places.size(); place++) {
            Point point = series.get(i).points().get(place);
            double middle = x(place) + (i - (series.size() - 1) / 2.0) * (width + 2);
            parts.add("  <rect class=\"f%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>"
                    .formatted(
                            i,
                            number(middle - width / 2),
                            number(y(point.share())),
                            number(width),
                            number(BOTTOM - y(point.share()))));
            value(parts, middle, point);
        }
    }

    private void line(List<String> parts, int i) {
        List<String> points = new ArrayList<>();
        for (int place = 0; place < places.size(); place++) {
            points.add(number(x(place)) + ","
                    + number(y(series.get(i).points().get(place).share())));
        }
        parts.add("  <polyline class=\"s%s\" points=\"%s\"/>".formatted(i, String.join(" ", points)));
        for (int place = 0; place < places.size(); place++) {
            Point point = series.get(i).points().get(place);
            parts.add("  <circle class=\"f%s\" cx=\"%s\" cy=\"%s\" r=\"4\"/>"
                    .formatted(i, number(x(place)), number(y(point.share()))));
            value(parts, x(place), point);
        }
    }

    /** The number above its bar or point, and the interval as a whisker. */
    private void value(List<String> parts, double x, Point point) {
        Double low = point.low();
        Double high = point.high();
        if (low != null && high != null) {
            parts.add("  <line class=\"whisker\" x1=\"%1$s\" y1=\"%2$s\" x2=\"%1$s\" y2=\"%3$s\"/>"
                    .formatted(number(x), number(y(low)), number(y(high))));
        }
        double top = y(high == null ? point.share() : high);
        parts.add(text(x, top - 8, "", "middle", number(point.share() * 100)));
    }

    private double x(int place) {
        return LEFT + (place + 0.5) * (RIGHT - LEFT) / places.size();
    }

    private double y(double share) {
        return BOTTOM - (share - least) / (1 - least) * (BOTTOM - TOP);
    }
}
