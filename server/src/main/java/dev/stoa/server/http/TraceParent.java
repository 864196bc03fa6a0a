package dev.stoa.server.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a request is a part of, as the header {@code traceparent} says. Immutable.
 *
 * @param trace the id of the trace
 * @param span the id of the span that the request comes from
 * @param sampled whether the client keeps the trace
 */
public record TraceParent(String trace, String span, boolean sampled) {
    private static final Pattern FORM =
            Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})");

    /** What a header says; null if it is missing or has another form. */
    static @Nullable TraceParent of(@Nullable String header) {
        Matcher known = header == null ? null : FORM.matcher(header);
        return known == null || !known.matches()
                ? null
                : new TraceParent(known.group(1), known.group(2), (Integer.parseInt(known.group(3), 16) & 1) == 1);
    }
}
