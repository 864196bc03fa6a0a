package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/** The input is wrong: a bound, a pattern, a name or a combination. Nothing was written. Immutable. */
public final class InvalidException extends StoaException {
    public InvalidException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public InvalidException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
