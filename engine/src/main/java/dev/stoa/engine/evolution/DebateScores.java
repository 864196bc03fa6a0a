package dev.stoa.engine.evolution;

import dev.stoa.evolution.issue.Rounding;
import dev.stoa.evolution.judge.Rubric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the debates of an episode say about its panel. Immutable.
 *
 * @param actors the panel, in the order of its seats
 * @param debates what came of each question
 * @param tokens what the episode cost
 */
record DebateScores(List<String> actors, List<Debated> debates, long tokens) {
    DebateScores {
        actors = List.copyOf(actors);
        debates = List.copyOf(debates);
    }

    /**
     * What came of one question.
     *
     * @param correct whether the panel was right
     * @param drafts what each seat answered alone
     */
    record Debated(boolean correct, List<Draft> drafts) {
        Debated {
            drafts = List.copyOf(drafts);
        }
    }

    /**
     * What a seat answered before it saw the others, by which it is judged: what it copies is not its own.
     *
     * @param confidence how sure it was of it
     */
    record Draft(boolean correct, double confidence) {
        /** No answer: it is not right, and it says nothing about itself. */
        static final Draft NONE = new Draft(false, .5);

        double brier() {
            double off = confidence - (correct ? 1 : 0);
            return off * off;
        }
    }

    private double mean(double sum) {
        return Rounding.twelve(sum / debates.size());
    }

    /** How often a seat was right alone. */
    double accuracy(int seat) {
        return mean((double) debates.stream()
                .filter(debated -> debated.drafts().get(seat).correct())
                .count());
    }

    /** How far the confidence of a seat was from what it was right about. */
    double brier(int seat) {
        double sum = 0;
        for (Debated debated : debates) {
            sum += debated.drafts().get(seat).brier();
        }
        return mean(sum);
    }

    /** How often the panel was right. */
    double panelAccuracy() {
        return mean((double) debates.stream().filter(Debated::correct).count());
    }

    /** How much oftener the panel was right than its best seat alone. */
    double gain() {
        double best = 0;
        for (int seat = 0; seat < actors.size(); seat++) {
            best = Math.max(best, accuracy(seat));
        }
        return Rounding.twelve(panelAccuracy() - best);
    }

    /** The scores by a rubric, by actor. */
    Map<String, Integer> judged(Rubric rubric) {
        Map<String, Integer> scores = new LinkedHashMap<>();
        for (int seat = 0; seat < actors.size(); seat++) {
            int at = seat;
            scores.put(actors.get(seat), rubric.score(name -> fact(at, name)));
        }
        return scores;
    }

    private @Nullable Object fact(int seat, String name) {
        return switch (name) {
            case "self.id" -> actors.get(seat);
            case "self.accuracy" -> accuracy(seat);
            case "self.brier" -> brier(seat);
            case "panel.accuracy" -> panelAccuracy();
            case "panel.gain" -> gain();
            case "tokens" -> tokens;
            default -> throw new IllegalStateException("rule uses " + name + ", which its reader refuses");
        };
    }
}
