package dev.stoa.counsel.keyword;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/** Ranks the messages of a memory for one query. Not thread-safe; made for each search. */
final class Ranking {
    private static final Comparator<Hit> WORST_FIRST = (a, b) -> compare(a.score(), a.doc(), b);

    private final KeywordMemory memory;
    private final Scratch scratch;
    private final long messages;
    private final double average;
    private final double[] norms = new double[256];

    /**
     * Room for one ranking at a time, all zero between two: a search must not cost as much as there are messages. Not
     * thread-safe.
     */
    static final class Scratch {
        private double[] scores = new double[0];
        private double[] best = new double[0];
        private int[] matched = new int[0];
        private int[] touched = new int[64];
        private int touches;
        private int[] hits = new int[64];
        private int hit;

        private void reserve(int size) {
            if (scores.length < size) {
                int more = size + size / 4;
                scores = new double[more];
                best = new double[more];
                matched = new int[more];
            }
        }

        private void clear() {
            for (int i = 0; i < touches; i++) {
                scores[touched[i]] = 0;
                matched[touched[i]] = 0;
            }
            touches = 0;
        }
    }

    /** A message with its score. Immutable. */
    record Hit(KeywordMemory.Doc doc, double score) {}

    /** What was found, the best first. */
    record Found(List<Hit> hits, boolean all) {}

    /**
     * A ranking over what is indexed.
     *
     * @param messages how many messages are indexed
     * @param words how many words they have together
     */
    Ranking(KeywordMemory memory, Scratch scratch, long messages, long words) {
        this.memory = memory;
        this.scratch = scratch;
        this.messages = messages;
        this.average = messages == 0 ? 1 : Math.max(1e-9, (double) words / messages);
        scratch.reserve(memory.size());
    }

    /** The best messages that have all terms and pass the filter; if none has all, those that have any. */
    Found best(List<String> terms, Predicate<KeywordMemory.Doc> filter, int most) {
        for (String term : terms) {
            add(term);
        }
        // Whether some message has all terms is decided among those that the searcher may see.
        List<Hit> all = top(terms.size(), filter, most);
        boolean any = all.isEmpty() && terms.size() > 1;
        Found found = any ? new Found(top(1, filter, most), false) : new Found(all, true);
        scratch.clear();
        return found;
    }

    private void add(String term) {
        Scratch s = scratch;
        s.hit = 0;
        double[] best = s.best;
        memory.each(term, (postings, equal) -> {
            double match = equal == 1 ? Bm25.EQUAL : Bm25.PREFIX;
            int size = postings.size();
            for (int i = 0; i < size; i++) {
                int ordinal = postings.ordinal(i);
                double weight = Bm25.weight(match, postings.frequency(i), norm(memory.length(ordinal)));
                double before = best[ordinal];
                if (before == 0) {
                    s.hits = room(s.hits, s.hit);
                    s.hits[s.hit++] = ordinal;
                }
                best[ordinal] = Math.max(before, weight);
            }
        });
        double idf = Bm25.idf(Math.max(messages, s.hit), s.hit);
        for (int i = 0; i < s.hit; i++) {
            int ordinal = s.hits[i];
            if (s.matched[ordinal]++ == 0) {
                s.touched = room(s.touched, s.touches);
                s.touched[s.touches++] = ordinal;
            }
            s.scores[ordinal] += idf * s.best[ordinal];
            s.best[ordinal] = 0;
        }
    }

    /** What the length of a message does to its words; the same few lengths come again and again. */
    private double norm(int length) {
        if (length >= norms.length) {
            return Bm25.norm(length, average);
        }
        double known = norms[length];
        if (known == 0) {
            known = Bm25.norm(length, average);
            norms[length] = known;
        }
        return known;
    }

    private static int[] room(int[] array, int used) {
        return used < array.length ? array : Arrays.copyOf(array, used * 2);
    }

    private List<Hit> top(int least, Predicate<KeywordMemory.Doc> filter, int most) {
        PriorityQueue<Hit> worstFirst = new PriorityQueue<>(Math.min(most, 64), WORST_FIRST);
        boolean full = false;
        double leastScore = 0;
        double leastAt = 0;
        // The newest first: of equal messages the newer is better, so that most of the others are passed over at once.
        for (int i = scratch.touches - 1; i >= 0; i--) {
            int ordinal = scratch.touched[i];
            double score = scratch.scores[ordinal];
            if (scratch.matched[ordinal] < least
                    || (full && (score < leastScore || (score == leastScore && memory.at(ordinal) < leastAt)))) {
                continue;
            }
            KeywordMemory.Doc doc = memory.doc(ordinal);
            if ((full && compare(score, doc, worstFirst.element()) < 0) || !filter.test(doc)) {
                continue;
            }
            if (full) {
                worstFirst.remove();
            }
            worstFirst.add(new Hit(doc, score));
            full = worstFirst.size() == most;
            if (full) {
                Hit worst = worstFirst.element();
                leastScore = worst.score();
                leastAt = worst.doc().at();
            }
        }
        List<Hit> best = new ArrayList<>(worstFirst);
        best.sort(WORST_FIRST.reversed());
        return best;
    }

    /** Above zero if a message is better than a hit: by score, then the newer, then the larger id. */
    private static int compare(double score, KeywordMemory.Doc doc, Hit other) {
        int by = Double.compare(score, other.score());
        if (by == 0) {
            by = Double.compare(doc.at(), other.doc().at());
        }
        return by == 0 ? doc.messageId().compareTo(other.doc().messageId()) : by;
    }
}
