package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which side each seat was on, stage by stage: a ribbon per seat, so that one sees who moved.
 *
 * <p>Where the ribbons would be too many, seats that go the same way share one; where stages are too many, some between
 * the first and the last are left out.
 *
 * @param options the options A, B, C …; at most 26
 */
public record Alluvial(String title, List<String> stages, List<String> options, List<Seat> seats) implements Chart {
    /** The side of a seat that has none. */
    public static final int NONE = -1;

    private static final int LETTERS = 26;
    private static final double NAME = 190;
    private static final double NODE = 20;
    private static final double GAP = 16;
    private static final double TOP = 30;
    // Together with the nodes of all stages the bound of marks.
    private static final int RIBBONS = 200;
    private static final int NODES = MARKS - RIBBONS;
    private static final int MOST_STAGES = 12;

    public Alluvial {
        stages = List.copyOf(stages);
        options = List.copyOf(options);
        seats = List.copyOf(seats);
        if (options.size() > LETTERS) {
            throw new IllegalArgumentException(options.size() + " options are more than the alphabet has letters");
        }
        for (Seat seat : seats) {
            if (seat.sides().size() != stages.size()) {
                throw new IllegalArgumentException("the seat '" + seat.name() + "' has "
                        + seat.sides().size() + " sides for " + stages.size() + " stages");
            }
            for (Side side : seat.sides()) {
                if (side.option() < NONE || side.option() >= options.size()) {
                    throw new IllegalArgumentException(
                            "the seat '" + seat.name() + "' is for option " + side.option() + " of " + options.size());
                }
            }
        }
    }

    /** A seat and its side at every stage. */
    public record Seat(String name, List<Side> sides) {
        public Seat {
            sides = List.copyOf(sides);
        }
    }

    /**
     * Where a seat stands.
     *
     * @param option the place of the option, or {@link #NONE}
     * @param note why it stands there, as whom it had read; may be empty
     */
    public record Side(int option, String note, @Nullable String href) {
        public Side {
            href = Svg.checkedPath(href);
        }

        public static Side of(int option) {
            return new Side(option, "", null);
        }
    }

    @Override
    public boolean isEmpty() {
        return seats.isEmpty() || stages.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        int last = stages.size() - 1;
        List<String> said = new ArrayList<>();
        said.add(Numbers.count(seats.size(), "seat"));
        said.add(stages.getFirst() + ": " + counts(0));
        if (last > 0) {
            said.add(stages.get(last) + ": " + counts(last));
        }
        List<String> moved = new ArrayList<>();
        long moves = 0;
        for (Seat seat : seats) {
            for (int i = 1; i < stages.size(); i++) {
                if (moved(seat, i) && moves++ < 5) {
                    moved.add(seat.name() + " from " + letter(seat.sides().get(i - 1)) + " to "
                            + letter(seat.sides().get(i)) + " in " + stages.get(i));
                }
            }
        }
        said.add(
                moves == 0
                        ? "nobody moved"
                        : Numbers.count(moves, "move") + ": " + String.join(", ", moved) + (moves > 5 ? " …" : ""));
        return title + ": " + String.join("; ", said) + ".";
    }

    private String counts(int stage) {
        Map<Integer, Integer> counts = new TreeMap<>();
        seats.forEach(seat -> counts.merge(order(seat.sides().get(stage)), 1, Integer::sum));
        List<String> said = new ArrayList<>();
        counts.forEach((option, n) -> said.add(letter(option) + " " + n));
        return String.join(", ", said);
    }

    // A seat that had no side or loses it is not said to have moved.
    private static boolean moved(Seat seat, int stage) {
        int before = seat.sides().get(stage - 1).option();
        int now = seat.sides().get(stage).option();
        return before != NONE && now != NONE && before != now;
    }

    private String letter(Side side) {
        return letter(order(side));
    }

    private String letter(int order) {
        return order == options.size() ? "none" : Character.toString('A' + order);
    }

    // Seats without a side stand below all options.
    private int order(Side side) {
        return side.option() == NONE ? options.size() : side.option();
    }

    @Override
    public Table table() {
        List<String> headers = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        if (seats.size() <= MARKS) {
            headers.add("Seat");
            headers.addAll(stages);
            for (Seat seat : seats) {
                List<String> row = new ArrayList<>(List.of(seat.name()));
                seat.sides().forEach(side -> row.add(Words.join(", ", letter(side), side.note())));
                rows.add(row);
            }
        } else {
            headers.add("Stage");
            headers.add("Seats");
            for (int i = 0; i < stages.size(); i++) {
                rows.add(List.of(stages.get(i), counts(i)));
            }
        }
        return new Table(headers, rows);
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        return new Drawing().draw();
    }

    /** A ribbon between two stages: seats that go the same way. */
    private record Ribbon(List<Seat> seats, int from, int to) {}

    /** The places of everything while it is drawn. */
    private final class Drawing {
        private final List<Integer> shown = shown();
        private final boolean single = seats.size() * Math.max(1, shown.size() - 1) <= RIBBONS;
        private final double thick = Math.clamp(200.0 / seats.size(), 0.01, 26);
        private final double names = Words.widest(
                IntStream.rangeClosed(0, options.size()).mapToObj(this::name).toList(), NAME);
        private final double left = 8 + names;
        private final double wide = Math.max(720, 2 * left + 90.0 * shown.size());
        private final Svg svg;
        private final double high;

        private Drawing() {
            int groups =
                    shown.stream().mapToInt(stage -> groups(stage).size()).max().orElse(1);
            high = TOP + seats.size() * thick + (groups - 1) * GAP + 12;
            svg = new Svg("alluvial", wide, high, sentence());
        }

        private String name(int order) {
            return order == options.size() ? "no side" : letter(order) + " " + options.get(order);
        }

        private List<Integer> shown() {
            List<Integer> all = new ArrayList<>();
            int most = Math.min(stages.size(), Math.min(MOST_STAGES, NODES / (options.size() + 1)));
            for (int i = 0; i < most; i++) {
                all.add(most == 1 ? 0 : (int) ((long) i * (stages.size() - 1) / (most - 1)));
            }
            return all;
        }

        private double x(int column) {
            double room = wide - 2 * left - NODE;
            return shown.size() == 1 ? left : left + room * column / (shown.size() - 1);
        }

        private Map<Integer, List<Seat>> groups(int stage) {
            Map<Integer, List<Seat>> groups = new TreeMap<>();
            seats.forEach(seat -> groups.computeIfAbsent(order(seat.sides().get(stage)), key -> new ArrayList<>())
                    .add(seat));
            return groups;
        }

        private Map<Integer, Double> tops(int stage) {
            Map<Integer, Double> tops = new TreeMap<>();
            double y = TOP;
            for (Map.Entry<Integer, List<Seat>> group : groups(stage).entrySet()) {
                tops.put(group.getKey(), y);
                y += group.getValue().size() * thick + GAP;
            }
            return tops;
        }

        private Content draw() {
            for (int column = 0; column + 1 < shown.size(); column++) {
                gap(column);
            }
            for (int column = 0; column < shown.size(); column++) {
                nodes(column);
            }
            return svg.content();
        }

        private void nodes(int column) {
            int stage = shown.get(column);
            double x = x(column);
            boolean first = column == 0;
            boolean last = column == shown.size() - 1;
            double room = first || last ? NODE + names : 84;
            String anchor = first ? "start" : last ? "end" : "middle";
            double at = first ? x : last ? x + NODE : x + NODE / 2;
            svg.text(at, 14, "tick", anchor, Words.fit(stages.get(stage), room));
            Map<Integer, Double> tops = tops(stage);
            groups(stage).forEach((order, group) -> {
                double y = tops.getOrDefault(order, TOP);
                double tall = group.size() * thick;
                String title = stages.get(stage) + ": " + name(order) + ", " + Numbers.count(group.size(), "seat");
                svg.mark(title, null, () -> {
                    svg.add(
                            "rect",
                            "class",
                            "node " + css(order),
                            "x",
                            x,
                            "y",
                            y,
                            "width",
                            NODE,
                            "height",
                            Math.max(tall, 0.5),
                            "fill-opacity",
                            0.25,
                            "stroke",
                            "currentColor",
                            "stroke-width",
                            1.5);
                    if (tall >= 14) {
                        String letter = order == options.size() ? "–" : letter(order);
                        svg.text(x + NODE / 2, y + tall / 2 + 4, "strong", "middle", letter);
                    }
                });
                String text = Words.fit(name(order), NAME);
                if (first) {
                    svg.text(x - 6, y + tall / 2 + 4, "label " + css(order), "end", text);
                }
                if (last && !first) {
                    svg.text(x + NODE + 6, y + tall / 2 + 4, "label " + css(order), "start", text);
                }
            });
        }

        private String css(int order) {
            return order == options.size()
                    ? Tone.SOFT.css()
                    : Tone.option(order).css();
        }

        // Seats of one node leave it in the order in which they arrive at the next, so that ribbons cross only once.
        private void gap(int column) {
            int from = shown.get(column);
            int to = shown.get(column + 1);
            Map<Integer, Double> starts = new TreeMap<>(tops(from));
            Map<Integer, Double> ends = new TreeMap<>(tops(to));
            List<Ribbon> ribbons = ribbons(from, to);
            Map<Ribbon, Double> outs = new LinkedHashMap<>();
            ribbons.stream()
                    .sorted(Comparator.comparingInt(Ribbon::from).thenComparingInt(Ribbon::to))
                    .forEach(ribbon -> outs.put(ribbon, take(starts, ribbon.from(), ribbon)));
            ribbons.stream()
                    .sorted(Comparator.comparingInt(Ribbon::to).thenComparingInt(Ribbon::from))
                    .forEach(ribbon -> ribbon(
                            column, to, ribbon, outs.getOrDefault(ribbon, TOP), take(ends, ribbon.to(), ribbon)));
        }

        private double take(Map<Integer, Double> places, int order, Ribbon ribbon) {
            double place = places.getOrDefault(order, TOP);
            places.put(order, place + ribbon.seats().size() * thick);
            return place;
        }

        private List<Ribbon> ribbons(int from, int to) {
            Map<List<Integer>, List<Seat>> ways = new LinkedHashMap<>();
            int number = 0;
            for (Seat seat : seats) {
                int a = order(seat.sides().get(from));
                int b = order(seat.sides().get(to));
                ways.computeIfAbsent(single ? List.of(a, b, number++) : List.of(a, b), key -> new ArrayList<>())
                        .add(seat);
            }
            List<Ribbon> ribbons = new ArrayList<>();
            ways.forEach((way, group) -> ribbons.add(new Ribbon(group, way.get(0), way.get(1))));
            // 26 options and none make 729 ways between two stages: the widest are drawn.
            int most = Math.max(1, RIBBONS / Math.max(1, shown.size() - 1));
            ribbons.sort(
                    Comparator.comparingInt((Ribbon ribbon) -> ribbon.seats().size())
                            .reversed());
            return ribbons.subList(0, Math.min(most, ribbons.size()));
        }

        private void ribbon(int column, int stage, Ribbon ribbon, double out, double in) {
            double x1 = x(column) + NODE;
            double x2 = x(column + 1);
            double tall = ribbon.seats().size() * thick;
            double inset = Math.min(1, tall / 6);
            Path path = new Path().move(x1, out + inset).across(x1, out + inset, x2, in + inset);
            path.to(x2, in + tall - inset)
                    .across(x2, in + tall - inset, x1, out + tall - inset)
                    .close();
            boolean moved = ribbon.from() != ribbon.to();
            boolean changed = moved && ribbon.from() != options.size() && ribbon.to() != options.size();
            Seat seat = ribbon.seats().getFirst();
            boolean one = ribbon.seats().size() == 1;
            Side side = seat.sides().get(stage);
            String who = one ? seat.name() : Numbers.count(ribbon.seats().size(), "seat");
            String what = moved
                    ? letter(ribbon.from()) + " → " + letter(ribbon.to()) + " in " + stages.get(stage)
                    : "stays with " + letter(ribbon.to()) + " in " + stages.get(stage);
            svg.mark(Words.join(", ", who + ": " + what, one ? side.note() : ""), one ? side.href() : null, () -> {
                svg.add(
                        "path",
                        "class",
                        (changed ? "ribbon moved " : "ribbon ") + css(ribbon.from()),
                        "d",
                        path,
                        "fill-opacity",
                        changed ? 0.5 : 0.2);
                if (one && column == 0 && thick >= 12) {
                    String name = Words.fit(seat.name(), (x2 - x1) / 2);
                    svg.text(x1 + 6, out + tall / 2 + 4, "label", "start", name);
                }
            });
        }
    }
}
