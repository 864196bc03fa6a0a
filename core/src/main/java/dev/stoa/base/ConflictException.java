package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/** The state does not allow it: a conflict, a missing precondition, a lost lease. Nothing was written. Immutable. */
public final class ConflictException extends StoaException {
    public ConflictException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public ConflictException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
