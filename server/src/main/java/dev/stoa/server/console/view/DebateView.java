package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Minimap;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.chart.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * A debate as its page shows it. Immutable.
 *
 * @param doc the debate
 * @param view which of its views is shown
 * @param here the address of what is shown
 * @param moment the event up to which it is shown
 * @param window the turns, or events, that are shown
 * @param map all turns at a glance; empty if all of them are on the page
 * @param items the turns, or events, of the window
 */
public record DebateView(
        Doc doc,
        String view,
        Here here,
        Moment moment,
        Window window,
        Lanes lanes,
        BallotView ballots,
        Minimap map,
        List<Doc> items) {
    /** The views, the first of which is shown if none is asked for. */
    public static final List<String> VIEWS = List.of("lanes", "story", "events", "table");

    private static final int FEW_ROUNDS = 10;

    public DebateView {
        items = List.copyOf(items);
    }

    /** What is read of a debate. */
    public record Parts(Doc doc, List<Doc> turns, List<Doc> ballots, List<Doc> standings, List<Doc> events) {
        public Parts {
            standings = List.copyOf(standings);
            turns = List.copyOf(turns);
            ballots = List.copyOf(ballots);
            events = List.copyOf(events);
        }
    }

    /**
     * A part of a long list.
     *
     * @param from the number of its first item
     * @param size how many items a part has
     * @param more whether others follow
     * @param next the number with which the next part begins
     */
    public record Window(long from, int size, boolean more, long next) {
        /** A part of a list that has an item for each number. */
        public Window(long from, int size, boolean more) {
            this(from, size, more, from + size);
        }

        public long previous() {
            return Math.max(1, from - size);
        }

        /** The first item of the part that has an item. */
        long start(long item) {
            return item - (item - 1) % size;
        }
    }

    public static DebateView of(Parts parts, String view, Here here, Moment moment, Window window) {
        List<Doc> shown = view.equals("events")
                ? parts.events().stream()
                        .filter(event -> !moment.isPast() || event.whole("seq") <= moment.at())
                        .toList()
                : parts.turns();
        String seat = here.query().getOrDefault("seat", "");
        Lanes lanes = Lanes.of(parts.doc(), parts.turns(), window.from(), moment, seat);
        return new DebateView(
                parts.doc(),
                view,
                here,
                moment,
                window,
                lanes,
                BallotView.of(parts.doc(), parts.ballots(), parts.standings(), moment, lanes.read(parts.doc())),
                !view.equals("events") && (window.more() || window.from() > 1)
                        ? map(parts.doc(), here, moment, window)
                        : Minimap.of("Turns", "turn", List.of(), turn -> null, 0, 0),
                shown);
    }

    private static Minimap map(Doc doc, Here here, Moment moment, Window window) {
        String sides = moment.state().raw("marks");
        String seats = moment.state().raw("seats");
        List<String> agents = doc.docs("agents").stream()
                .map(agent -> agent.text("agent_id", 40))
                .toList();
        String failure = " " + States.word("failed");
        List<Minimap.Item> items = new ArrayList<>(sides.length());
        int[] turns = new int[sides.length()];
        int from = 0;
        int to = 0;
        for (int i = 0; i < sides.length(); i++) {
            char side = sides.charAt(i);
            if (side == ' ') {
                continue;
            }
            from += i + 1 < window.from() ? 1 : 0;
            to += i + 1 < window.next() ? 1 : 0;
            boolean failed = side == '!';
            int seat = seats.charAt(i) - 'a';
            turns[items.size()] = i + 1;
            items.add(new Minimap.Item(
                    tone(Character.toUpperCase(side)),
                    Character.isLowerCase(side),
                    failed,
                    seat >= agents.size() ? "" : failed ? agents.get(seat) + failure : agents.get(seat)));
        }
        return Minimap.of("Turns", "turn", items, item -> turn(here, window, turns[item]), from, to);
    }

    /** The address of a turn of a long debate, in the part that has it. */
    private static String turn(Here here, Window window, long turn) {
        return here.with("from", window.start(turn)).with("turn", 0).href() + "#turn-" + turn;
    }

    /** The rounds of a long debate with the address of their first turn; of many those at both ends. */
    public List<Wing.Entry> rounds() {
        List<Long> first = moment.state().numbers("rounds");
        List<Wing.Entry> rounds = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            if (i < FEW_ROUNDS || i >= first.size() - FEW_ROUNDS) {
                rounds.add(new Wing.Entry(Integer.toString(i + 1), turn(here, window, first.get(i))));
            }
        }
        return rounds;
    }

    /** The colour of an option. */
    static Tone tone(String option) {
        return option.length() == 1 ? tone(option.charAt(0)) : Tone.SOFT;
    }

    private static Tone tone(char option) {
        return option >= 'A' && option <= 'Z' ? Tone.option(option - 'A') : Tone.SOFT;
    }

    /** The class of an option's colour. */
    public static String colour(String option) {
        return option.length() == 1 && option.charAt(0) >= 'A' && option.charAt(0) <= 'Z'
                ? "option-" + (char) ('a' + option.charAt(0) - 'A')
                : "plain";
    }

    /** Whether what came of it is shown: it is, and not an event before the last one. */
    public boolean isDecided() {
        return doc.has("outcome.decision") && !moment.isPast();
    }

    /** What came last, in words, for those who hear the page. */
    public String newest() {
        if (!isDecided()) {
            return lanes.newest();
        }
        String decision = States.word(doc.text("outcome.decision", 40));
        return (doc.flag("outcome.simulated") ? "simulated: " : "") + decision + " " + doc.text("outcome.winner", 8);
    }

    /** The seat as which the lanes are seen; empty for all that was said. */
    public String seat() {
        return here.query().getOrDefault("seat", "");
    }

    /** The counts of a round, which come when all of it was said; none if a part of it follows on another page. */
    public List<Doc> counts(Lanes.Round round) {
        boolean whole =
                !window.more() || round.number() != lanes.rounds().getLast().number();
        return moment.state().docs("tallies").stream()
                .filter(tally -> whole && tally.whole("round") == round.number())
                .toList();
    }

    /** How a count is called. */
    public static String stage(Doc tally) {
        return Stages.name(tally);
    }

    /** Who read whom. */
    public Topology topology() {
        return lanes.topology(items);
    }

    /** Who read whom in these turns of a debate. */
    public static Topology topology(Doc debate, List<Doc> turns) {
        return Lanes.of(debate, turns, 1, new Moment(0, 0, Doc.EMPTY)).topology(turns);
    }

    /** The kind of the events that are shown; empty for all. */
    public String kind() {
        return here.query().getOrDefault("kind", "");
    }

    /** The options that were known. */
    public List<Doc> options() {
        return moment.options(doc);
    }
}
