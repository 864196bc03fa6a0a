package dev.stoa.learning.consensus;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The languages in which a claim can be stated for a prover. */
public enum ProofLanguage {
    /** SMT-LIB 2, for Z3: the last assertion is the negation of the claim. */
    Z3_SMT,
    /** Lean 4: the theorem {@code claim}. */
    LEAN4;

    /** The word under which it is stored. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The language of a given word. */
    public static ProofLanguage of(String text) {
        List<String> known = Arrays.stream(values()).map(ProofLanguage::text).toList();
        return valueOf(Bounds.word("language", text.strip().toLowerCase(Locale.ROOT), known)
                .toUpperCase(Locale.ROOT));
    }
}
