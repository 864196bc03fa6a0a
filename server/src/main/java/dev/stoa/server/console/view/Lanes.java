package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Topology;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.text.Plain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns of a debate, seats side by side and round by round. Immutable. */
public record Lanes(List<Seat> seats, List<Round> rounds) {
    public Lanes {
        seats = List.copyOf(seats);
        rounds = List.copyOf(rounds);
    }

    /**
     * A seat.
     *
     * @param side the side it was last on; empty if on none
     * @param asked whether it is still asked
     * @param since when it was asked, if it is now; empty if that is not known
     */
    public record Seat(String name, String side, boolean asked, String since) {}

    /** A round and its phases. */
    public record Round(long number, List<Row> rows) {
        public Round {
            rows = List.copyOf(rows);
        }
    }

    /** A phase: what each seat said in it, by its place. */
    public record Row(String phase, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * What a seat did in a phase.
     *
     * @param turn without fields if nothing of it is to be shown
     * @param text what it said; of a seat that is asked now since when
     * @param read whom it had read when it moved, with their turns
     */
    public record Cell(Step step, Doc turn, String text, List<Seen> read) {
        static final Cell NONE = new Cell(Step.NONE, Doc.EMPTY, "", List.of());

        public Cell {
            read = List.copyOf(read);
        }

        /** What the seat did, in words. */
        public String word() {
            return step == Step.FAILED ? step.word() + ": " + States.word(turn.text("status", 20)) : step.word();
        }

        /** The same with the side that it took. */
        private String sentence() {
            String side = step == Step.CHOSE || step == Step.STAYED || step == Step.MOVED ? turn.text("option", 8) : "";
            return Stream.of(word(), side.isEmpty() ? "" : step.join, side)
                    .filter(each -> !each.isEmpty())
                    .collect(Collectors.joining(" "));
        }
    }

    /** A seat that was read, and its turn; 0 if that is not on the page. */
    public record Seen(String name, long turn) {}

    /** What a seat did. */
    public enum Step {
        NONE("", ""),
        LATER("", ""),
        HIDDEN("not shown to it", "lock"),
        ASKED("still asked", "clock"),
        CHOSE("chose", "flag"),
        STAYED("stayed", "check", "with"),
        MOVED("moved", "arrow-right-left", "to"),
        SPOKE("took no side", "message-square"),
        ABSTAINED("abstained", "circle-slash"),
        FAILED("failed", "circle-x");

        private final String word;
        private final String icon;
        private final String join;

        Step(String word, String icon) {
            this(word, icon, "");
        }

        Step(String word, String icon, String join) {
            this.word = word;
            this.icon = icon;
            this.join = join;
        }

        public String word() {
            return word;
        }

        public String icon() {
            return icon;
        }
    }

    /** The turns from a number on; those before it tell only who was on which side. */
    static Lanes of(Doc debate, List<Doc> turns, long from, Moment moment) {
        return of(debate, turns, from, moment, "");
    }

    /**
     * The same as one seat saw it: its own turns, and those that were shown to it.
     *
     * @param by the name of the seat; empty for all that was said
     */
    static Lanes of(Doc debate, List<Doc> turns, long from, Moment moment, String by) {
        List<String> seats =
                debate.docs("agents").stream().map(seat -> seat.raw("agent_id")).toList();
        Map<Long, Doc> byNumber = new HashMap<>();
        turns.forEach(turn -> byNumber.put(turn.whole("turn_seq"), turn));
        Set<Long> asked = moment.asked(turns);
        Set<Long> shown = by.isEmpty() ? byNumber.keySet() : shown(turns, moment, asked, by);
        Map<String, String> sides = new HashMap<>();
        Map<Long, Map<String, List<Cell>>> byRound = new TreeMap<>();
        for (Doc turn : turns) {
            long number = turn.whole("turn_seq");
            int seat = seats.indexOf(turn.raw("agent_id"));
            if (seat < 0) {
                continue;
            }
            Cell cell;
            if (moment.isLater(number)) {
                cell = new Cell(Step.LATER, Doc.EMPTY, "", List.of());
            } else if (asked.contains(number)) {
                cell = new Cell(Step.ASKED, Doc.EMPTY, "", List.of());
            } else if (!shown.contains(number)) {
                cell = new Cell(Step.HIDDEN, Doc.EMPTY, "", List.of());
            } else {
                cell = cell(debate, turn, sides.get(seats.get(seat)), byNumber);
                if (turn.raw("status").equals("ok") && turn.has("option")) {
                    sides.put(seats.get(seat), turn.raw("option"));
                }
            }
            if (number >= from) {
                byRound.computeIfAbsent(turn.whole("round"), round -> new LinkedHashMap<>())
                        .computeIfAbsent(phase(turn), phase -> blank(seats.size()))
                        .set(seat, cell);
            }
        }
        for (Doc slot : moment.open(turns)) {
            int seat = seats.indexOf(slot.raw("agent"));
            if (seat >= 0 && slot.whole("turn_seq") >= from) {
                byRound.computeIfAbsent(moment.plan().whole("round"), round -> new LinkedHashMap<>())
                        .computeIfAbsent(phase(moment.plan()), phase -> blank(seats.size()))
                        .set(seat, new Cell(Step.ASKED, Doc.EMPTY, moment.askedAt(), List.of()));
            }
        }
        List<Round> rounds = new ArrayList<>();
        byRound.forEach((number, phases) -> rounds.add(new Round(
                number,
                phases.entrySet().stream()
                        .map(phase -> new Row(phase.getKey(), phase.getValue()))
                        .toList())));
        return new Lanes(
                seats.stream()
                        .map(seat -> new Seat(
                                seat,
                                sides.getOrDefault(seat, ""),
                                moment.isAsked(seat),
                                moment.isAsked(seat) ? moment.askedAt() : ""))
                        .toList(),
                rounds);
    }

    /** What a seat did last, in words: {@code round 2: hyb moved to B}; empty if nothing is shown. */
    public String newest() {
        long last = 0;
        String words = "";
        for (Round round : rounds) {
            for (Row row : round.rows()) {
                for (int seat = 0; seat < row.cells().size(); seat++) {
                    Cell cell = row.cells().get(seat);
                    if (cell.turn().whole("turn_seq") > last) {
                        last = cell.turn().whole("turn_seq");
                        words = "round " + round.number() + ": "
                                + Plain.of(seats.get(seat).name(), 40) + " " + cell.sentence();
                    }
                }
            }
        }
        return words;
    }

    /** Whom a seat had read when it moved, by the turn in which it did: as the counts say it, or as it is shown here. */
    Map<Long, List<String>> read(Doc debate) {
        Map<Long, List<String>> read = new HashMap<>();
        for (Doc flip : debate.docs("outcome.flips")) {
            read.put(flip.whole("to_turn"), flip.texts("seen_supporters"));
        }
        rounds.stream()
                .flatMap(round -> round.rows().stream())
                .flatMap(row -> row.cells().stream())
                .filter(cell -> cell.step() == Step.MOVED)
                .forEach(cell -> read.putIfAbsent(
                        cell.turn().whole("turn_seq"),
                        cell.read().stream().map(Seen::name).toList()));
        return read;
    }

    private static Set<Long> shown(List<Doc> turns, Moment moment, Set<Long> asked, String by) {
        Set<Long> shown = new HashSet<>();
        for (Doc turn : turns) {
            long number = turn.whole("turn_seq");
            if (turn.raw("agent_id").equals(by) && !moment.isLater(number) && !asked.contains(number)) {
                shown.add(number);
                shown.addAll(turn.numbers("visible_turns"));
            }
        }
        return shown;
    }

    /** Who read whom, and on which ways a seat was moved. */
    public Topology topology(List<Doc> turns) {
        List<String> names = seats.stream().map(Seat::name).toList();
        Map<Long, String> authors = new HashMap<>();
        turns.forEach(turn -> authors.put(turn.whole("turn_seq"), turn.raw("agent_id")));
        Map<List<Integer>, Integer> flips = new LinkedHashMap<>();
        for (Round round : rounds) {
            for (Row row : round.rows()) {
                for (int reader = 0; reader < row.cells().size(); reader++) {
                    Cell cell = row.cells().get(reader);
                    for (long seen : cell.turn().numbers("visible_turns")) {
                        count(flips, names.indexOf(authors.getOrDefault(seen, "")), reader, 0);
                    }
                    for (Seen seen : cell.read()) {
                        count(flips, names.indexOf(seen.name()), reader, 1);
                    }
                }
            }
        }
        List<Topology.Sight> sights = new ArrayList<>();
        flips.forEach((way, moved) -> sights.add(new Topology.Sight(way.getFirst(), way.getLast(), moved)));
        return new Topology(
                "Who read whom",
                seats.stream()
                        .map(seat -> new Topology.Seat(
                                Plain.of(seat.name(), 40),
                                DebateView.tone(seat.side()),
                                seat.side().isEmpty() ? "on no side" : "on side " + seat.side(),
                                Links.to("ratings", seat.name())))
                        .toList(),
                sights);
    }

    private static void count(Map<List<Integer>, Integer> flips, int read, int reader, int moved) {
        if (read >= 0 && read != reader) {
            flips.merge(List.of(read, reader), moved, Integer::sum);
        }
    }

    private static List<Cell> blank(int seats) {
        List<Cell> cells = new ArrayList<>();
        for (int seat = 0; seat < seats; seat++) {
            cells.add(Cell.NONE);
        }
        return cells;
    }

    static String phase(Doc turn) {
        long attempt = turn.whole("attempt");
        long wave = turn.whole("step");
        return Language.t(States.word(turn.text("phase", 40)))
                + (attempt > 0 ? ", attempt " + (attempt + 1) : "")
                + (wave > 1 ? ", " + Language.t("wave {0}", wave) : "");
    }

    private static Cell cell(Doc debate, Doc turn, @Nullable String before, Map<Long, Doc> byNumber) {
        String option = turn.raw("option");
        Step step = step(turn, before);
        String text = turn.text("excerpt", 140);
        if (text.isEmpty()) {
            text = debate.docs("options").stream()
                    .filter(each -> each.raw("key").equals(option))
                    .map(each -> each.text("label", 140))
                    .findFirst()
                    .orElse("");
        }
        return new Cell(step, turn, text, step == Step.MOVED ? read(debate, turn, byNumber) : List.of());
    }

    private static Step step(Doc turn, @Nullable String before) {
        return switch (turn.raw("status")) {
            case "ok" ->
                !turn.has("option")
                        ? Step.SPOKE
                        : before == null ? Step.CHOSE : before.equals(turn.raw("option")) ? Step.STAYED : Step.MOVED;
            case "abstained" -> Step.ABSTAINED;
            default -> Step.FAILED;
        };
    }

    /** Whom a seat had read of those on its new side: as the count says, or before there is one as it was shown to it. */
    private static List<Seen> read(Doc debate, Doc turn, Map<Long, Doc> byNumber) {
        Map<String, Long> seen = new LinkedHashMap<>();
        for (Doc flip : debate.docs("outcome.flips")) {
            if (flip.whole("to_turn") == turn.whole("turn_seq")) {
                flip.docs("seen_supporters").forEach(each -> seen.put(each.raw("value"), 0L));
            }
        }
        boolean counted = !seen.isEmpty();
        for (long number : turn.numbers("visible_turns")) {
            Doc shown = byNumber.getOrDefault(number, Doc.EMPTY);
            String agent = shown.raw("agent_id");
            boolean supports = shown.raw("option").equals(turn.raw("option")) && !agent.equals(turn.raw("agent_id"));
            if (supports && (seen.containsKey(agent) || !counted)) {
                seen.put(agent, number);
            }
        }
        return seen.entrySet().stream()
                .map(each -> new Seen(each.getKey(), each.getValue()))
                .toList();
    }
}
