package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Alluvial;
import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Lines;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.text.Plain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The ballots of a debate and what was counted of them. Immutable.
 *
 * @param rows the ballots of each seat, in the order of the stages; without fields where it cast none
 * @param sides the side of each seat, stage by stage
 * @param curve the consensus of each count beside the threshold
 */
public record BallotView(List<String> stages, List<Row> rows, Alluvial sides, Lines curve) {
    private static final int LETTERS = 26;
    private static final double UNIT = 1_000_000;
    private static final int TENTHS = 10;
    /** How many predictions an agent's own word is worth. */
    private static final int PRIOR = 4;

    public BallotView {
        stages = List.copyOf(stages);
        rows = List.copyOf(rows);
    }

    /**
     * The ballots of a seat.
     *
     * @param standing what was known of its agent when the debate began; without fields if that is not told
     */
    public record Row(String seat, Doc standing, List<Doc> ballots) {
        public Row {
            ballots = List.copyOf(ballots);
        }

        /**
         * What the weight of a ballot is made of: q, what its confidence has been worth; ρ, the weight of its agent's
         * votes; and the root of the ballots of its family, which together count as that many. Empty if it is unknown.
         */
        public String parts(Doc ballot) {
            double weight = ballot.real("weight") / UNIT;
            double confidence = ballot.real("confidence");
            double reputation = standing.real("vote_weight");
            if (!(weight > 0) || Double.isNaN(confidence) || Double.isNaN(reputation)) {
                return "";
            }
            int tenth = Math.clamp((long) Math.floor(confidence * TENTHS), 0, TENTHS - 1);
            List<Long> resolved = standing.numbers("resolved");
            List<Long> correct = standing.numbers("correct");
            if (resolved.size() < TENTHS || correct.size() < TENTHS) {
                return "";
            }
            double halved = 0.5 + (confidence - 0.5) / 2;
            double worth = (correct.get(tenth) + PRIOR * halved) / (resolved.get(tenth) + PRIOR);
            long family = Math.max(1, Math.round(Math.pow(worth * reputation / weight, 2)));
            return String.format(Locale.ROOT, "q %.3f × ρ %.2f ÷ √%d", worth, reputation, family);
        }
    }

    /** How many seats were for an option at a count. */
    public record Stand(String option, long seats) {}

    /** How many seats were for each option at a count, the most first. */
    public List<Stand> stands(Doc tally) {
        int stage = stages.indexOf(Stages.name(tally));
        Map<String, Long> seats = new TreeMap<>();
        if (stage >= 0) {
            rows.stream()
                    .map(row -> row.ballots().get(stage))
                    .filter(ballot -> ballot.has("choice"))
                    .forEach(ballot -> seats.merge(ballot.raw("choice"), 1L, Long::sum));
        }
        return seats.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(each -> new Stand(each.getKey(), each.getValue()))
                .toList();
    }

    /** The turn of the last ballot of a seat; 0 if it cast none. */
    public long turn(String seat) {
        return rows.stream()
                .filter(row -> row.seat().equals(seat))
                .flatMap(row -> row.ballots().stream())
                .mapToLong(ballot -> ballot.whole("turn_seq"))
                .filter(turn -> turn > 0)
                .reduce(0, (before, after) -> after);
    }

    /**
     * What had been counted by an event.
     *
     * @param read by turn whom a seat had read when it moved
     */
    static BallotView of(
            Doc debate, List<Doc> ballots, List<Doc> standings, Moment moment, Map<Long, List<String>> read) {
        Map<String, Map<String, Doc>> byStage = new LinkedHashMap<>();
        for (Doc ballot : ballots) {
            if (moment.isCounted(ballot)) {
                byStage.computeIfAbsent(Stages.name(ballot), name -> new LinkedHashMap<>())
                        .put(ballot.raw("agent_id"), ballot);
            }
        }
        List<Row> rows = new ArrayList<>();
        for (Doc agent : debate.docs("agents")) {
            String seat = agent.raw("agent_id");
            int place = rows.size();
            rows.add(new Row(
                    seat,
                    place < standings.size() ? standings.get(place) : Doc.EMPTY,
                    byStage.values().stream()
                            .map(stage -> stage.getOrDefault(seat, Doc.EMPTY))
                            .toList()));
        }
        List<String> stages = List.copyOf(byStage.keySet());
        return new BallotView(
                stages, rows, sides(debate, moment.options(debate), stages, rows, read), curve(debate, moment));
    }

    private static Alluvial sides(
            Doc debate, List<Doc> known, List<String> stages, List<Row> rows, Map<Long, List<String>> read) {
        List<Doc> options = known.stream().limit(LETTERS).toList();
        return new Alluvial(
                "Sides",
                stages,
                options.stream().map(option -> option.text("label", 60)).toList(),
                stages.isEmpty()
                        ? List.of()
                        : rows.stream()
                                .map(row -> new Alluvial.Seat(
                                        Plain.of(row.seat(), 40),
                                        IntStream.range(0, stages.size())
                                                .mapToObj(stage -> side(debate, options, row, stage, read))
                                                .toList()))
                                .toList());
    }

    /** Where a seat stands at a count; where it moved, whom it had read, and the turn in which it said so. */
    private static Alluvial.Side side(Doc debate, List<Doc> options, Row row, int stage, Map<Long, List<String>> read) {
        Doc ballot = row.ballots().get(stage);
        int option = place(options, ballot);
        int before = stage == 0 ? option : place(options, row.ballots().get(stage - 1));
        List<String> seen = read.get(ballot.whole("turn_seq"));
        if (seen == null || option == before || option == Alluvial.NONE || before == Alluvial.NONE) {
            return Alluvial.Side.of(option);
        }
        String names = seen.stream().map(name -> Plain.of(name, 40)).collect(Collectors.joining(", "));
        return new Alluvial.Side(
                option,
                names.isEmpty() ? Language.t("having read nobody of that side") : Language.t("having read {0}", names),
                Links.to("debates", debate.raw("id")) + "/turns/" + ballot.whole("turn_seq"));
    }

    private static int place(List<Doc> options, Doc ballot) {
        return IntStream.range(0, options.size())
                .filter(i -> options.get(i).raw("key").equals(ballot.raw("choice")))
                .findFirst()
                .orElse(Alluvial.NONE);
    }

    private static Lines curve(Doc debate, Moment moment) {
        List<Doc> tallies = moment.state().docs("tallies").stream()
                .filter(tally -> tally.has("consensus"))
                .toList();
        Lines curve = Lines.of(
                "Consensus",
                Axis.names("count", tallies.stream().map(Stages::name).toList()),
                Axis.number("consensus", 0, 1),
                IntStream.range(0, tallies.size())
                        .mapToObj(i -> new Lines.Point(
                                i, tallies.get(i).real("consensus"), null, null, false, note(tallies.get(i)), null))
                        .toList());
        double threshold = debate.real("config.threshold");
        return Double.isNaN(threshold) ? curve : curve.with(Lines.Reference.level("threshold", threshold));
    }

    private static String note(Doc tally) {
        return tally.has("winner") ? tally.text("winner", 8) + " leads" : "nobody leads";
    }

    /** The weight of a ballot; {@code unknown} if it has none. */
    public static String weight(Doc ballot) {
        double weight = ballot.real("weight");
        return Double.isNaN(weight) ? "unknown" : String.format(Locale.ROOT, "%.3f", weight / UNIT);
    }

    /** Why a ballot does not count; null if it counts. */
    public static @Nullable String struck(Doc ballot) {
        if ((!ballot.has("choice") && !ballot.has("reason")) || (ballot.flag("counted") && ballot.flag("valid"))) {
            return null;
        }
        return ballot.has("reason") ? States.word(ballot.text("reason", 240)) : "no reason is stored";
    }
}
