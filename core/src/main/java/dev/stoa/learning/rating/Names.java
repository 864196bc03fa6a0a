package dev.stoa.learning.rating;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** The order of names in a pair. Stateless. */
final class Names {
    /** By the bytes of their UTF-8, as both databases compare them; Java's own order differs above U+FFFF. */
    static final Comparator<String> BYTEWISE =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private Names() {}
}
