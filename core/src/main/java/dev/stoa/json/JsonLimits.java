package dev.stoa.json;

import dev.stoa.base.InvalidException;

/**
 * How much JSON is accepted. Immutable. A short text can stand for very many objects, so the size bounds the memory
 * only up to a large factor.
 *
 * @param depth how deep objects and arrays may be nested; 1 is a flat one
 * @param bytes how long the text may be in UTF-8
 * @param fields how many fields an object may have
 */
public record JsonLimits(int depth, int bytes, int fields) {
    /** The deepest nesting that can be asked for; reading recurses, and this much fits on a small stack. */
    public static final int MAX_DEPTH = 256;

    /** The default limits: depth 64, 8 MiB. */
    public static final JsonLimits DEFAULT = new JsonLimits(64, 8 << 20);

    /** Limits without a bound of the fields of an object. */
    public JsonLimits(int depth, int bytes) {
        this(depth, bytes, Integer.MAX_VALUE);
    }

    public JsonLimits {
        if (depth < 1 || depth > MAX_DEPTH) {
            throw new InvalidException(
                    "invalid", "JSON depth " + depth + " is not within 1 to " + MAX_DEPTH, "choose a depth within");
        }
        if (bytes < 1) {
            throw new InvalidException("invalid", "JSON size " + bytes + " is below 1", "choose a size of 1 or more");
        }
    }
}
