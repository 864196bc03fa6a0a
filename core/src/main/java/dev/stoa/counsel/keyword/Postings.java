package dev.stoa.counsel.keyword;

import java.util.Arrays;
import java.util.BitSet;

/** The messages that have one word, with how often. Not thread-safe. */
final class Postings {
    private int[] ordinals = new int[1];
    private int[] frequencies = new int[1];
    private int size;

    void add(int ordinal, int frequency) {
        if (size == ordinals.length) {
            int more = size < 8 ? size * 2 : size + (size >> 1);
            ordinals = Arrays.copyOf(ordinals, more);
            frequencies = Arrays.copyOf(frequencies, more);
        }
        ordinals[size] = ordinal;
        frequencies[size++] = frequency;
    }

    int size() {
        return size;
    }

    int ordinal(int at) {
        return ordinals[at];
    }

    int frequency(int at) {
        return frequencies[at];
    }

    /** Forgets messages; true if none is left. */
    boolean remove(BitSet gone) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!gone.get(ordinals[i])) {
                ordinals[kept] = ordinals[i];
                frequencies[kept++] = frequencies[i];
            }
        }
        size = kept;
        return size == 0;
    }
}
