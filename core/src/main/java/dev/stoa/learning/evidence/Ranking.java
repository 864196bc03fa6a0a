package dev.stoa.learning.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order of hits. Stateless, safe from any thread; a pure function of both lists.
 *
 * <p>The score is the weighted mean of the lexical score as a part of the best one and of the cosine, mixed with that of
 * the best passage of its document, with who has said it and with when, times a small premium for quality. If only one
 * list was asked for, its value stands alone. Values are mixed instead of ranks because they keep how much better a hit is
 * than the next: measured on abstracts and on turns of talk, the mean of values is never worse than rank fusion and on
 * abstracts far better. Beside meaning the lexical score counts by how much of the searched words the best hit holds: a
 * question in other words than its answer has a best hit too, which shares a chance word with it.
 */
final class Ranking {
    private static final double BASE = 0.95;
    private static final double PREMIUM = 0.05;

    /** What meaning counts where words count 1, or less. */
    private static final double MEANING = 1.5;

    /** What the best passage of a document says for the others. */
    private static final double DOCUMENT = 0.2;

    /** What it says for a passage that one whom the query names has said it. */
    private static final double SPOKEN = 0.2;

    /** What it says for a passage that it is of a time that the query asks for. */
    private static final double TIMELY = 0.1;

    private Ranking() {}

    /**
     * A row that a list holds.
     *
     * @param seq the number of the evidence
     * @param row its number in the text index, that of the passage if it is one
     * @param quality its overall quality
     * @param place where it stands, if it is a passage
     */
    record Candidate(
            String id,
            long seq,
            long row,
            double quality,
            @Nullable Place place) {}

    /** A row of a list with its value there: more is better. */
    record Entry(Candidate candidate, double value) {}

    /** A hit in its order. */
    record Ranked(
            Candidate candidate,
            double score,
            @Nullable Integer lexicalRank,
            @Nullable Integer semanticRank) {}

    /**
     * What is known of hits besides the lists.
     *
     * @param cosines the cosines of hits, also of those that are not among the nearest
     * @param spoken how much of a hit was said by one whom the query names, from 0 to 1; empty if it names none
     * @param timely 1 for a hit of a time that the query asks for; empty if there is none
     * @param matched the part of the searched words that the best hit by words holds, by their rarity
     */
    record Signals(
            Map<Candidate, Double> cosines,
            Map<Candidate, Double> spoken,
            Map<Candidate, Double> timely,
            double matched) {
        static final Signals NONE = new Signals(Map.of(), Map.of(), Map.of(), 1);

        /** The same without what is equal for all of these. */
        Signals apart(Set<Candidate> candidates) {
            return new Signals(cosines, apart(spoken, candidates), apart(timely, candidates), matched);
        }

        private static Map<Candidate, Double> apart(Map<Candidate, Double> signal, Set<Candidate> candidates) {
            long values = candidates.stream()
                    .map(candidate -> signal.getOrDefault(candidate, 0.0))
                    .distinct()
                    .count();
            return values > 1 ? signal : Map.of();
        }
    }

    private static final class Sum {
        private final Candidate candidate;
        private double lexical;
        private double semantic;
        private double value;
        private @Nullable Integer lexicalRank;
        private @Nullable Integer semanticRank;

        Sum(Candidate candidate) {
            this.candidate = candidate;
        }
    }

    /**
     * The hits of both lists, each best first and null if it was not asked for: higher score first, then the newer.
     * A text that stands in several places is several hits, each of which has the cosine of the text.
     */
    static List<Ranked> of(@Nullable List<Entry> lexical, @Nullable List<Entry> semantic, Signals signals) {
        Map<Candidate, Sum> sums = new LinkedHashMap<>();
        Map<String, Integer> ranks = new HashMap<>();
        // Words of most rows say nothing of a hit: meaning alone decides, if it was asked for.
        boolean words =
                lexical != null && (lexical.isEmpty() || lexical.getFirst().value() > 0 || semantic == null);
        if (lexical != null && !lexical.isEmpty()) {
            double best = lexical.getFirst().value();
            for (Entry entry : lexical) {
                Sum sum = sums.computeIfAbsent(entry.candidate(), Sum::new);
                sum.lexical = best > 0 ? entry.value() / best : words ? 1 : 0;
                // The places of one text share the rank of the best of them, so that copies push nothing down.
                sum.lexicalRank = ranks.computeIfAbsent(entry.candidate().id(), id -> ranks.size() + 1);
            }
        }
        if (semantic != null) {
            add(semantic, sums);
            sums.values().forEach(sum -> {
                Double cosine = signals.cosines().get(sum.candidate);
                sum.semantic = cosine == null ? sum.semantic : Math.max(0, cosine);
            });
        }
        double ofMeaning = words && semantic != null ? MEANING : 1;
        double weights = words && semantic != null ? 1 + MEANING : 1;
        // In proportion, words of chance still push down what a question in other words means; by the square of their
        // share they find too little on abstracts. This is half way.
        double matched = semantic == null || semantic.isEmpty() ? 1 : signals.matched() * Math.sqrt(signals.matched());
        Map<String, Double> documents = new HashMap<>();
        for (Sum sum : sums.values()) {
            sum.value = (matched * sum.lexical + ofMeaning * sum.semantic) / weights;
            Place place = sum.candidate.place();
            if (place != null) {
                documents.merge(place.documentId(), sum.value, Math::max);
            }
        }
        Signals telling = signals.apart(sums.keySet());
        return sums.values().stream()
                .map(sum -> new Ranked(
                        sum.candidate,
                        value(sum, documents, telling) * (BASE + PREMIUM * sum.candidate.quality()),
                        sum.lexicalRank,
                        sum.semanticRank))
                .sorted(Comparator.comparingDouble(Ranked::score)
                        .thenComparingLong(ranked -> ranked.candidate().seq())
                        .reversed())
                .toList();
    }

    /** A signal that tells nothing apart changes no value, and none makes a value more than 1. */
    private static double value(Sum sum, Map<String, Double> documents, Signals signals) {
        Place place = sum.candidate.place();
        double best = place == null ? sum.value : documents.getOrDefault(place.documentId(), sum.value);
        double value = (sum.value + DOCUMENT * best) / (1 + DOCUMENT);
        value = mixed(value, signals.spoken(), SPOKEN, sum.candidate);
        return mixed(value, signals.timely(), TIMELY, sum.candidate);
    }

    private static double mixed(double value, Map<Candidate, Double> signal, double weight, Candidate candidate) {
        return signal.isEmpty() ? value : (value + weight * signal.getOrDefault(candidate, 0.0)) / (1 + weight);
    }

    private static void add(List<Entry> semantic, Map<Candidate, Sum> sums) {
        Map<String, List<Sum>> byId = new HashMap<>();
        sums.values()
                .forEach(sum -> byId.computeIfAbsent(sum.candidate.id(), id -> new ArrayList<>())
                        .add(sum));
        int rank = 0;
        for (Entry entry : semantic) {
            rank++;
            List<Sum> places = byId.get(entry.candidate().id());
            if (places == null) {
                Sum sum = new Sum(entry.candidate());
                sums.put(entry.candidate(), sum);
                places = List.of(sum);
            }
            for (Sum sum : places) {
                sum.semantic = entry.value();
                sum.semanticRank = rank;
            }
        }
    }
}
