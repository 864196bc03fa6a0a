package dev.stoa.engine.provider.evidence;

import java.util.List;

/**
 * An answer that an agent sees. Immutable.
 *
 * @param index its place, 0 to 25, shown as A to Z
 * @param answer the answer, or the label of a closed question
 * @param claims what its author rests it on; may be empty
 * @param critiques the ids of visible critiques of it; may be empty
 */
public record Option(int index, String answer, List<String> claims, List<String> critiques) {
    /** An option of which only the answer is known. */
    public static Option of(int index, String answer) {
        return new Option(index, answer, List.of(), List.of());
    }

    /** Its letter. */
    public String key() {
        return String.valueOf((char) ('A' + index));
    }
}
