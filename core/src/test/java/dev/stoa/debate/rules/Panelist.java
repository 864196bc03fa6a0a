package dev.stoa.debate.rules;

import dev.stoa.debate.rules.Said.Position;
import java.util.ArrayList;
import java.util.List;

/** An agent that keeps its own answer and says in every text which turn it is from. */
final class Panelist {
    private Panelist() {}

    static Said says(Situation situation) {
        String mark = mark(situation.slot().turnSeq());
        List<Integer> options =
                situation.known().stream().map(Situation.Known::option).toList();
        return switch (situation.slot().kind()) {
            case QUESTION -> new Said.Questions(List.of(), 1);
            case POSITION -> position(situation);
            case CRITIQUE ->
                new Said.Critiques(
                        options.stream()
                                .map(option -> new Said.CritiqueItem(option, "weak " + mark, 0.5, null, null, null))
                                .toList(),
                        situation.slot().withPosition() ? position(situation) : null);
            case REVIEW ->
                new Said.Reviews(situation.seen().stream()
                        .map(option -> new Said.Review(option, 0.5, 0.5, 0.5, 0.5, List.of("mend " + mark)))
                        .toList());
            case ATTACK -> new Said.Attack(List.of(finding("F1", "breaks " + mark)));
            case DEFENCE ->
                new Said.Defence(
                        situation.findings().stream()
                                .map(finding -> new Said.Answer(finding.id(), false, "holds " + mark))
                                .toList(),
                        position(situation));
            case BALLOT -> vote(situation, situation.own() >= 0 ? situation.own() : options.getFirst());
            case PLAN -> plan(situation);
            case TESTS -> new Said.Tests(List.of(new Said.GeneratedTest("written", "assert true")));
        };
    }

    static String mark(int turn) {
        return "mark" + turn + "x";
    }

    /** The word that stands in a seat's answer and nowhere else. */
    static String word(int seat) {
        return "word" + seat + "z";
    }

    static Position position(Situation situation) {
        return answer(situation, word(situation.slot().seat()));
    }

    /** A position with another answer, or other code. */
    static Position answer(Situation situation, String answer) {
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
                situation.reflects() ? new Said.Reflection("cause " + mark, "change " + mark) : null);
    }

    static Said.Finding finding(String id, String claim) {
        return new Said.Finding(id, "logic", Severity.HIGH, claim, null, null);
    }

    static Said.Vote vote(Situation situation, int option) {
        List<Integer> ranking = new ArrayList<>(List.of(option));
        situation.known().stream()
                .map(Situation.Known::option)
                .filter(other -> other != option)
                .forEach(ranking::add);
        String mark = mark(situation.slot().turnSeq());
        return new Said.Vote(option, 0.8, ranking, "reason " + mark, List.of(), List.of());
    }

    private static Said plan(Situation situation) {
        if (situation.bids()) {
            return new Said.Plan(
                    List.of(),
                    List.of(new Said.Bid("focus of " + situation.slot().seat(), 0.5)));
        }
        List<Said.Focus> foci = new ArrayList<>();
        for (int seat = 0; seat < situation.config().size(); seat++) {
            foci.add(new Said.Focus(seat, "focus for " + seat));
        }
        return new Said.Plan(foci, List.of());
    }
}
