package dev.stoa.counsel.run;

import dev.stoa.base.Excerpt;
import java.util.ArrayList;
import java.util.List;
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
            Pattern.compile("(?im)^[\\h*_#>`-]*+(VERDICT|ISSUES|CORRECTION)[*_`]*+\\h*+:[*_`]*+");
    private static final Pattern WORD = Pattern.compile("[a-z_]+(?: correct)?");

    /**
     * Reads a reply; what cannot be read is {@link Verdict#UNKNOWN}. So is one with different verdicts: a reviewer that
     * quotes the answer may repeat a verdict that the answer itself holds.
     */
    public static Reviewed read(String raw) {
        List<Verdict> verdicts = new ArrayList<>();
        String issues = "";
        String correction = "";
        Matcher part = PARTS.matcher(raw);
        boolean found = part.find();
        while (found) {
            String name = part.group(1).toLowerCase(Locale.ROOT);
            int begin = part.end();
            found = part.find();
            String text =
                    raw.substring(begin, found ? part.start() : raw.length()).strip();
            switch (name) {
                case "verdict" -> verdicts.add(verdict(text));
                case "issues" -> issues = issues.isEmpty() ? cut(text) : issues;
                default -> correction = correction.isEmpty() ? cut(text) : correction;
            }
        }
        Verdict said = verdicts.stream().distinct().count() == 1 ? verdicts.getFirst() : Verdict.UNKNOWN;
        return new Reviewed(said, issues, correction);
    }

    private static Verdict verdict(String text) {
        Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
        return word.find() ? Verdict.read(word.group().replace(' ', '_')) : Verdict.UNKNOWN;
    }

    private static String cut(String text) {
        String given = text.matches("(?i)(none|n/a|-)\\.?") ? "" : text;
        return Excerpt.of(given, LONGEST);
    }
}
