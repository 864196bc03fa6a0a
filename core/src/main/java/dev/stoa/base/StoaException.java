package dev.stoa.base;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything Stoa throws on purpose: a machine-readable code, a message that names the thing and the
 * bound, and where possible a hint that says what to do. Immutable.
 *
 * <p>The subclasses are the kinds a caller can react to; each maps to one exit code of the command line and one class
 * of HTTP status. Codes are finer names within a kind, for example {@code busy} or {@code newer_version}.
 */
public abstract sealed class StoaException extends RuntimeException
        permits InvalidException,
                NotFoundException,
                ConflictException,
                StaleException,
                UnavailableException,
                ForbiddenException,
                VerificationException {
    private final String code;
    private final @Nullable String hint;

    StoaException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.hint = hint;
    }

    /** The stable, machine-readable name of what went wrong. */
    public final String code() {
        return code;
    }

    /** What the caller can do about it, as half a sentence without a full stop. */
    public final Optional<String> hint() {
        return Optional.ofNullable(hint);
    }

    /** The message; never null, unlike that of other exceptions. */
    @Override
    public final String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
