package dev.stoa.counsel.run;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A review as its author meant it. Immutable.
 *
 * @param issues what is wrong with the answer; empty if nothing was said
 * @param correction what would be right instead; empty if nothing was said
 */
public record Reviewed(Verdict verdict, String issues, String correction) {
    private static final int LONGEST = 400;
    private static final Pattern PARTS =
            Pattern.compile("(?ims)^[\\s*_#>`-]*(VERDICT|ISSUES|CORRECTION)[*_`]*\\s*:[*_`]*(.*?)"
                    + "(?=^[\\s*_#>`-]*(?:VERDICT|ISSUES|CORRECTION)[*_`]*\\s*:|\\z)");
    private static final Pattern WORD = Pattern.compile("[a-z_]+(?: correct)?");

    /** Reads a reply; what cannot be read is {@link Verdict#UNKNOWN}. */
    public static Reviewed read(String raw) {
        Verdict verdict = Verdict.UNKNOWN;
        String issues = "";
        String correction = "";
        Matcher part = PARTS.matcher(raw);
        while (part.find()) {
            String text = part.group(2).strip();
            switch (part.group(1).toLowerCase(Locale.ROOT)) {
                case "verdict" -> verdict = verdict(text);
                case "issues" -> issues = cut(text);
                default -> correction = cut(text);
            }
        }
        return new Reviewed(verdict, issues, correction);
    }

    private static Verdict verdict(String text) {
        Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
        return word.find() ? Verdict.read(word.group().replace(' ', '_')) : Verdict.UNKNOWN;
    }

    private static String cut(String text) {
        String given = text.matches("(?i)(none|n/a|-)\\.?") ? "" : text;
        return given.codePointCount(0, given.length()) <= LONGEST
                ? given
                : given.substring(0, given.offsetByCodePoints(0, LONGEST));
    }
}
