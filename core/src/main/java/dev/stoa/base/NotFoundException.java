package dev.stoa.base;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was named does not exist, or not any more. Immutable. */
public final class NotFoundException extends StoaException {
    public NotFoundException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public NotFoundException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    private NotFoundException(String message, String hint, Map<String, @Nullable Object> more) {
        super("gone", message, hint, null, more);
    }

    /**
     * What was there and was deleted.
     *
     * @param tombstone what the archive still knows of it, as JSON
     */
    public static NotFoundException gone(String message, String hint, Map<String, @Nullable Object> tombstone) {
        return new NotFoundException(message, hint, Map.of("tombstone", tombstone));
    }
}
