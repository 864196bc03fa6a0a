package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/** What was named does not exist, or not any more. Immutable. */
public final class NotFoundException extends StoaException {
    public NotFoundException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public NotFoundException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
