package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A long record at a glance: a strip of links, with the changes above it, the failures below it and the part that is on
 * the page in a frame.
 *
 * @param thing what an item is, as {@code turn}
 * @param from the first item on the page, counted from 0
 * @param to the item after the last one on the page
 */
public record Minimap(String title, String thing, List<Item> items, int from, int to) implements Chart {
    /** How many places the strip has, of which each is a link and a row of the table. */
    private static final int PLACES = 200;

    private static final double WIDTH = 720;
    private static final double HEIGHT = 62;
    private static final double TOP = 14;
    private static final double BOTTOM = 36;

    public Minimap {
        items = List.copyOf(items);
        if (from < 0 || to < from || to > items.size()) {
            throw new IllegalArgumentException(
                    "the part from " + from + " to " + to + " is not within " + items.size() + " items");
        }
    }

    /**
     * One item.
     *
     * @param tone its side or state
     * @param change whether somebody changed their side with it
     * @param failure whether it failed
     * @param href where it is; a place of the strip leads to the first of its items that has one
     */
    public record Item(
            Tone tone,
            boolean change,
            boolean failure,
            String note,
            @Nullable String href) {
        public Item {
            href = Svg.checkedPath(href);
        }
    }

    /** Items that share a place in the strip. */
    private record Bin(
            int first,
            int last,
            Tone tone,
            int changes,
            int failures,
            String note,
            @Nullable String href) {
        static Bin of(int first, List<Item> items) {
            Map<Tone, Integer> counts = new EnumMap<>(Tone.class);
            int changes = 0;
            int failures = 0;
            String href = null;
            for (Item item : items) {
                counts.merge(item.tone(), 1, Integer::sum);
                changes += item.change() ? 1 : 0;
                failures += item.failure() ? 1 : 0;
                href = href == null ? item.href() : href;
            }
            Tone tone = counts.entrySet().stream()
                    .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                    .orElseThrow()
                    .getKey();
            String note = items.size() == 1 ? items.getFirst().note() : "";
            return new Bin(first, first + items.size(), tone, changes, failures, note, href);
        }

        String range() {
            return last - first == 1 ? Numbers.of(last) : Numbers.of(first + 1.0) + " – " + Numbers.of(last);
        }
    }

    @Override
    public boolean isEmpty() {
        return items.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        long changes = items.stream().filter(Item::change).count();
        long failures = items.stream().filter(Item::failure).count();
        return title + ": " + Numbers.count(items.size(), thing) + ", " + Numbers.count(changes, "change") + ", "
                + Numbers.count(failures, "failure")
                + (to > from ? "; on this page " + Numbers.of(from + 1.0) + " to " + Numbers.of(to) : "") + ".";
    }

    @Override
    public Table table() {
        return Table.of(
                List.of(thing.isEmpty() ? "Item" : thing, "Changes", "Failures", "Note"),
                bins().stream()
                        .map(bin -> List.of(
                                bin.range(),
                                Integer.toString(bin.changes()),
                                Integer.toString(bin.failures()),
                                bin.note()))
                        .toList());
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        Svg svg = new Svg("minimap", WIDTH, HEIGHT, sentence());
        Scale scale = new Scale(0, items.size(), 4, WIDTH - 4);
        Path changes = new Path();
        Path failures = new Path();
        for (Bin bin : bins()) {
            double x = scale.at(bin.first());
            double wide = scale.at(bin.last()) - x;
            double middle = x + wide / 2;
            String title = Words.join(
                    ", ",
                    Words.join(" ", thing, bin.range()),
                    bin.changes() == 0 ? "" : Numbers.count(bin.changes(), "change"),
                    bin.failures() == 0 ? "" : Numbers.count(bin.failures(), "failure"),
                    bin.note());
            svg.mark(
                    title,
                    bin.href(),
                    () -> svg.add(
                            "rect",
                            "class",
                            "bar " + bin.tone().css(),
                            "x",
                            x,
                            "y",
                            TOP,
                            "width",
                            wide > 3 ? wide - 1 : wide,
                            "height",
                            BOTTOM - TOP,
                            "fill-opacity",
                            0.6));
            if (bin.changes() > 0) {
                changes.move(middle - 4, 3).to(middle + 4, 3).to(middle, 10).close();
            }
            if (bin.failures() > 0) {
                failures.move(middle - 3, BOTTOM + 3).to(middle + 3, BOTTOM + 9);
                failures.move(middle + 3, BOTTOM + 3).to(middle - 3, BOTTOM + 9);
            }
        }
        if (!changes.isEmpty()) {
            svg.add("path", "class", "accent", "d", changes);
        }
        if (!failures.isEmpty()) {
            svg.add(
                    "path",
                    "class",
                    "bad",
                    "d",
                    failures,
                    "fill",
                    "none",
                    "stroke",
                    "currentColor",
                    "stroke-width",
                    1.5);
        }
        if (to > from) {
            double x = scale.at(from);
            svg.add(
                    "rect",
                    "class",
                    "window",
                    "x",
                    x,
                    "y",
                    TOP - 3,
                    "width",
                    Math.max(3, scale.at(to) - x),
                    "height",
                    BOTTOM - TOP + 6,
                    "rx",
                    2,
                    "fill",
                    "none",
                    "stroke",
                    "currentColor",
                    "stroke-width",
                    2);
        }
        svg.text(4, HEIGHT - 4, "tick", "start", "1");
        svg.text(WIDTH - 4, HEIGHT - 4, "tick", "end", Numbers.of(items.size()));
        return svg.content();
    }

    private List<Bin> bins() {
        int count = Math.min(PLACES, items.size());
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < count; bin++) {
            int first = (int) ((long) bin * items.size() / count);
            int end = (int) ((bin + 1L) * items.size() / count);
            bins.add(Bin.of(first, items.subList(first, end)));
        }
        return bins;
    }
}
