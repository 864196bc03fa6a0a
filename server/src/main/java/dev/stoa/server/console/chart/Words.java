package dev.stoa.server.console.chart;

import java.util.ArrayList;
import java.util.List;

/** Texts inside a drawing: how wide they will be, and where they can stand without touching. */
final class Words {
    /** The size of all texts unless said otherwise. */
    static final double SIZE = 12;
    /** From one line of text to the next. */
    static final double LINE = 15;

    // The page's font is the reader's: the share of the wide ones, so that no text is cut by a narrower guess.
    private static final double SHARE = 0.6;

    private Words() {}

    /** The width of a text, at most. */
    static double width(String text) {
        return text.codePoints().mapToDouble(Words::share).sum() * SIZE;
    }

    /** The text, or its beginning with an ellipsis. */
    static String fit(String text, double width) {
        if (width(text) <= width) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        double left = width - SIZE;
        for (int point : text.codePoints().toArray()) {
            left -= share(point) * SIZE;
            if (left < 0) {
                break;
            }
            kept.appendCodePoint(point);
        }
        return kept.append('…').toString();
    }

    /** The widest of the texts, but not more than a bound. */
    static double widest(List<String> texts, double most) {
        return Math.min(most, texts.stream().mapToDouble(Words::width).max().orElse(0));
    }

    /** Places for labels near those wanted, in the given order, at least a line apart and within the bounds. */
    static List<Double> spread(List<Double> wanted, double low, double high) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            order.add(i);
        }
        order.sort((a, b) -> Double.compare(wanted.get(a), wanted.get(b)));
        double gap = wanted.size() > 1 ? Math.min(LINE, (high - low) / (wanted.size() - 1)) : LINE;
        double[] places = new double[wanted.size()];
        double next = low;
        for (int i : order) {
            places[i] = Math.max(next, wanted.get(i));
            next = places[i] + gap;
        }
        double last = high;
        for (int k = order.size() - 1; k >= 0; k--) {
            int i = order.get(k);
            places[i] = Math.min(last, places[i]);
            last = places[i] - gap;
        }
        List<Double> result = new ArrayList<>();
        for (double place : places) {
            result.add(place);
        }
        return result;
    }

    /** Words after each other, without those that are blank. */
    static String join(String between, String... parts) {
        List<String> said = new ArrayList<>();
        for (String part : parts) {
            if (!part.isBlank()) {
                said.add(part);
            }
        }
        return String.join(between, said);
    }

    // Ideographs, full-width forms and emoji take the whole square.
    private static double share(int point) {
        boolean wide = Character.isIdeographic(point)
                || (point >= 0x1100 && point <= 0x115f)
                || (point >= 0x2e80 && point <= 0xd7a3)
                || (point >= 0xf900 && point <= 0xfaff)
                || (point >= 0xff00 && point <= 0xff60)
                || point >= 0x10000;
        return wide ? 1.1 : "MW@mw%—…⟦⟧".indexOf(point) >= 0 ? 0.95 : "ijl.,:;'|! ".indexOf(point) >= 0 ? 0.38 : SHARE;
    }
}
