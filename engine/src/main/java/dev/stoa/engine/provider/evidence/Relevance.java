package dev.stoa.engine.provider.evidence;

import java.util.List;
import java.util.Set;

/**
 * How much each sentence of a corpus has to do with one topic, as one strategy sees it. Immutable, safe from any thread.
 * Without an embedder the strategies that mix words and meaning go by words alone; the one by meaning fails.
 */
public final class Relevance {
    private static final int AROUND = 2;
    /** What the words of a sentence itself count for, against those around it. */
    private static final double OWN = 0.5;

    private final Corpus corpus;
    private final Set<String> asked;
    private final double[] cover;
    private final double[] rel;
    private final double[] windows;

    private Relevance(Corpus corpus, Set<String> asked, double[] cover, double[] rel) {
        this.corpus = corpus;
        this.asked = asked;
        this.cover = cover;
        this.rel = rel;
        this.windows = new double[corpus.passages().size()];
        for (int i = 0; i < rel.length; i++) {
            int window = corpus.lines().get(i).passage();
            windows[window] = Math.max(windows[window], rel[i]);
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
        double[] rel = switch (strategy) {
            case LEXICAL -> words;
            case SEMANTIC -> corpus.semantic(topic);
            case DOCUMENT -> read(corpus, asked, words);
            case HYBRID, SKEPTIC, CONTRARIAN -> corpus.hasMeaning() ? mean(words, corpus.semantic(topic)) : words;
        };
        return new Relevance(corpus, asked, cover, rel);
    }

    private static double[] mean(double[] a, double[] b) {
        double[] mean = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            mean[i] = (a[i] + b[i]) / 2;
        }
        return mean;
    }

    /** A sentence counts by what its whole document and what stands around it say of the topic, then by itself. */
    private static double[] read(Corpus corpus, Set<String> asked, double[] words) {
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
            rel[i] = Math.min(1, words[i] * (0.7 + 0.15 * around + 0.15 * documents[document]));
        }
        return rel;
    }

    private static double held(Corpus corpus, Set<String> asked, int from, int to, int document, double all) {
        double held = 0;
        for (String stem : asked) {
            for (int i = from; i < to; i++) {
                Line line = corpus.lines().get(i);
                if (line.document() == document && line.holds(stem) >= 0.6) {
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

    /** The relevance of one sentence, 0 to 1. */
    double ofLine(int line) {
        return rel[line];
    }

    /** The share of the topic that a sentence and what stands around it hold, 0 to 1. */
    double cover(int line) {
        return cover[line];
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
            double value = rel[i] == 0 ? 0 : rel[i] * own(line, stems);
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
        // What says the contrary supports nothing, however near its words are.
        boolean contradicted = mostAgainst > most;
        Line line = corpus.lines().get(contradicted ? against : best);
        return new Support(Math.min(1, most), Quote.of(corpus, line, stems), contradicted);
    }

    private static boolean lacksNumber(Line line, Set<String> stems) {
        return stems.stream().anyMatch(stem -> stem.startsWith("#") && !line.stems().contains(stem));
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
            double here = line.holds(stem);
            held += here >= Corpus.REFERRED ? here * weight : 0;
        }
        return all == 0 ? 0 : held / all;
    }
}
