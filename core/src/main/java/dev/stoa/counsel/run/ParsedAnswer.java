package dev.stoa.counsel.run;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reply as its author meant it. Immutable.
 *
 * @param text what is shown of it
 * @param answer the short answer of its line {@code ANSWER:}; null if it has none
 * @param confidence how sure the author is, from 0 to 1
 */
public record ParsedAnswer(String text, @Nullable String answer, double confidence) {
    /** How sure an author is taken to be that does not say it. */
    public static final double UNSAID = .5;

    // Everything before the text is taken once and for all, so that a hostile line costs no more than its length.
    private static final Pattern ANSWER = Pattern.compile("(?i)[\\s*_#>`-]*+ANSWER[*_`]*+\\s*+:[*_`]*+\\s*+(.*)");
    private static final Pattern CONFIDENCE =
            Pattern.compile("(?i)[\\s*_#>`-]*+CONFIDENCE[*_`]*+\\s*+:[*_`]*+\\s*+(.*)");
    private static final String MARKS = "*_`";
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(?:%|/\\s*100)?");

    /**
     * Reads a reply. The two lines are looked for at its end alone, since an answer may speak of answers.
     *
     * @param truncated whether the reply was cut by its provider: then the author may have had more to say
     */
    public static ParsedAnswer read(String raw, boolean truncated) {
        List<String> lines = new ArrayList<>(raw.strip().lines().toList());
        String answer = null;
        Double sure = null;
        boolean seen = false;
        while (!lines.isEmpty()) {
            String line = lines.getLast();
            Matcher confidence = CONFIDENCE.matcher(line);
            Matcher brief = ANSWER.matcher(line);
            if (line.isBlank()) {
                lines.removeLast();
            } else if (!seen && confidence.matches()) {
                seen = true;
                sure = percent(unmarked(confidence.group(1)));
                lines.removeLast();
            } else if (answer == null && brief.matches()) {
                answer = unmarked(brief.group(1));
                lines.removeLast();
            } else {
                break;
            }
        }
        String text = String.join("\n", lines).strip();
        double confidence = sure == null ? UNSAID : sure;
        String given = answer == null || answer.isEmpty() ? null : answer;
        return new ParsedAnswer(
                text.isEmpty() && given != null ? given : text,
                given,
                truncated ? Math.min(UNSAID, confidence) : confidence);
    }

    /** A text without the marks of emphasis and the space at its end. */
    private static String unmarked(String text) {
        int end = text.length();
        while (end > 0 && (MARKS.indexOf(text.charAt(end - 1)) >= 0 || Character.isWhitespace(text.charAt(end - 1)))) {
            end--;
        }
        return text.substring(0, end).strip();
    }

    private static @Nullable Double percent(String text) {
        Matcher number = NUMBER.matcher(text.strip());
        if (!number.matches()) {
            return null;
        }
        double value = Double.parseDouble(number.group(1));
        return value <= 100 ? (Double) (value / 100) : null;
    }
}
