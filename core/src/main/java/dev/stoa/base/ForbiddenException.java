package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/** The caller is not who it says, or may not do this. Immutable. */
public final class ForbiddenException extends StoaException {
    public ForbiddenException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public ForbiddenException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
