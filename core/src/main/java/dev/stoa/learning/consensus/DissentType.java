package dev.stoa.learning.consensus;

import dev.stoa.base.Bounds;
import dev.stoa.base.VerificationException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of dissent, in the order in which a new debate should hear them. */
public enum DissentType {
    /** It names a risk. */
    RISK_WARNING,
    /** It disagrees in principle. */
    FUNDAMENTAL_DISAGREEMENT,
    /** It names a case that the conclusion may not cover. */
    EDGE_CASE_CONCERN,
    /** It would do it another way. */
    ALTERNATIVE_APPROACH,
    /** It agrees but for a small thing. */
    MINOR_QUIBBLE,
    /** It takes no side. */
    ABSTENTION;

    /** The word under which it is stored. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of a given word. */
    public static DissentType of(String text) {
        List<String> known = Arrays.stream(values()).map(DissentType::text).toList();
        return valueOf(Bounds.word("dissent_type", text.strip().toLowerCase(Locale.ROOT), known)
                .toUpperCase(Locale.ROOT));
    }

    /** The type of a stored word. */
    static DissentType stored(String id, String text) {
        return Arrays.stream(values())
                .filter(type -> type.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new VerificationException(
                        "damaged_dissent",
                        "dissent " + id + " has the type " + Bounds.shown(text) + ", which does not exist",
                        "repair its dissent_type"));
    }
}
