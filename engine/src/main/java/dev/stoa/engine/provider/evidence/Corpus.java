package dev.stoa.engine.provider.evidence;

import dev.stoa.debate.rules.voting.AnswerWording;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one debate, cut into windows and indexed in memory. Safe from any thread. Windows are embedded at
 * the first question of meaning, all at once: with a large model and many documents that takes its time.
 */
public final class Corpus {
    private static final double K1 = 1.2;
    private static final double B = 0.75;

    /** How often a window holds a stem. */
    private record Posting(int window, int count) {}

    private final List<Passage> passages;
    private final Embedder embedder;
    private final Map<String, List<Posting>> postings = new HashMap<>();
    private final int[] lengths;
    private final ReentrantLock embedding = new ReentrantLock();
    private volatile @Nullable List<float[]> vectors;

    private Corpus(List<Passage> passages, Embedder embedder) {
        this.passages = passages;
        this.embedder = embedder;
        this.lengths = new int[passages.size()];
        for (int w = 0; w < lengths.length; w++) {
            List<String> stems = AnswerWording.stems(passages.get(w).window().text());
            lengths[w] = stems.size();
            Map<String, Integer> counts = new LinkedHashMap<>();
            stems.forEach(stem -> counts.merge(stem, 1, Integer::sum));
            for (Map.Entry<String, Integer> count : counts.entrySet()) {
                postings.computeIfAbsent(count.getKey(), stem -> new ArrayList<>())
                        .add(new Posting(w, count.getValue()));
            }
        }
    }

    /** The corpus of these documents, in this order; blank ones have no window. */
    public static Corpus of(List<Document> documents, Embedder embedder) {
        return new Corpus(
                documents.stream().flatMap(d -> Passage.of(d).stream()).toList(), embedder);
    }

    /** All windows, by document, then by place in it. */
    public List<Window> windows() {
        return passages.stream().map(Passage::window).toList();
    }

    List<Passage> passages() {
        return passages;
    }

    /** Whether meaning can be compared, not words alone. */
    boolean hasMeaning() {
        return embedder.isOn();
    }

    /** The BM25 score of every window for a question, over the best one: 1 for that, 0 for those without its words. */
    double[] lexical(String question) {
        double[] scores = new double[lengths.length];
        double mean = Math.max(1, Arrays.stream(lengths).average().orElse(1));
        for (String stem : Words.distinctStems(question)) {
            List<Posting> holders = postings.getOrDefault(stem, List.of());
            double rarity = StrictMath.log(1 + (lengths.length - holders.size() + 0.5) / (holders.size() + 0.5));
            for (Posting p : holders) {
                double length = K1 * (1 - B + B * lengths[p.window()] / mean);
                scores[p.window()] += rarity * p.count() * (K1 + 1) / (p.count() + length);
            }
        }
        double best = Arrays.stream(scores).max().orElse(0);
        for (int w = 0; best > 0 && w < scores.length; w++) {
            scores[w] /= best;
        }
        return scores;
    }

    /** The cosine of every window to a question, 0 where it is less. */
    double[] semantic(String question) {
        if (passages.isEmpty()) {
            return new double[0];
        }
        List<float[]> all = vectors();
        float[] asked = embedder.embed(question);
        return all.stream()
                .mapToDouble(v -> Math.clamp(Vectors.dot(v, asked), 0, 1))
                .toArray();
    }

    /** How many of these stems each window holds. */
    int[] held(Collection<String> stems) {
        int[] held = new int[lengths.length];
        for (String stem : Set.copyOf(stems)) {
            postings.getOrDefault(stem, List.of()).forEach(p -> held[p.window()]++);
        }
        return held;
    }

    private List<float[]> vectors() {
        List<float[]> ready = vectors;
        if (ready != null) {
            return ready;
        }
        embedding.lock();
        try {
            ready = vectors;
            if (ready == null) {
                ready = embedder.embed(windows().stream().map(Window::text).toList());
                vectors = ready;
            }
            return ready;
        } finally {
            embedding.unlock();
        }
    }
}
