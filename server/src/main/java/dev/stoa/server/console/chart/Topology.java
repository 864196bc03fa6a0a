package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who reads whom, on a circle; the ways on which somebody was moved are thick.
 *
 * <p>Two seats that read each other are joined by a plain line; an arrow leads from the seat that is read to the one that
 * reads. The first 60 seats are drawn and the rest is counted.
 */
public record Topology(String title, List<Seat> seats, List<Sight> sights) implements Chart {
    private static final int SEATS = 60;
    private static final double NAME = 110;
    private static final int ARROWS = 300;

    public Topology {
        seats = List.copyOf(seats);
        sights = List.copyOf(sights);
        for (Sight sight : sights) {
            if (sight.read() < 0
                    || sight.read() >= seats.size()
                    || sight.reader() < 0
                    || sight.reader() >= seats.size()) {
                throw new IllegalArgumentException("the sight of seat " + sight.read() + " by seat " + sight.reader()
                        + " is outside of " + seats.size() + " seats");
            }
        }
    }

    /** A seat. */
    public record Seat(
            String name, Tone tone, String note, @Nullable String href) {
        public Seat {
            href = Svg.checkedPath(href);
        }
    }

    /**
     * One seat reads another.
     *
     * @param read the place of the seat that is read
     * @param reader the place of the seat that reads
     * @param flips how often the reader changed its side having read it
     */
    public record Sight(int read, int reader, int flips) {}

    @Override
    public boolean isEmpty() {
        return seats.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        List<String> moved = new ArrayList<>();
        long ways = 0;
        for (Sight sight : sights) {
            if (sight.flips() > 0 && ways++ < 5) {
                moved.add(name(sight.reader()) + " having read " + name(sight.read())
                        + (sight.flips() > 1 ? " " + sight.flips() + " times" : ""));
            }
        }
        return title + ": " + Numbers.count(seats.size(), "seat") + ", " + Numbers.count(sights.size(), "sight") + "; "
                + (ways == 0 ? "nobody was moved" : "moved: " + String.join(", ", moved) + (ways > 5 ? " …" : ""))
                + (seats.size() > SEATS ? "; the first " + SEATS + " seats are shown" : "") + ".";
    }

    private String name(int seat) {
        return seats.get(seat).name();
    }

    @Override
    public Table table() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < Math.min(seats.size(), MARKS); i++) {
            List<String> read = new ArrayList<>();
            List<String> moved = new ArrayList<>();
            for (Sight sight : sights) {
                if (sight.reader() == i && read.size() < SEATS) {
                    read.add(name(sight.read()));
                    if (sight.flips() > 0) {
                        moved.add(name(sight.read()) + (sight.flips() > 1 ? " (" + sight.flips() + ")" : ""));
                    }
                }
            }
            rows.add(List.of(
                    name(i),
                    read.isEmpty() ? "nobody" : String.join(", ", read),
                    String.join(", ", moved),
                    seats.get(i).note()));
        }
        return Table.of(List.of("Seat", "Reads", "Moved by", "Note"), rows);
    }

    @Override
    public Content svg() {
        return isEmpty() ? Svg.nothing() : new Drawing().draw();
    }

    /** The places of everything while it is drawn. */
    private final class Drawing {
        private final int shown = Math.min(seats.size(), SEATS);
        private final double ring = Math.clamp(shown * 9.0, 90, 240);
        private final double names =
                Words.widest(seats.subList(0, shown).stream().map(Seat::name).toList(), NAME);
        private final double wide = 2 * (ring + names + 22);
        private final double tall = 2 * (ring + 32);
        private final Svg svg = new Svg("topology", wide, tall, sentence());

        private double angle(int seat) {
            return 2 * Math.PI * seat / shown - Math.PI / 2;
        }

        private double x(int seat, double distance) {
            return wide / 2 + StrictMath.cos(angle(seat)) * distance;
        }

        private double y(int seat, double distance) {
            return tall / 2 + StrictMath.sin(angle(seat)) * distance;
        }

        private Content draw() {
            List<Sight> within = sights.stream()
                    .filter(sight -> sight.read() < shown && sight.reader() < shown && sight.read() != sight.reader())
                    .toList();
            Set<List<Integer>> pairs = new HashSet<>();
            within.forEach(sight -> pairs.add(List.of(sight.read(), sight.reader())));
            Path thin = new Path();
            Path heads = new Path();
            Set<List<Integer>> drawn = new HashSet<>();
            for (Sight sight : within) {
                boolean mutual = pairs.contains(List.of(sight.reader(), sight.read()));
                int low = Math.min(sight.read(), sight.reader());
                int high = Math.max(sight.read(), sight.reader());
                if (mutual ? drawn.add(List.of(low, high)) : drawn.add(List.of(sight.read(), sight.reader()))) {
                    thin.move(x(sight.read(), ring), y(sight.read(), ring));
                    thin.to(x(sight.reader(), ring), y(sight.reader(), ring));
                    if (!mutual) {
                        head(heads, sight, 0, 7);
                    }
                }
            }
            if (!thin.isEmpty()) {
                svg.add(
                        "path",
                        "class",
                        "edge",
                        "d",
                        thin,
                        "fill",
                        "none",
                        "stroke",
                        "currentColor",
                        "stroke-opacity",
                        0.6);
            }
            if (!heads.isEmpty()) {
                svg.add("path", "class", "edge", "d", heads);
            }
            within.stream().filter(sight -> sight.flips() > 0).limit(ARROWS).forEach(this::flip);
            for (int i = 0; i < shown; i++) {
                seat(i);
            }
            if (seats.size() > shown) {
                svg.text(4, tall - 6, "soft", "start", "+" + (seats.size() - shown));
            }
            return svg.content();
        }

        private void flip(Sight sight) {
            Path path = new Path().move(x(sight.read(), ring), y(sight.read(), ring));
            path.bow(pullX(sight), pullY(sight), x(sight.reader(), ring), y(sight.reader(), ring));
            Path head = new Path();
            head(head, sight, 1, 12);
            String title = name(sight.reader()) + " moved, having read " + name(sight.read())
                    + (sight.flips() > 1 ? " " + sight.flips() + " times" : "");
            svg.mark(title, null, () -> {
                svg.add(
                        "path",
                        "class",
                        "edge thick accent",
                        "d",
                        path,
                        "fill",
                        "none",
                        "stroke",
                        "currentColor",
                        "stroke-width",
                        3.5);
                svg.add("path", "class", "edge thick accent", "d", head);
            });
        }

        // Thick ways bow beside the chord, each direction to its own side, so that they do not hide the thin one.
        private double pullX(Sight sight) {
            return (x(sight.read(), ring) + x(sight.reader(), ring)) / 2
                    + (y(sight.reader(), ring) - y(sight.read(), ring)) * 0.18;
        }

        private double pullY(Sight sight) {
            return (y(sight.read(), ring) + y(sight.reader(), ring)) / 2
                    - (x(sight.reader(), ring) - x(sight.read(), ring)) * 0.18;
        }

        private void head(Path path, Sight sight, int bowed, double size) {
            double fromX = bowed == 1 ? pullX(sight) : x(sight.read(), ring);
            double fromY = bowed == 1 ? pullY(sight) : y(sight.read(), ring);
            double toX = x(sight.reader(), ring);
            double toY = y(sight.reader(), ring);
            double length = Math.max(1e-9, StrictMath.hypot(toX - fromX, toY - fromY));
            double dx = (toX - fromX) / length;
            double dy = (toY - fromY) / length;
            double tipX = toX - dx * 10;
            double tipY = toY - dy * 10;
            double half = size * 0.45;
            path.move(tipX, tipY)
                    .to(tipX - dx * size - dy * half, tipY - dy * size + dx * half)
                    .to(tipX - dx * size + dy * half, tipY - dy * size - dx * half)
                    .close();
        }

        private void seat(int index) {
            Seat seat = seats.get(index);
            svg.mark(Words.join(", ", seat.name(), seat.note()), seat.href(), () -> {
                svg.add(
                        "circle",
                        "class",
                        "node " + seat.tone().css(),
                        "cx",
                        x(index, ring),
                        "cy",
                        y(index, ring),
                        "r",
                        8,
                        "stroke",
                        "currentColor");
                double side = StrictMath.cos(angle(index));
                String anchor = Math.abs(side) < 0.2 ? "middle" : side > 0 ? "start" : "end";
                double up = Math.abs(side) < 0.2 ? (StrictMath.sin(angle(index)) < 0 ? -4 : 8) : 4;
                svg.text(x(index, ring + 14), y(index, ring + 14) + up, "label", anchor, Words.fit(seat.name(), NAME));
            });
        }
    }
}
