package dev.stoa.debate.rules.sim;

import dev.stoa.base.TextNormalizer;
import dev.stoa.debate.rules.FocusAssignment;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.sim.DryRun.Spoken;
import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What simulated agents say in every phase. Stateless: who they are and what they have seen stands in the
 * situation.
 */
public final class SimVoice {
    /** How many options a question without any has for them. */
    private static final int OPTIONS = 4;

    /** Names that nobody takes for the key of an option, or for an answer. */
    private static final List<String> LABELS = IntStream.rangeClosed(1, OPTIONS)
            .mapToObj(number -> "simulated answer " + number)
            .toList();

    private SimVoice() {}

    /** The draws of a question: its right answer is the given truth, else chance. */
    public static SimRules rules(DebateConfig config) {
        int options = config.closed() ? config.options().size() : OPTIONS;
        String truth = config.truth();
        int known = truth == null
                ? -1
                : config.closed() ? Options.chosen(config.options(), truth) : LABELS.indexOf(TextNormalizer.of(truth));
        return known < 0
                ? SimRules.of(config.seed(), config.topic(), options)
                : SimRules.of(config.seed(), config.topic(), options, known);
    }

    /** The labels that simulated agents choose among. */
    public static List<String> labels(DebateConfig config) {
        return config.closed() ? config.options() : LABELS;
    }

    /** What a simulated agent says. */
    public static Spoken answer(Situation situation, SimRules rules, SimParams how) {
        return new Spoken(
                said(situation, rules, how),
                SimRules.tokensIn(situation.slot().visible().size()),
                SimRules.TOKENS_OUT);
    }

    private static ParsedReply said(Situation situation, SimRules rules, SimParams how) {
        return switch (situation.slot().kind()) {
            case QUESTION -> new ParsedReply.Questions(List.of(), 1);
            case POSITION -> position(situation, rules, how);
            case CRITIQUE ->
                new ParsedReply.Critiques(
                        List.of(), situation.slot().withPosition() ? position(situation, rules, how) : null);
            case REVIEW -> reviews(situation, rules, how);
            case ATTACK -> new ParsedReply.Attack(List.of());
            case DEFENCE ->
                new ParsedReply.Defence(
                        situation.findings().stream()
                                .map(finding -> new ParsedReply.Answer(finding.id(), false, "it holds"))
                                .toList(),
                        position(situation, rules, how));
            case BALLOT -> ballot(situation, rules, how);
            case PLAN -> plan(situation);
            case TESTS -> throw new IllegalArgumentException("a simulated agent writes no tests");
        };
    }

    private static Position position(Situation situation, SimRules rules, SimParams how) {
        int option = held(situation, rules, how);
        double confidence =
                rules.confidence(situation.agent(), how, situation.slot().round(), option);
        return situation.config().closed()
                ? Position.choosing(option, confidence)
                : Position.answering(labels(situation.config()).get(option), confidence);
    }

    /** The option it arrives at: a draft first, then one revision a round. */
    private static int held(Situation situation, SimRules rules, SimParams how) {
        int own = simOption(situation, situation.own());
        if (own < 0) {
            return rules.draft(situation.agent(), how);
        }
        return situation.revised()
                ? own
                : rules.revise(situation.agent(), how, situation.slot().round(), own, seen(situation));
    }

    private static ParsedReply ballot(Situation situation, SimRules rules, SimParams how) {
        int own = simOption(situation, situation.own());
        int round = situation.slot().round();
        int vote = rules.ballot(
                situation.agent(), how, round, own < 0 ? rules.draft(situation.agent(), how) : own, seen(situation));
        int option = debateOption(situation, vote);
        List<Integer> ranking = new ArrayList<>();
        ranking.add(option);
        situation.known().stream()
                .map(Situation.Known::option)
                .filter(other -> other != option)
                .forEach(ranking::add);
        return ParsedReply.Vote.of(option, rules.confidence(situation.agent(), how, round, vote), ranking);
    }

    private static ParsedReply reviews(Situation situation, SimRules rules, SimParams how) {
        int own = Math.max(situation.own(), 0);
        int round = situation.slot().round();
        double sure = rules.confidence(situation.agent(), how, round, Math.max(0, simOption(situation, own)));
        return new ParsedReply.Reviews(situation.seen().stream()
                .map(option -> {
                    double mark = option == situation.own() ? sure : SimRules.said(1 - sure);
                    return new ParsedReply.Review(option, mark, mark, mark, mark, List.of());
                })
                .toList());
    }

    private static ParsedReply plan(Situation situation) {
        if (situation.bids()) {
            return new ParsedReply.Plan(
                    List.of(),
                    List.of(new ParsedReply.Bid(
                            FocusAssignment.byDefault(situation.slot().seat()), 0.5)));
        }
        List<ParsedReply.Focus> foci = new ArrayList<>();
        for (int seat = 0; seat < situation.config().size(); seat++) {
            foci.add(new ParsedReply.Focus(seat, FocusAssignment.byDefault(seat)));
        }
        return new ParsedReply.Plan(foci, List.of());
    }

    private static List<Integer> seen(Situation situation) {
        return situation.peers().stream()
                .map(peer -> simOption(situation, peer.option()))
                .filter(option -> option >= 0)
                .toList();
    }

    /** The draws know options by their place among all labels; an open debate numbers them as they come up. */
    private static int simOption(Situation situation, int option) {
        if (situation.config().closed() || option < 0) {
            return option;
        }
        return situation.allLabels().size() <= option
                ? -1
                : labels(situation.config()).indexOf(situation.allLabels().get(option));
    }

    private static int debateOption(Situation situation, int sim) {
        if (situation.config().closed()) {
            return sim;
        }
        String label = labels(situation.config()).get(sim);
        List<Situation.Known> known = situation.known();
        int otherwise = known.isEmpty() ? 0 : known.getFirst().option();
        return known.stream()
                .filter(option -> option.label().equals(label))
                .findFirst()
                .map(Situation.Known::option)
                .orElse(situation.own() >= 0 ? situation.own() : otherwise);
    }
}
