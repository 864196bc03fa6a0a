package dev.stoa.engine.provider;

import dev.stoa.base.Excerpt;
import dev.stoa.learning.breaker.CallResult;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a provider gave no reply. Immutable. Its message is bounded and holds no secret; it is one line, except that of a
 * command, which ends with what the command wrote to stderr.
 */
public final class CallFailure extends Exception {
    private static final int LONGEST = 500;
    private static final int LONGEST_OF_COMMAND = 4_200;

    /** The kinds of failure. */
    public enum Kind {
        /** The provider was not reached, or the connection broke. */
        IO,
        /** It answered with an HTTP status that is no success. */
        STATUS,
        /** It did not answer in time. */
        TIMEOUT,
        /** It answered something that cannot be read or kept. */
        MALFORMED,
        /** It will not answer this call, or it is not set up to. */
        REFUSED,
        /** A command ended with an exit code other than 0, or could not be started. */
        FAILED
    }

    private final Kind kind;
    private final int status;
    private final transient @Nullable Duration retryAfter;
    private final transient @Nullable Duration reportedLatency;

    private CallFailure(
            Kind kind, int status, @Nullable Duration retryAfter, @Nullable Duration reportedLatency, String message) {
        // No cause: those of HTTP clients quote requests, and a request holds the key.
        super(kind == Kind.FAILED ? lines(message) : oneLine(message), null, false, false);
        this.kind = kind;
        this.status = status;
        this.retryAfter = retryAfter;
        this.reportedLatency = reportedLatency;
    }

    /** The provider was not reached, or the connection broke. */
    public static CallFailure io(String message) {
        return new CallFailure(Kind.IO, 0, null, null, message);
    }

    /** An HTTP status; {@code retryAfter} is what the provider asked for, if anything. */
    public static CallFailure status(int code, @Nullable Duration retryAfter, String message) {
        return new CallFailure(Kind.STATUS, code, retryAfter, null, "HTTP " + code + ": " + message);
    }

    /** No answer in time. */
    public static CallFailure timeout(Duration limit) {
        return new CallFailure(Kind.TIMEOUT, 0, null, null, "no answer within " + limit.toMillis() + " ms");
    }

    /** An answer that cannot be read or kept. */
    public static CallFailure malformed(String message) {
        return new CallFailure(Kind.MALFORMED, 0, null, null, message);
    }

    /** The provider will not answer this call, or is not set up to. */
    public static CallFailure refused(String message) {
        return new CallFailure(Kind.REFUSED, 0, null, null, message);
    }

    /** A command that failed. */
    public static CallFailure failed(String message) {
        return new CallFailure(Kind.FAILED, 0, null, null, message);
    }

    /** This failure of an offline provider, after the time it says it took. */
    public CallFailure after(Duration reported) {
        return new CallFailure(kind, status, retryAfter, reported, message());
    }

    public Kind kind() {
        return kind;
    }

    /** The HTTP status; 0 for the other kinds. */
    public int status() {
        return status;
    }

    /** What the provider wants to be left alone for. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** How long an offline provider says it took to fail. */
    public Optional<Duration> reportedLatency() {
        return Optional.ofNullable(reportedLatency);
    }

    /** The message, which is always there. */
    public String message() {
        return String.valueOf(getMessage());
    }

    /** Whether the same call may succeed in a moment. */
    public boolean retryable() {
        return kind == Kind.IO || (kind == Kind.STATUS && (status == 408 || status == 429 || status >= 500));
    }

    /** The result for a breaker: a provider that answers, with any content, is reachable and counts as a success. */
    CallResult result() {
        return retryable() || kind == Kind.TIMEOUT || kind == Kind.FAILED
                ? CallResult.failure(
                        kind == Kind.STATUS ? "http_" + status : kind.name().toLowerCase(Locale.ROOT))
                : CallResult.success();
    }

    private static String oneLine(String text) {
        return Excerpt.within(text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip(), LONGEST);
    }

    private static String lines(String text) {
        return Excerpt.within(text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", " ").strip(), LONGEST_OF_COMMAND);
    }
}
