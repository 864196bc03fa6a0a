package dev.stoa.base;

import java.util.Collection;
import java.util.Optional;

/**
 * The known word nearest to an unknown one. Stateless and safe from any thread. It guesses
 * only when at most a third of the letters differ, since a far-fetched guess misleads more than none.
 */
public final class Nearest {
    private Nearest() {}

    /** The closest of the known words; the first of equally close ones. */
    public static Optional<String> of(String word, Collection<String> known) {
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int allowed = Math.max(1, Math.max(word.length(), candidate.length()) / 3);
            if (Math.abs(word.length() - candidate.length()) > allowed) {
                continue;
            }
            int distance = distance(word, candidate);
            if (distance <= allowed && distance < least) {
                best = candidate;
                least = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
    public static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }
}
