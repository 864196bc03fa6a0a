package dev.stoa.base;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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
    private final transient Map<String, @Nullable Object> more;

    StoaException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        this(code, message, hint, cause, Map.of());
    }

    StoaException(
            String code,
            String message,
            @Nullable String hint,
            @Nullable Throwable cause,
            Map<String, @Nullable Object> more) {
        super(message, cause);
        this.code = code;
        this.hint = hint;
        this.more = Collections.unmodifiableMap(new LinkedHashMap<>(more));
    }

    /** What else is told, for programs, by name and as JSON; mostly nothing. */
    public final Map<String, @Nullable Object> more() {
        return more;
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
