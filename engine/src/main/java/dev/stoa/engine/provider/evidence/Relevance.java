package dev.stoa.engine.provider.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How much each sentence of a corpus has to do with one topic, as one strategy sees it. Immutable, safe from any thread.
 * Without an embedder the strategies that mix words and meaning go by words alone; the one by meaning fails.
 */
public final class Relevance {
    private static final int AROUND = 2;
    private static final double HALF = 0.5;
    /** What the words of a sentence itself count for, against those around it. */
    private static final double OWN = 0.5;

    private final Corpus corpus;
    private final Strategy strategy;
    private final Set<String> asked;
    private final double[] cover;
    private final double[] rel;
    private final double[] open;
    private final double[] windows;

    private Relevance(
            Corpus corpus, Strategy strategy, Set<String> asked, double[] cover, double[] rel, double[] open) {
        this.corpus = corpus;
        this.strategy = strategy;
        this.asked = asked;
        this.cover = cover;
        this.rel = rel;
        this.open = open;
        this.windows = new double[corpus.passages().size()];
        for (int i = 0; i < rel.length; i++) {
            int window = corpus.lines().get(i).passage();
            windows[window] = Math.max(windows[window], open[i]);
        }
    }

    /** The relevance of each sentence to a topic. */
    public static Relevance of(Corpus corpus, String topic, Strategy strategy) {
        Set<String> asked = Sense.of(topic).stems();
        List<Line> lines = corpus.lines();
        double[] cover = new double[lines.size()];
        double[] words = new double[lines.size()];
        for (int i = 0; i < cover.length; i++) {
            cover[i] = corpus.cover(lines.get(i), asked);
            double own = own(corpus, lines.get(i), asked);
            words[i] = Math.min(1, (OWN * own + (1 - OWN) * cover[i]) * corpus.brevity(lines.get(i)));
        }
        return switch (strategy) {
            case LEXICAL -> new Relevance(corpus, strategy, asked, cover, words, overBest(words));
            case SEMANTIC -> {
                double[] meaning = corpus.semantic(topic);
                yield new Relevance(corpus, strategy, asked, cover, meaning, meaning);
            }
            case DOCUMENT -> {
                double[] around = new double[words.length];
                double[] read = read(corpus, asked, words, around);
                yield new Relevance(corpus, strategy, asked, cover, read, around);
            }
            case HYBRID, SKEPTIC, CONTRARIAN -> {
                double[] meaning = corpus.hasMeaning() ? corpus.semantic(topic) : words;
                double[] open = corpus.hasMeaning() ? mean(overBest(words), meaning) : overBest(words);
                yield new Relevance(corpus, strategy, asked, cover, mean(words, meaning), open);
            }
        };
    }

    /** What is 1 for the best: by words one sentence is only better than another. */
    private static double[] overBest(double[] words) {
        double best = Arrays.stream(words).max().orElse(0);
        return best == 0 ? words : Arrays.stream(words).map(word -> word / best).toArray();
    }

    private static double[] mean(double[] a, double[] b) {
        double[] mean = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            mean[i] = (a[i] + b[i]) / 2;
        }
        return mean;
    }

    /** A sentence counts by what its whole document and what stands around it say of the topic, then by itself. */
    private static double[] read(Corpus corpus, Set<String> asked, double[] words, double[] context) {
        List<Line> lines = corpus.lines();
        double all = asked.stream().sorted().mapToDouble(corpus::weight).sum();
        double[] documents = new double[corpus.documents()];
        for (int d = 0; d < documents.length; d++) {
            documents[d] = held(corpus, asked, 0, lines.size(), d, all);
        }
        double[] rel = new double[words.length];
        for (int i = 0; i < rel.length; i++) {
            int document = lines.get(i).document();
            double around =
                    held(corpus, asked, Math.max(0, i - AROUND), Math.min(lines.size(), i + AROUND + 1), document, all);
            context[i] = 0.7 * around + 0.3 * documents[document];
            rel[i] = Math.min(1, words[i] * (0.7 + 0.15 * around + 0.15 * documents[document]));
        }
        return rel;
    }

    private static double held(Corpus corpus, Set<String> asked, int from, int to, int document, double all) {
        double held = 0;
        for (String stem : asked) {
            for (int i = from; i < to; i++) {
                Line line = corpus.lines().get(i);
                if (line.document() == document && corpus.holds(line, stem) >= 0.6) {
                    held += corpus.weight(stem);
                    break;
                }
            }
        }
        return all == 0 ? 0 : held / all;
    }

    Corpus corpus() {
        return corpus;
    }

    /** The stems of the topic. */
    Set<String> asked() {
        return asked;
    }

    /** The relevance of one sentence by what it holds of the topic, 0 to 1. */
    double ofLine(int line) {
        return rel[line];
    }

    /** The relevance of one sentence among the others, 0 to 1: what an open question is answered by. */
    double amongAll(int line) {
        return open[line];
    }

    /** The share of the topic that a sentence and what stands around it hold, 0 to 1. */
    double cover(int line) {
        return cover[line];
    }

    /** What an open question has in a sentence: by meaning alone, or by the words of it that it holds too. */
    double answers(int line) {
        double held = share(corpus.lines().get(line), asked);
        return held == 0 ? 0 : strategy == Strategy.SEMANTIC ? open[line] : open[line] * held;
    }

    /** The relevance of one window, 0 to 1: that of its best sentence. */
    public double of(int window) {
        return windows[window];
    }

    /**
     * How well the corpus supports a statement: the greatest relevance times share of its content stems, of the
     * sentences that do not say the contrary.
     */
    public Support support(String statement) {
        Sense sense = Sense.of(statement);
        Set<String> stems = sense.stems();
        int best = -1;
        int against = -1;
        double most = 0;
        double mostAgainst = 0;
        for (int i = 0; i < rel.length; i++) {
            Line line = corpus.lines().get(i);
            double value = open[i] == 0 ? 0 : open[i] * share(line, stems);
            if (value <= Math.min(most, mostAgainst)) {
                continue;
            }
            boolean contrary = lacksNumber(line, stems)
                    || Stance.of(line.sense(), sense, stems, Set.of(), corpus::weight)
                                    .turned(sense.denies())
                            == Stance.DENIES;
            if (contrary && value > mostAgainst) {
                against = i;
                mostAgainst = value;
            } else if (!contrary && value > most) {
                best = i;
                most = value;
            }
        }
        if (best < 0 && against < 0) {
            return Support.NONE;
        }
        int contrary = strategy == Strategy.SKEPTIC ? contrary(sense, best < 0 ? 0 : rel[best]) : -1;
        if (contrary >= 0) {
            return new Support(0, Quote.of(corpus, corpus.lines().get(contrary), asked), true);
        }
        // What says the contrary supports nothing, however near its words are.
        boolean contradicted = mostAgainst > most;
        Line line = corpus.lines().get(contradicted ? against : best);
        return new Support(Math.min(1, most), Quote.of(corpus, line, stems), contradicted);
    }

    /**
     * The sentence that says of the topic the contrary of a statement, holds at least half of what the statement holds of
     * it, and has more to do with it; -1 if there is none.
     */
    private int contrary(Sense statement, double than) {
        Set<String> shared = new TreeSet<>(asked);
        shared.retainAll(statement.stems());
        Stance own = Stance.of(statement, statement, shared, Set.of(), corpus::weight);
        int best = -1;
        for (int i = 0; i < open.length; i++) {
            Line line = corpus.lines().get(i);
            boolean opposed = rel[i] > than
                    && share(line, shared) >= HALF
                    && own != Stance.UNDECIDED
                    && Stance.of(line.sense(), statement, shared, Set.of(), corpus::weight) == own.turned();
            if (opposed && (best < 0 || rel[i] > rel[best])) {
                best = i;
            }
        }
        return best;
    }

    private static boolean lacksNumber(Line line, Set<String> stems) {
        return stems.stream()
                .anyMatch(stem -> stem.startsWith("#") && !line.stems().contains(stem));
    }

    /** The share of these stems that the sentence itself holds, all counting alike. */
    double share(Line line, Set<String> stems) {
        long held = stems.stream().filter(stem -> corpus.holds(line, stem) == 1).count();
        return stems.isEmpty() ? 0 : held / (double) stems.size();
    }

    /** The share of these stems that the sentence itself holds, by what each tells. */
    double own(Line line, Set<String> stems) {
        return own(corpus, line, stems);
    }

    private static double own(Corpus corpus, Line line, Set<String> stems) {
        double held = 0;
        double all = 0;
        for (String stem : stems) {
            double weight = corpus.weight(stem);
            all += weight;
            double here = corpus.holds(line, stem);
            held += here >= Corpus.REFERRED ? here * weight : 0;
        }
        return all == 0 ? 0 : held / all;
    }
}
