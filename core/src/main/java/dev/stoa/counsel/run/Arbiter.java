package dev.stoa.counsel.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns answers, and what was said about them, into a decision. Thread-safe. */
public final class Arbiter {
    /** From here on two answers are taken for the same. */
    private static final double SAME = .5;

    private final Similarity similarity;

    private Arbiter(Similarity similarity) {
        this.similarity = similarity;
    }

    /** An arbiter that compares answers this way. */
    public static Arbiter by(Similarity similarity) {
        return new Arbiter(similarity);
    }

    /**
     * An answer that may win. Immutable.
     *
     * @param specialist its author
     * @param weight how reliable the author is
     * @param confidence how sure the author is
     * @param text what is shown of it
     * @param answer its line {@code ANSWER:}; null if it has none
     */
    public record Candidate(
            String specialist,
            double weight,
            double confidence,
            String text,
            @Nullable String answer) {}

    /**
     * What was said about one answer. Immutable.
     *
     * @param of the author of the answer
     * @param verdicts by reviewer
     */
    public record Reviews(String of, Map<String, Verdict> verdicts) {
        /** There are none. */
        public static final Reviews NONE = new Reviews("", Map.of());

        public Reviews {
            verdicts = Map.copyOf(verdicts);
        }
    }

    /**
     * A decision with how many stand behind it. Immutable.
     *
     * @param chosen the winner, the welfare of each answer and the transfers
     * @param agreement the part of all weight whose authors say the same as the winner
     */
    public record Ruling(Vcg.Chosen chosen, double agreement) {
        /** The author of the answer that won. */
        public String winner() {
            return chosen.winner();
        }

        /** How much of all weight stands behind the winner, by how sure each is. */
        public double confidence() {
            return chosen.confidence();
        }
    }

    /** The decision between these answers; null if there is none. */
    public @Nullable Ruling decide(List<Candidate> given, Reviews reviews) {
        List<Candidate> answers = given.stream()
                .sorted(Comparator.comparing(Candidate::specialist))
                .toList();
        Map<String, Map<String, Double>> alike = alike(answers);
        List<Vcg.Bidder> bidders = new ArrayList<>();
        for (Candidate bidder : answers) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (Candidate answer : answers) {
                values.put(answer.specialist(), bidder.confidence() * worth(bidder, answer, alike, reviews));
            }
            bidders.add(new Vcg.Bidder(bidder.specialist(), bidder.weight(), bidder.confidence(), values));
        }
        return switch (Vcg.decide(bidders)) {
            case Vcg.NoAlternative none -> null;
            case Vcg.Chosen chosen -> new Ruling(chosen, agreement(answers, chosen, alike, reviews));
        };
    }

    /** Which part of the bidder's confidence an answer is worth to it. */
    private static double worth(
            Candidate bidder, Candidate answer, Map<String, Map<String, Double>> alike, Reviews reviews) {
        if (bidder.specialist().equals(answer.specialist())) {
            return 1;
        }
        Verdict verdict = verdict(bidder, answer.specialist(), reviews);
        return verdict != null && verdict.isKnown() ? verdict.share() : same(alike, bidder, answer.specialist());
    }

    private static @Nullable Verdict verdict(Candidate reviewer, String of, Reviews reviews) {
        return reviews.of().equals(of) ? reviews.verdicts().get(reviewer.specialist()) : null;
    }

    private static double agreement(
            List<Candidate> answers, Vcg.Chosen chosen, Map<String, Map<String, Double>> alike, Reviews reviews) {
        double agreed = 0;
        double all = 0;
        for (Candidate answer : answers) {
            all += answer.weight();
            Verdict verdict = verdict(answer, chosen.winner(), reviews);
            boolean agrees = answer.specialist().equals(chosen.winner())
                    || (verdict == null ? same(alike, answer, chosen.winner()) >= SAME : verdict.agrees());
            agreed += agrees ? answer.weight() : 0;
        }
        return agreed / all;
    }

    private static double same(Map<String, Map<String, Double>> alike, Candidate one, String other) {
        return alike.getOrDefault(one.specialist(), Map.of()).getOrDefault(other, 0.0);
    }

    private Map<String, Map<String, Double>> alike(List<Candidate> answers) {
        Map<String, Map<String, Double>> alike = new TreeMap<>();
        for (int i = 0; i < answers.size(); i++) {
            Candidate one = answers.get(i);
            for (int j = i + 1; j < answers.size(); j++) {
                Candidate two = answers.get(j);
                double same = similarity.of(one.text(), one.answer(), two.text(), two.answer());
                alike.computeIfAbsent(one.specialist(), name -> new TreeMap<>()).put(two.specialist(), same);
                alike.computeIfAbsent(two.specialist(), name -> new TreeMap<>()).put(one.specialist(), same);
            }
        }
        return alike;
    }
}
