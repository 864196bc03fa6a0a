package dev.stoa.engine.provider.evidence;

import dev.stoa.engine.provider.evidence.Judgement.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chooses among the options of a closed question by what sentences say to it. Immutable, safe from any thread. Neither
 * the order of the options nor the words {@code yes} and {@code no} have a part in it: what decides is which sentence
 * holds the question, and whether it affirms or denies.
 */
final class Judge {
    /** How much nearer the best sentence must be than the best that says the contrary, as a share of it. */
    private static final double AHEAD_OF_CONTRARY = 0.06;
    /** How much better the best option must be than the next, as a share of it. */
    private static final double AHEAD_OF_NEXT = 0.03;
    /** How near the contrary may come before a skeptic is silent. */
    private static final double DISPUTED = 0.85;
    /** The relevance below which a sentence says nothing to the question. */
    private static final double LEAST = 0.2;

    private static final double NEAR = 0.35;
    private static final double CLEARER = 1.1;
    /** What an option counts for that stands only in what hangs on the statement. */
    private static final double HANGING = 0.7;

    private final Strategy strategy;
    private final Relevance relevance;
    private final Sense question;

    Judge(Strategy strategy, Relevance relevance, String topic) {
        this.strategy = strategy;
        this.relevance = relevance;
        this.question = Sense.of(topic);
    }

    Judgement of(List<Option> options) {
        Labels labels = Labels.of(options);
        return switch (labels.kind()) {
            case YES_OR_NO, MAY_OR_NOT, DENIAL -> polar(labels);
            case CONTENT -> content(labels);
        };
    }

    /** Which of two contrary options the sentences bear out. */
    private Judgement polar(Labels labels) {
        boolean statement = labels.kind() == Labels.Kind.DENIAL;
        Set<String> wanted = new TreeSet<>(relevance.asked());
        if (statement) {
            wanted.addAll(plain(labels).stems());
        }
        int affirms = labels.denies(0) ? 1 : 0;
        int[] best = {-1, -1};
        double[] most = {0, 0};
        int top = -1;
        boolean decided = false;
        List<Line> lines = relevance.corpus().lines();
        for (int i = 0; i < lines.size(); i++) {
            double rel = relevance.ofLine(i);
            if (rel < LEAST || relevance.cover(i) < NEAR) {
                continue;
            }
            Stance stance = stance(lines.get(i), labels, wanted);
            if (top < 0 || rel > relevance.ofLine(top)) {
                top = i;
                decided = stance != Stance.UNDECIDED;
            }
            if (stance != Stance.UNDECIDED) {
                int side = stance == Stance.AFFIRMS ? affirms : 1 - affirms;
                if (rel > most[side]) {
                    most[side] = rel;
                    best[side] = i;
                }
            }
        }
        List<Candidate> ranked = new ArrayList<>();
        for (int side = 0; side < 2; side++) {
            ranked.add(candidate(labels.options().get(side), most[side], best[side], wanted));
        }
        ranked.sort(Candidate.BEST);
        // A sentence that cannot be read stands in the way only if none that can is about as near.
        boolean hidden = top >= 0 && !decided && relevance.ofLine(top) > CLEARER * Math.max(most[0], most[1]);
        int line = decided || hidden ? top : best[most[0] >= most[1] ? 0 : 1];
        boolean affirmed =
                ranked.getFirst().option() == labels.options().get(affirms).index();
        boolean qualified =
                best[affirms] >= 0 && lines.get(best[affirms]).sense().qualified();
        return judged(ranked, line, hidden, AHEAD_OF_CONTRARY, !(affirmed && qualified));
    }

    /** What a sentence says to the affirmative option. */
    private Stance stance(Line line, Labels labels, Set<String> wanted) {
        Sense asked = switch (labels.kind()) {
            case DENIAL -> plain(labels);
            case YES_OR_NO, MAY_OR_NOT, CONTENT -> question;
        };
        Stance stance = Stance.of(line.sense(), asked, wanted, Set.of(), relevance.corpus()::weight);
        if (labels.kind() == Labels.Kind.DENIAL) {
            return stance;
        }
        if (stance == Stance.AFFIRMS && question.obliges() && !question.permits() && onlyPermits(line.sense())) {
            // What one may do, one need not do.
            return Stance.DENIES;
        }
        return stance.turned(labels.kind() == Labels.Kind.YES_OR_NO && question.turns());
    }

    private static Sense plain(Labels labels) {
        return labels.senses().get(labels.denies(0) ? 1 : 0);
    }

    private static boolean onlyPermits(Sense sense) {
        return sense.permits() && !sense.obliges();
    }

    /** Which option stands in the sentences that hold the question. */
    private Judgement content(Labels labels) {
        List<Line> lines = relevance.corpus().lines();
        List<Candidate> ranked = new ArrayList<>();
        int[] bestLines = new int[labels.options().size()];
        for (int o = 0; o < labels.options().size(); o++) {
            Set<String> own = labels.own(o);
            Set<String> wanted = new TreeSet<>(relevance.asked());
            wanted.addAll(own);
            boolean turned = question.turns() ^ labels.denies(o);
            int best = -1;
            double most = 0;
            for (int i = 0; i < lines.size(); i++) {
                Line line = lines.get(i);
                double rel = relevance.ofLine(i);
                double cover = rel < LEAST || relevance.cover(i) < NEAR ? 0 : held(line, own);
                double value = cover == 0 ? 0 : rel * cover * nearness(line, own);
                if (value > most
                        && Stance.of(line.sense(), question, wanted, own, relevance.corpus()::weight)
                                        .turned(turned)
                                != Stance.DENIES) {
                    best = i;
                    most = value;
                }
            }
            bestLines[o] = best;
            ranked.add(candidate(labels.options().get(o), most, best, wanted));
        }
        ranked.sort(Candidate.BEST);
        int index = labels.options()
                .indexOf(labels.options().stream()
                        .filter(o -> o.index() == ranked.getFirst().option())
                        .findFirst()
                        .orElseThrow());
        return judged(ranked, bestLines[index], false, AHEAD_OF_NEXT, true);
    }

    /** The share of an option's own words that a sentence holds itself; nothing if it lacks a number of it. */
    private double held(Line line, Set<String> own) {
        if (own.stream().anyMatch(stem -> stem.startsWith("#") && !line.stems().contains(stem))) {
            return 0;
        }
        boolean hanging = line.sense().words().stream()
                .filter(word -> own.contains(word.stem()))
                .allMatch(word -> switch (line.sense()
                        .clauses()
                        .get(word.clause())
                        .part()) {
                    case MAIN, RELATIVE, EXCEPTION -> false;
                    case CONDITION, ASIDE -> true;
                });
        boolean here = line.sense().words().stream().anyMatch(word -> own.contains(word.stem()));
        return relevance.own(line, own)
                * (here && hanging && line.sentence().lead().isEmpty() ? HANGING : 1);
    }

    /** How much of what the sentence holds of the question stands near the option's words in it. */
    private double nearness(Line line, Set<String> own) {
        Set<Integer> chunks = new TreeSet<>();
        line.sense().words().stream()
                .filter(word -> own.contains(word.stem()))
                .forEach(word -> chunks.add(word.chunk()));
        Set<String> asked = new TreeSet<>(relevance.asked());
        asked.removeAll(own);
        double all = 0;
        double near = 0;
        for (String stem : asked) {
            double here = -1;
            for (Sense.Word word : line.sense().words()) {
                if (word.stem().equals(stem)) {
                    int distance = chunks.stream()
                            .mapToInt(chunk -> Math.abs(chunk - word.chunk()))
                            .min()
                            .orElse(9);
                    here = Math.max(here, distance == 0 ? 1 : distance == 1 ? 0.5 : 0);
                }
            }
            if (here >= 0) {
                all += relevance.corpus().weight(stem);
                near += here * relevance.corpus().weight(stem);
            }
        }
        return all == 0 ? 0.7 : 0.7 + 0.3 * near / all;
    }

    private Candidate candidate(Option option, double value, int line, Set<String> wanted) {
        Quote quote = line < 0
                ? null
                : Quote.of(relevance.corpus(), relevance.corpus().lines().get(line), wanted);
        return new Candidate(option.index(), option.answer(), Math.min(1, value), quote);
    }

    private Judgement judged(List<Candidate> ranked, int line, boolean undecided, double ahead, boolean plain) {
        double cover = line < 0 ? 0 : relevance.cover(line);
        double first = ranked.getFirst().value();
        double second = ranked.size() < 2 ? 0 : ranked.get(1).value();
        State state = State.ANSWERED;
        if (cover < strategy.leastCover()) {
            state = State.UNCOVERED;
        } else if (undecided) {
            state = State.UNDECIDED;
        } else if (first == 0) {
            state = State.UNSUPPORTED;
        } else if (first - second < ahead * first) {
            state = State.TIED;
        } else if (strategy == Strategy.SKEPTIC && second > DISPUTED * first) {
            state = State.DISPUTED;
        }
        return new Judgement(List.copyOf(ranked), state, cover, strategy.leastCover(), plain);
    }
}
