package dev.stoa.server.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A revision of the protocol that is spoken, the newest first. */
enum Revision {
    /** Every request says all that is needed to answer it. */
    MODERN("2026-07-28"),
    NOVEMBER("2025-11-25"),
    JUNE("2025-06-18"),
    MARCH("2025-03-26");

    /** What is answered to a client that begins with a revision that is not spoken. */
    static final Revision PREFERRED = NOVEMBER;

    private final String text;

    Revision(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** Whether a client begins with {@code initialize}, after which the server remembers it. */
    boolean isLegacy() {
        return this != MODERN;
    }

    static Optional<Revision> of(String text) {
        return Arrays.stream(values())
                .filter(revision -> revision.text.equals(text))
                .findFirst();
    }

    /** The names of all of them. */
    static List<String> names() {
        return Arrays.stream(values()).map(Revision::text).toList();
    }
}
