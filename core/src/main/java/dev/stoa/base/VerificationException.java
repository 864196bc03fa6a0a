package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/** A check ran and failed: damage, a broken seal, a proof that does not hold. Immutable. */
public final class VerificationException extends StoaException {
    public VerificationException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public VerificationException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
