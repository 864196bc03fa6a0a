package dev.stoa.storage;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a value in a row of another program must be, beyond the type of its column, so that this program can work with
 * it. Immutable. A wing declares the rules of its archive; an import keeps the row, alters it or sets it aside.
 */
public sealed interface TakeoverRule {
    String table();

    String column();

    /**
     * One of these words.
     *
     * @param otherwise what any other word becomes; null if its row is set aside
     */
    record Word(
            String table,
            String column,
            Set<String> words,
            @Nullable String otherwise) implements TakeoverRule {
        public Word {
            words = Set.copyOf(words);
        }
    }

    /** A number within bounds; one outside becomes the bound that it exceeds. */
    record Range(String table, String column, double low, double high) implements TakeoverRule {}

    /** The key of a row of another table; a row that refers to none is set aside. */
    record Reference(String table, String column, String parent, String parentColumn) implements TakeoverRule {}

    /** A number from 0 to 1. */
    static TakeoverRule unit(String table, String column) {
        return new Range(table, column, 0, 1);
    }
}
