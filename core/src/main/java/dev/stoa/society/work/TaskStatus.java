package dev.stoa.society.work;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where a task stands. */
public enum TaskStatus {
    /** Nobody holds it. */
    PENDING,
    /** Somebody holds it by a lease. */
    RUNNING,
    COMPLETED,
    FAILED,
    /** Its time was over. */
    TIMEOUT,
    /** It was stopped or cancelled. */
    KILLED;

    private static final List<String> WORDS =
            Arrays.stream(values()).map(TaskStatus::text).toList();

    /** The word under which it is stored. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it never changes again. */
    public boolean isTerminal() {
        return this != PENDING && this != RUNNING;
    }

    /** The status of a word; another is refused. */
    public static TaskStatus of(String text) {
        return valueOf(Bounds.word("status", text, WORDS).toUpperCase(Locale.ROOT));
    }
}
