package dev.stoa.base;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state does not allow it: a conflict, a missing precondition, a lost lease. Nothing was written. Immutable. */
public final class ConflictException extends StoaException {
    public ConflictException(String code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public ConflictException(String code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    private ConflictException(String message, String hint, List<String> candidates) {
        super("ambiguous", message, hint, null, Map.of("candidates", candidates));
    }

    /**
     * A reference that means more than one thing.
     *
     * @param candidates the ids of what it may mean, or of the first of them
     */
    public static ConflictException ambiguous(String message, String hint, List<String> candidates) {
        return new ConflictException(message, hint, List.copyOf(candidates));
    }
}
