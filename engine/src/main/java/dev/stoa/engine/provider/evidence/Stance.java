package dev.stoa.engine.provider.evidence;

import dev.stoa.engine.provider.evidence.Sense.Clause;
import dev.stoa.engine.provider.evidence.Sense.Part;
import dev.stoa.engine.provider.evidence.Sense.Word;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** What a sentence says to a statement: that it is so, that it is not so, or nothing that can be decided. */
enum Stance {
    AFFIRMS,
    DENIES,
    UNDECIDED;

    /** The share of what was looked for that an exception must hold to be what is asked about. */
    private static final double EXCEPTED = 0.15;

    private static final double BESIDE = 0.2;

    /** The opposite. */
    Stance turned() {
        return switch (this) {
            case AFFIRMS -> DENIES;
            case DENIES -> AFFIRMS;
            case UNDECIDED -> UNDECIDED;
        };
    }

    Stance turned(boolean turn) {
        return turn ? turned() : this;
    }

    /**
     * What a sentence says to the bare content of a statement, whatever the statement itself denies.
     *
     * @param said the sentence
     * @param asked the statement, or the question
     * @param wanted the stems that the statement is made of
     * @param focus the stems among them that decide; empty if all do
     * @param weight what a stem counts for
     */
    static Stance of(Sense said, Sense asked, Set<String> wanted, Set<String> focus, ToDoubleFunction<String> weight) {
        Map<Integer, Set<String>> matched = new HashMap<>();
        Map<Integer, Boolean> turns = new HashMap<>();
        Set<String> excepted = new HashSet<>();
        for (Word word : said.words()) {
            boolean out = said.clauses().get(word.clause()).without();
            for (String stem : wanted) {
                Match match = Match.of(stem, word);
                // What it is said to be without stays so where it is named again.
                if (match == Match.NONE || (!out && excepted.contains(stem))) {
                    continue;
                }
                if (out) {
                    excepted.add(stem);
                }
                if (matched.computeIfAbsent(word.clause(), c -> new HashSet<>()).add(stem)) {
                    turns.merge(word.clause(), match == Match.TURNED, Boolean::logicalXor);
                }
            }
        }
        Map<Integer, Set<String>> meant = shared(said, matched);
        int best = best(said, meant, focus, weight);
        if (best < 0) {
            return UNDECIDED;
        }
        Clause clause = said.clauses().get(best);
        if (clause.part() == Part.CONDITION || clause.part() == Part.ASIDE) {
            int main = Math.max(0, main(said, best));
            double beside = weigh(matched.getOrDefault(main, Set.of()), weight);
            if (focus.isEmpty() && beside < BESIDE * weigh(wanted, weight)) {
                return UNDECIDED;
            }
            best = main;
            clause = said.clauses().get(main);
        }
        boolean denied = turns.getOrDefault(best, false);
        if (clause.part() == Part.EXCEPTION) {
            Clause main = said.clauses().get(Math.max(0, main(said, best)));
            boolean counted = wanted.stream().allMatch(stem -> !stem.startsWith("#") || isIn(stem, matched));
            return side(main.denied() ^ denied ^ clause.denied() ^ (counted && !sameException(clause, asked)));
        }
        denied ^= clause.denied();
        Set<String> here = meant.getOrDefault(best, Set.of());
        for (Map.Entry<Integer, Set<String>> other : matched.entrySet()) {
            Clause exception = said.clauses().get(other.getKey());
            if (exception.part() == Part.EXCEPTION && belongs(said, other.getKey(), best)) {
                Set<String> more = new HashSet<>(other.getValue());
                if (!exception.nobody()) {
                    more.removeAll(here);
                }
                boolean takenOut = weigh(more, weight) >= EXCEPTED * weigh(wanted, weight)
                        && wanted.stream().allMatch(stem -> !stem.startsWith("#") || isIn(stem, matched));
                denied ^= takenOut && !sameException(exception, asked);
            }
        }
        // What is said of other numbers is not said of these.
        boolean counted = wanted.stream().allMatch(stem -> !stem.startsWith("#") || isIn(stem, matched));
        return denied || counted ? side(denied) : UNDECIDED;
    }

    private static boolean isIn(String stem, Map<Integer, Set<String>> matched) {
        return matched.values().stream().anyMatch(stems -> stems.contains(stem));
    }

    /** What each clause speaks of, with what it shares with the clause before it, and what is told more of its nouns. */
    private static Map<Integer, Set<String>> shared(Sense said, Map<Integer, Set<String>> matched) {
        Map<Integer, Set<String>> meant = new HashMap<>();
        matched.forEach((clause, stems) -> meant.put(clause, new HashSet<>(stems)));
        for (int i = 0; i < said.clauses().size(); i++) {
            Clause clause = said.clauses().get(i);
            Set<String> own = meant.get(i);
            if (own == null || clause.parent() < 0) {
                continue;
            }
            Set<String> before = meant.getOrDefault(clause.parent(), Set.of());
            if (clause.shared() == Sense.Shared.ALL) {
                own.addAll(before);
            } else if (clause.shared() == Sense.Shared.SUBJECT) {
                said.words().stream()
                        .filter(word -> word.clause() == clause.parent() && word.subject())
                        .forEach(word -> before.stream()
                                .filter(stem -> Match.of(stem, word) != Match.NONE)
                                .forEach(own::add));
            } else if (clause.part() == Part.RELATIVE
                    && !before.isEmpty()
                    && !said.clauses().get(clause.parent()).nobody()) {
                // What is told of a noun belongs to the statement about it.
                before.addAll(own);
            }
        }
        return meant;
    }

    private static Stance side(boolean denied) {
        return denied ? DENIES : AFFIRMS;
    }

    /** Whether the statement takes out the same, so that the sentence is not turned round by it. */
    private static boolean sameException(Clause exception, Sense asked) {
        return exception.without()
                ? asked.hasWithout()
                : asked.clauses().stream().anyMatch(c -> c.part() == Part.EXCEPTION && !c.without());
    }

    /** The clause with most of what decides, then with most of what was looked for; a statement before what hangs on it. */
    private static int best(
            Sense said, Map<Integer, Set<String>> matched, Set<String> focus, ToDoubleFunction<String> weight) {
        int best = -1;
        double most = 0;
        for (Map.Entry<Integer, Set<String>> entry : matched.entrySet()) {
            Set<String> decisive = new HashSet<>(entry.getValue());
            decisive.retainAll(focus);
            double value = weigh(entry.getValue(), weight) + 1e3 * weigh(decisive, weight);
            boolean later = best >= 0
                    && said.clauses().get(Math.max(best, entry.getKey())).shared() != Sense.Shared.NOTHING;
            if (value > most + 1e-9
                    || (Math.abs(value - most) <= 1e-9 && best >= 0 && (entry.getKey() < best) != later)) {
                most = value;
                best = entry.getKey();
            }
        }
        return best;
    }

    private static int main(Sense said, int clause) {
        int i = clause;
        while (i >= 0
                && said.clauses().get(i).part() != Part.MAIN
                && said.clauses().get(i).part() != Part.RELATIVE) {
            i = said.clauses().get(i).parent();
        }
        return i;
    }

    private static boolean belongs(Sense said, int exception, int clause) {
        int parent = said.clauses().get(exception).parent();
        return parent == clause || main(said, parent < 0 ? 0 : parent) == main(said, clause);
    }

    private static double weigh(Set<String> stems, ToDoubleFunction<String> weight) {
        return stems.stream().sorted().mapToDouble(weight).sum();
    }

    /** How a word of a text stands for a stem that was looked for. */
    enum Match {
        NONE,
        SAME,
        TURNED;

        static Match of(String stem, Word word) {
            String there = word.stem();
            if (there.equals(stem)) {
                return word.turned() ? TURNED : SAME;
            }
            if (Lexicon.positive(there).equals(Lexicon.positive(stem))) {
                return word.turned() ? SAME : TURNED;
            }
            return Lexicon.opposed(there, stem) ? word.turned() ? SAME : TURNED : NONE;
        }
    }
}
