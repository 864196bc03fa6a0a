package dev.stoa.counsel.assertion;

/**
 * A check of an answer. Implementations are safe from any thread. A program adds its own through the
 * {@link java.util.ServiceLoader}; a policy then names it like a built-in one.
 *
 * <p>A check that throws, or that takes longer than a second, has failed. Nothing that a model wrote is executed, and the
 * message of a result must not quote the answer: it is stored, and is sent to a model.
 */
public interface AssertionCheck {
    /** The name by which policies know it: 1 to 64 of {@code a-z 0-9 . _ -}. */
    String name();

    /** Refuses parameters that it cannot work with, by reading what it needs; called once when a policy is made. */
    default void accept(CheckParameters parameters) {}

    /** Checks an answer. */
    CheckResult check(String answer, CheckParameters parameters, CheckContext context) throws Exception;
}
