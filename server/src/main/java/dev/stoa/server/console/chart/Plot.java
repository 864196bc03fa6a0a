package dev.stoa.server.console.chart;

import java.util.List;

/** The frame of a chart with two axes: grid, ticks and names. Used by one thread. */
final class Plot {
    private static final double NAME_WIDTH = 96;

    private final Svg svg;
    private final Scale x;
    private final Scale y;

    private final double left;
    private final double right;

    private Plot(Svg svg, Scale x, Scale y, double left, double right) {
        this.svg = svg;
        this.x = x;
        this.y = y;
        this.left = left;
        this.right = right;
    }

    /** The least and the most of what is drawn along one axis. */
    record Extent(double least, double most) {}

    /** The size of the drawing and what it keeps free above and to the right of the plot. */
    record Size(double width, double height, double above, double right) {}

    /** Draws the frame. */
    static Plot draw(Svg svg, Size size, Axis across, Extent onX, Axis up, Extent onY) {
        double top = size.above() + (up.name().isEmpty() ? 10 : 26);
        double bottom = size.height() - (across.name().isEmpty() ? 24 : 40);
        Scale y = up.range(onY.least(), onY.most(), bottom, top);
        List<Axis.Tick> levels = up.ticks(y, (int) Math.max(2, (bottom - top) / 44));
        double left = 8 + Words.widest(levels.stream().map(Axis.Tick::text).toList(), NAME_WIDTH);
        double right = size.width() - Math.max(size.right(), 12);
        Scale x = across.range(onX.least(), onX.most(), left, right);
        if (across.kind() != Axis.Kind.NUMBER) {
            // The outermost dots would sit on the frame.
            x = new Scale(x.low(), x.high(), left + 10, right - 10);
        }
        for (Axis.Tick tick : levels) {
            double at = y.at(tick.at());
            svg.line("grid", left, at, right, at);
            svg.text(left - 6, at + 4, "tick", "end", Words.fit(tick.text(), NAME_WIDTH));
        }
        svg.line("axis", left, bottom, right, bottom);
        columns(svg, across, x, bottom, left, right);
        if (!up.name().isEmpty()) {
            svg.text(2, size.above() + 12, "tick", "start", Words.fit(up.name(), size.width() - 12));
        }
        if (!across.name().isEmpty()) {
            svg.text(right, size.height() - 6, "tick", "end", Words.fit(across.name(), right - left));
        }
        return new Plot(svg, x, y, left, right);
    }

    private static void columns(Svg svg, Axis across, Scale x, double bottom, double left, double right) {
        List<Axis.Tick> all = across.ticks(x, 10);
        double widest = Words.widest(all.stream().map(Axis.Tick::text).toList(), NAME_WIDTH);
        int room = (int) Math.max(2, (x.to() - x.from()) / (widest + 16) + 1);
        for (Axis.Tick tick : room < all.size() ? across.ticks(x, room - 1) : all) {
            double at = x.at(tick.at());
            svg.line("axis", at, bottom, at, bottom + 4);
            String text = Words.fit(tick.text(), NAME_WIDTH);
            double half = Words.width(text) / 2;
            double middle = Math.clamp(at, Math.min(half + 1, right), Math.max(half + 1, right + 11 - half));
            svg.text(Math.max(middle, Math.min(left, half + 1)), bottom + 17, "tick", "middle", text);
        }
    }

    Svg svg() {
        return svg;
    }

    Scale x() {
        return x;
    }

    Scale y() {
        return y;
    }

    double top() {
        return y.to();
    }

    double bottom() {
        return y.from();
    }

    double left() {
        return left;
    }

    double right() {
        return right;
    }
}
