package dev.stoa.server.console.chart;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of colours above a chart, in lines. Used by one thread. */
final class Legend {
    private static final double NAME = 160;

    private Legend() {}

    /** How high the names stand. */
    static double height(Map<String, Tone> names, double width) {
        return names.size() < 2 ? 0 : place(null, names, width);
    }

    static void draw(Svg svg, Map<String, Tone> names, double width) {
        if (names.size() >= 2) {
            place(svg, names, width);
        }
    }

    private static double place(@Nullable Svg svg, Map<String, Tone> names, double width) {
        double x = 0;
        double y = 2;
        for (Map.Entry<String, Tone> name : names.entrySet()) {
            String text = Words.fit(name.getKey(), NAME);
            double wide = 16 + Words.width(text) + 14;
            if (x > 0 && x + wide > width) {
                x = 0;
                y += 20;
            }
            if (svg != null) {
                String tone = name.getValue().css();
                svg.add(
                        "rect",
                        "class",
                        "bar " + tone,
                        "x",
                        x + 1,
                        "y",
                        y + 1,
                        "width",
                        11,
                        "height",
                        11,
                        "rx",
                        2,
                        "fill-opacity",
                        0.35,
                        "stroke",
                        "currentColor");
                svg.text(x + 17, y + 11, "label", "start", text);
            }
            x += wide;
        }
        return y + 20;
    }
}
