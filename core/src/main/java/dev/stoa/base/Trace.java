package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/**
 * How an act came in, for the records of it: the token, the request and the trace of which it is a part. Immutable.
 *
 * @param token the id of the token, never the token
 * @param request the id of the request
 * @param trace the id of the trace
 */
public record Trace(
        @Nullable String token,
        @Nullable String request,
        @Nullable String trace) {
    /** Of an act that came in by none of these. */
    public static final Trace NONE = new Trace(null, null, null);
}
