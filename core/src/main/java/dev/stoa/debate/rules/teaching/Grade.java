package dev.stoa.debate.rules.teaching;

import dev.stoa.debate.rules.voting.Options;
import org.jspecify.annotations.Nullable;

/**
 * Whether a debate came to the right answer. Immutable.
 *
 * @param truth the right answer in words; null where only the result was judged
 * @param trueOption the right option, or -1 if no option is right or none is known to be
 * @param source who knew: {@code given}, {@code tests}, {@code check}, {@code sim} or {@code human}
 */
public record Grade(@Nullable String truth, int trueOption, boolean correct, String source) {
    /** The truth came with the request. */
    public static final String GIVEN = "given";

    /** The supplied tests decided. */
    public static final String TESTS = "tests";

    /** The check command decided. */
    public static final String CHECK = "check";

    /** The question was simulated, and so is its truth. */
    public static final String SIM = "sim";

    /** A person graded it afterwards. */
    public static final String HUMAN = "human";

    /** Who judged, as a match names it. */
    String judge() {
        return source.equals(TESTS) || source.equals(CHECK) ? source : "truth";
    }

    /** The key of the right option, or null. */
    public @Nullable String trueKey() {
        return Options.keyOrNull(trueOption);
    }
}
