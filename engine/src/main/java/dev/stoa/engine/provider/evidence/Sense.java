package dev.stoa.engine.provider.evidence;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A text as the clauses it has and the words that stand in each: enough to see what is affirmed and what is denied.
 * Immutable. It knows English by its small words alone, so it is wrong at times; where it sees that it cannot tell, it
 * says so.
 *
 * @param clauses in the order in which they begin
 * @param words the words with a content, in order
 * @param qualified whether any word denies, limits or takes out something, wherever it stands
 */
record Sense(List<Clause> clauses, List<Word> words, boolean qualified) {
    /** What a clause is to the one it hangs on. */
    enum Part {
        /** It states something by itself. */
        MAIN,
        /** It tells more of a noun: {@code who}, {@code which}. */
        RELATIVE,
        /** It takes something out: {@code unless}, {@code except}, {@code without}. */
        EXCEPTION,
        /** It says when: {@code if}, {@code provided that}. */
        CONDITION,
        /** It stands in brackets. */
        ASIDE
    }

    /**
     * A clause.
     *
     * @param parent the clause that it hangs on, or -1
     * @param denied whether an odd number of words turns it round
     * @param nobody whether what turns it round is said of its subject: {@code no person shall}; of an exception,
     *     whether it sets against each other what else is alike: {@code on your behalf, not on that of others}
     * @param without whether it is an exception by {@code without}
     * @param permits whether it has a word like {@code may}
     * @param obliges whether it has a word like {@code must}
     * @param shared what it has in common with its parent
     */
    record Clause(
            Part part,
            int parent,
            boolean denied,
            boolean nobody,
            boolean without,
            boolean permits,
            boolean obliges,
            Shared shared) {}

    /** What a clause has in common with the one it hangs on, without naming it again. */
    enum Shared {
        NOTHING,
        /** The subject: {@code it is one and is not the other}. */
        SUBJECT,
        /** Whatever was spoken of: {@code changing it is not allowed}. */
        ALL
    }

    /**
     * A word.
     *
     * @param stem what it is compared by
     * @param clause where it stands
     * @param chunk between which commas it stands
     * @param subject whether it stands before the verb of its clause
     * @param turned whether it alone is turned round, as in {@code non-exclusive}
     */
    record Word(String stem, int clause, int chunk, boolean subject, boolean turned) {}

    Sense {
        clauses = List.copyOf(clauses);
        words = List.copyOf(words);
    }

    static Sense of(String text) {
        return new SenseReader(text).read();
    }

    /** The stems of its words, each once, in order. */
    Set<String> stems() {
        Set<String> stems = new LinkedHashSet<>();
        words.forEach(word -> stems.add(word.stem()));
        return Collections.unmodifiableSet(stems);
    }

    /** Whether the text as a whole denies, {@code without} and words for the contrary being denials. */
    boolean denies() {
        boolean contrary = false;
        for (Word word : words) {
            contrary ^= !Lexicon.positive(word.stem()).equals(word.stem());
        }
        return turns() ^ hasWithout() ^ contrary;
    }

    /** The parity of what turns its statements round, {@code without} left out. */
    boolean turns() {
        boolean denied = false;
        for (Clause clause : clauses) {
            denied ^= clause.denied() && clause.part() == Part.MAIN;
        }
        for (Word word : words) {
            denied ^= word.turned();
        }
        return denied;
    }

    boolean hasWithout() {
        return clauses.stream().anyMatch(Clause::without);
    }

    boolean hasException() {
        return clauses.stream().anyMatch(clause -> clause.part() == Part.EXCEPTION);
    }

    boolean obliges() {
        return clauses.stream().anyMatch(Clause::obliges);
    }

    boolean permits() {
        return clauses.stream().anyMatch(Clause::permits);
    }
}
