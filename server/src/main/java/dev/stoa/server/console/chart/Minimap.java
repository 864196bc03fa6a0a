package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A long record at a glance: a strip of links, with the changes above it, the failures below it and the part that is on
 * the page in a frame. It keeps its places and not its items, of which there may be thousands.
 *
 * @param thing what an item is, as {@code turn}
 * @param size how many items there are
 * @param lastChange where the last change is; null if there is none
 * @param lastFailure where the last failure is; null if there is none
 * @param from the first item on the page, counted from 0
 * @param to the item after the last one on the page
 */
public record Minimap(
        String title,
        String thing,
        int size,
        List<Place> places,
        @Nullable String lastChange,
        @Nullable String lastFailure,
        int from,
        int to)
        implements Chart {
    /** How many places the strip has, of which each is a link and a row of the table. */
    private static final int PLACES = 200;

    private static final double WIDTH = 720;
    private static final double HEIGHT = 62;
    private static final double TOP = 14;
    private static final double BOTTOM = 36;

    public Minimap {
        places = List.copyOf(places);
        if (from < 0 || to < from || to > size) {
            throw new IllegalArgumentException(
                    "the part from " + from + " to " + to + " is not within " + size + " items");
        }
    }

    /**
     * One item.
     *
     * @param tone its side or state
     * @param change whether an agent changed its side with it
     * @param failure whether it failed
     */
    public record Item(Tone tone, boolean change, boolean failure, String note) {}

    /**
     * Items that share a place in the strip.
     *
     * @param note that of the item, if it is the only one
     * @param href where the first of them is
     */
    public record Place(
            int first,
            int last,
            Tone tone,
            int changes,
            int failures,
            String note,
            @Nullable String href) {
        public Place {
            href = Svg.checkedPath(href);
        }

        static Place of(int first, List<Item> items, @Nullable String href) {
            Map<Tone, Integer> counts = new EnumMap<>(Tone.class);
            int changes = 0;
            int failures = 0;
            for (Item item : items) {
                counts.merge(item.tone(), 1, Integer::sum);
                changes += item.change() ? 1 : 0;
                failures += item.failure() ? 1 : 0;
            }
            Tone tone = Collections.max(counts.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
            String note = items.size() == 1 ? items.getFirst().note() : "";
            return new Place(first, first + items.size(), tone, changes, failures, note, href);
        }

        String range() {
            return last - first == 1 ? Numbers.of(last) : Numbers.of(first + 1.0) + " – " + Numbers.of(last);
        }
    }

    /**
     * The map of these items.
     *
     * @param address where an item is, by its place in the list; asked for those that a reader can go to
     */
    public static Minimap of(
            String title, String thing, List<Item> items, IntFunction<@Nullable String> address, int from, int to) {
        int count = Math.min(PLACES, items.size());
        List<Place> places = new ArrayList<>(count);
        for (int place = 0; place < count; place++) {
            int first = (int) ((long) place * items.size() / count);
            int end = (int) ((place + 1L) * items.size() / count);
            places.add(Place.of(first, items.subList(first, end), address.apply(first)));
        }
        return new Minimap(
                title,
                thing,
                items.size(),
                places,
                last(items, Item::change, address),
                last(items, Item::failure, address),
                from,
                to);
    }

    private static @Nullable String last(
            List<Item> items, Predicate<Item> wanted, IntFunction<@Nullable String> address) {
        for (int i = items.size() - 1; i >= 0; i--) {
            if (wanted.test(items.get(i))) {
                return address.apply(i);
            }
        }
        return null;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        int changes = places.stream().mapToInt(Place::changes).sum();
        int failures = places.stream().mapToInt(Place::failures).sum();
        return title + ": " + Numbers.count(size, thing) + ", " + Numbers.count(changes, "change") + ", "
                + Numbers.count(failures, "failure")
                + (to > from ? "; on this page " + Numbers.of(from + 1.0) + " to " + Numbers.of(to) : "") + ".";
    }

    @Override
    public Table table() {
        return Table.of(
                List.of(thing.isEmpty() ? "Item" : thing, "Changes", "Failures", "Note"),
                places.stream()
                        .map(place -> List.of(
                                place.range(),
                                Integer.toString(place.changes()),
                                Integer.toString(place.failures()),
                                place.note()))
                        .toList());
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        Svg svg = new Svg("minimap", WIDTH, HEIGHT, sentence());
        Scale scale = new Scale(0, size, 4, WIDTH - 4);
        Path changes = new Path();
        Path failures = new Path();
        for (Place place : places) {
            double x = scale.at(place.first());
            double wide = scale.at(place.last()) - x;
            double middle = x + wide / 2;
            String title = Words.join(
                    ", ",
                    Words.join(" ", thing, place.range()),
                    place.changes() == 0 ? "" : Numbers.count(place.changes(), "change"),
                    place.failures() == 0 ? "" : Numbers.count(place.failures(), "failure"),
                    place.note());
            svg.mark(
                    title,
                    place.href(),
                    () -> svg.add(
                            "rect",
                            "class",
                            "bar " + place.tone().css(),
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
            if (place.changes() > 0) {
                changes.move(middle - 4, 3).to(middle + 4, 3).to(middle, 10).close();
            }
            if (place.failures() > 0) {
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
        svg.text(WIDTH - 4, HEIGHT - 4, "tick", "end", Numbers.of(size));
        return svg.content();
    }
}
