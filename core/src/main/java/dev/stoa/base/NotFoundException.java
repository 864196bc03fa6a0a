package dev.stoa.base;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was named does not exist, or not any more. Immutable. */
public final class NotFoundException extends StoaException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Map<String, @Nullable Object> remains;

    public NotFoundException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public NotFoundException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
        this.remains = null;
    }

    private NotFoundException(String message, String hint, Map<String, @Nullable Object> remains) {
        super("gone", message, hint, null);
        this.remains = Collections.unmodifiableMap(new LinkedHashMap<>(remains));
    }

    /**
     * What was there and was deleted.
     *
     * @param remains what the archive still knows of it, as JSON
     */
    public static NotFoundException gone(String message, String hint, Map<String, @Nullable Object> remains) {
        return new NotFoundException(message, hint, remains);
    }

    /** What is still known of something that was deleted; empty if nothing is. */
    public Optional<Map<String, @Nullable Object>> remains() {
        return Optional.ofNullable(remains);
    }
}
