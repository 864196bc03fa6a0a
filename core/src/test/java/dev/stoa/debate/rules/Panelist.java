package dev.stoa.debate.rules;

import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.Severity;
import java.util.ArrayList;
import java.util.List;

/** An agent that keeps its own answer and says in every text which turn it is from. */
public final class Panelist {
    private Panelist() {}

    static ParsedReply says(Situation situation) {
        String mark = mark(situation.slot().turnSeq());
        List<Integer> options =
                situation.known().stream().map(Situation.Known::option).toList();
        return switch (situation.slot().kind()) {
            case QUESTION -> new ParsedReply.Questions(List.of(), 1);
            case POSITION -> position(situation);
            case CRITIQUE ->
                new ParsedReply.Critiques(
                        options.stream()
                                .map(option ->
                                        new ParsedReply.CritiqueItem(option, "weak " + mark, 0.5, null, null, null))
                                .toList(),
                        situation.slot().withPosition() ? position(situation) : null);
            case REVIEW ->
                new ParsedReply.Reviews(situation.seen().stream()
                        .map(option -> new ParsedReply.Review(option, 0.5, 0.5, 0.5, 0.5, List.of("mend " + mark)))
                        .toList());
            case ATTACK -> new ParsedReply.Attack(List.of(finding("F1", "breaks " + mark)));
            case DEFENCE ->
                new ParsedReply.Defence(
                        situation.findings().stream()
                                .map(finding -> new ParsedReply.Answer(finding.id(), false, "holds " + mark))
                                .toList(),
                        position(situation));
            case BALLOT -> vote(situation, situation.own() >= 0 ? situation.own() : options.getFirst());
            case PLAN -> plan(situation);
            case TESTS -> new ParsedReply.Tests(List.of(new ParsedReply.GeneratedTest("written", "assert true")));
        };
    }

    static String mark(int turn) {
        return "mark" + turn + "x";
    }

    /** The word that stands in a seat's answer and nowhere else. */
    static String word(int seat) {
        return "word" + seat + "z";
    }

    public static Position position(Situation situation) {
        return answer(situation, word(situation.slot().seat()));
    }

    /** A position with another answer, or other code. */
    public static Position answer(Situation situation, String answer) {
        String mark = mark(situation.slot().turnSeq());
        boolean code = situation.config().code() != null;
        boolean chooses = situation.config().closed();
        return new Position(
                chooses || code ? null : answer,
                chooses ? situation.slot().seat() % situation.config().options().size() : -1,
                0.8,
                "reason " + mark,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                code ? answer : null,
                situation.reflects() ? new ParsedReply.Reflection("cause " + mark, "change " + mark) : null);
    }

    static ParsedReply.Finding finding(String id, String claim) {
        return new ParsedReply.Finding(id, "logic", Severity.HIGH, claim, null, null);
    }

    public static ParsedReply.Vote vote(Situation situation, int option) {
        List<Integer> ranking = new ArrayList<>(List.of(option));
        situation.known().stream()
                .map(Situation.Known::option)
                .filter(other -> other != option)
                .forEach(ranking::add);
        String mark = mark(situation.slot().turnSeq());
        return new ParsedReply.Vote(option, 0.8, ranking, "reason " + mark, List.of(), List.of());
    }

    private static ParsedReply plan(Situation situation) {
        if (situation.bids()) {
            return new ParsedReply.Plan(
                    List.of(),
                    List.of(new ParsedReply.Bid("focus of " + situation.slot().seat(), 0.5)));
        }
        List<ParsedReply.Focus> foci = new ArrayList<>();
        for (int seat = 0; seat < situation.config().size(); seat++) {
            foci.add(new ParsedReply.Focus(seat, "focus for " + seat));
        }
        return new ParsedReply.Plan(foci, List.of());
    }
}
