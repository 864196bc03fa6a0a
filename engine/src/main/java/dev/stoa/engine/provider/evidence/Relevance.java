package dev.stoa.engine.provider.evidence;

import dev.stoa.debate.rules.voting.AnswerWording;
import java.util.Set;

/**
 * How much each window of a corpus has to do with one topic, as one strategy sees it. Immutable, safe from any thread.
 * Without an embedder the strategies that mix words and meaning go by words alone; the one by meaning fails.
 */
public final class Relevance {
    private final Corpus corpus;
    private final double[] rel;

    private Relevance(Corpus corpus, double[] rel) {
        this.corpus = corpus;
        this.rel = rel;
    }

    /** The relevance of each window to a topic. */
    public static Relevance of(Corpus corpus, String topic, Strategy strategy) {
        return new Relevance(
                corpus,
                switch (strategy) {
                    case LEXICAL -> corpus.lexical(topic);
                    case SEMANTIC -> corpus.semantic(topic);
                    case HYBRID, SKEPTIC, CONTRARIAN ->
                        corpus.hasMeaning()
                                ? mean(corpus.lexical(topic), corpus.semantic(topic))
                                : corpus.lexical(topic);
                });
    }

    private static double[] mean(double[] a, double[] b) {
        double[] mean = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            mean[i] = (a[i] + b[i]) / 2;
        }
        return mean;
    }

    Corpus corpus() {
        return corpus;
    }

    /** The relevance of one window, 0 to 1. */
    public double of(int window) {
        return rel[window];
    }

    /** How well the corpus supports a statement: the greatest relevance times share of its content stems. */
    public Support support(String statement) {
        Set<String> stems = Words.distinctStems(statement);
        int[] held = corpus.held(stems);
        int best = -1;
        double most = 0;
        for (int w = 0; w < held.length; w++) {
            double value = held[w] == 0 ? 0 : rel[w] * held[w] / stems.size();
            if (value > most) {
                best = w;
                most = value;
            }
        }
        if (best < 0) {
            return Support.NONE;
        }
        Passage passage = corpus.passages().get(best);
        return new Support(Math.min(1, most), passage.window(), contradicts(passage, stems, statement));
    }

    /** Denial is compared with the nearest sentence: its neighbours may deny something else. */
    private static boolean contradicts(Passage passage, Set<String> stems, String statement) {
        return !AnswerWording.numbers(passage.window().text()).containsAll(AnswerWording.numbers(statement))
                || AnswerWording.isNegated(passage.nearest(stems).text()) != AnswerWording.isNegated(statement);
    }
}
