package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How a test ended. Only {@link #PASSED} counts as passed. {@link #TIMEOUT} and {@link #NOT_RUN} mean that it could not
 * be tested, which is neither passed nor failed.
 */
public enum TestStatus {
    /** The harness said so, and its process ended with status 0. */
    PASSED,
    /** An assertion did not hold, or it used more processor time than a test may. */
    FAILED,
    /** Something else was thrown, or the test itself is broken. */
    ERROR,
    /** The clock ran out before its processor time did: the machine was busy, or it only waited. */
    TIMEOUT,
    /** The process ended, or had to be ended, before the test did. */
    CRASHED,
    /** The candidate, or the test against it, does not compile. */
    COMPILE_ERROR,
    /** The time of the suite was over. */
    NOT_RUN;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** The word under which it is stored. */
    public String text() {
        return text;
    }

    /** Whether it could be tested. */
    public boolean ran() {
        return this != TIMEOUT && this != NOT_RUN;
    }

    /** The status of a stored word. */
    public static TestStatus of(String text) {
        List<String> known = Arrays.stream(values()).map(TestStatus::text).toList();
        return values()[known.indexOf(Bounds.word("status", text, known))];
    }
}
