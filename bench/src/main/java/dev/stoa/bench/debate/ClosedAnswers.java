package dev.stoa.bench.debate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answers of one system to closed questions, and their quality. Not thread-safe. */
final class ClosedAnswers {
    private static final int BINS = 10;

    /** One answer; null if there is none. */
    record Given(ClosedQuestion question, @Nullable String answer, double confidence) {
        boolean right() {
            return answer != null && answer.equals(question.answer());
        }
    }

    private final List<Given> given = new ArrayList<>();

    void add(ClosedQuestion question, @Nullable String answer, double confidence) {
        given.add(new Given(question, answer, confidence));
    }

    List<Given> all() {
        return List.copyOf(given);
    }

    /** Of the answers to questions that have one, the share that is right. */
    double accuracy() {
        return share(
                answered()
                        .filter(g -> g.question().answer() != null)
                        .filter(Given::right)
                        .count(),
                answered().filter(g -> g.question().answer() != null).count());
    }

    /** Of the questions that have an answer, the share that got one. */
    double answeredShare() {
        long answerable =
                given.stream().filter(g -> g.question().answer() != null).count();
        return share(answered().filter(g -> g.question().answer() != null).count(), answerable);
    }

    /** Of the questions that have an answer, the share that got the right one. */
    double found() {
        return accuracy() * answeredShare();
    }

    /** Of the questions that no text answers, the share that got no answer. */
    double abstained() {
        List<Given> open =
                given.stream().filter(g -> g.question().answer() == null).toList();
        return share(open.stream().filter(g -> g.answer() == null).count(), open.size());
    }

    /** How far, in tenths of confidence, answers are right more or less often than they say; by the size of each. */
    double calibrationError() {
        List<Given> answers = answered().toList();
        double error = 0;
        for (int bin = 0; bin < BINS; bin++) {
            int tenth = bin;
            List<Given> in = answers.stream()
                    .filter(g -> Math.min(BINS - 1, (int) (g.confidence() * BINS)) == tenth)
                    .toList();
            double said = in.stream().mapToDouble(Given::confidence).sum();
            error += Math.abs(said - in.stream().filter(Given::right).count());
        }
        return answers.isEmpty() ? 0 : error / answers.size();
    }

    /** How often a right answer is surer than a wrong one, ties counting half; not a number without both. */
    double area() {
        List<Given> right = answered().filter(Given::right).toList();
        List<Given> wrong = answered().filter(g -> !g.right()).toList();
        double wins = 0;
        for (Given r : right) {
            for (Given w : wrong) {
                wins += r.confidence() > w.confidence() ? 1 : r.confidence() == w.confidence() ? 0.5 : 0;
            }
        }
        return wins / ((double) right.size() * wrong.size());
    }

    /** A row of the table. */
    String row(String name) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |",
                name,
                given.size(),
                accuracy(),
                answeredShare(),
                found(),
                abstained(),
                calibrationError(),
                area());
    }

    private java.util.stream.Stream<Given> answered() {
        return given.stream().filter(g -> g.answer() != null);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
