package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/** Something Stoa needs is not there now: a busy archive, a full disk, a server that does not answer. Immutable. */
public final class UnavailableException extends StoaException {
    public UnavailableException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public UnavailableException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /** Whether nothing is missing but the thread that asked was interrupted; it still is. */
    public boolean isInterruption() {
        return code().equals("interrupted");
    }
}
