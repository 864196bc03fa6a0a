package dev.stoa.counsel.correction;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The words by which a user's message is known to correct an answer. Immutable.
 *
 * @param explicitness how clearly they say it
 */
record CaptureCue(Pattern words, double explicitness, CorrectionType type) {
    private static final List<CaptureCue> CUES = List.of(
            new CaptureCue(
                    Pattern.compile("\\b(?:that's wrong|is wrong|incorrect|not correct)\\b"), .9, CorrectionType.FACT),
            new CaptureCue(Pattern.compile("\\b(?:actually|in fact)\\b|^no,"), .7, CorrectionType.FACT),
            new CaptureCue(
                    Pattern.compile("\\b(?:from now on|please always|never)\\b"), .5, CorrectionType.INSTRUCTION),
            new CaptureCue(Pattern.compile("\\bi prefer\\b"), .5, CorrectionType.PREFERENCE));

    private static final Pattern STRONG =
            Pattern.compile("\\S, not \\S|\\bnot\\b[^.!?\\n]{1,200}\\bbut\\b|\\bshould be\\b");

    /** The first cue of a message; null if it has none. */
    static @Nullable CaptureCue of(String message) {
        String text = plain(message);
        return CUES.stream()
                .filter(cue -> cue.words().matcher(text).find())
                .findFirst()
                .orElse(null);
    }

    /** How clearly a message says what holds instead. */
    static double strength(String message) {
        return STRONG.matcher(plain(message)).find() ? 1 : .5;
    }

    private static String plain(String message) {
        return message.strip().toLowerCase(Locale.ROOT).replace('\u2019', '\'');
    }
}
