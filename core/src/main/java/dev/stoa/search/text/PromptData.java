package dev.stoa.search.text;

import dev.stoa.base.Trust;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Found text in the only form in which it may enter a prompt: quoted line by line under a heading that says what it is,
 * its source and its trust. Immutable. Never put it into a system prompt.
 *
 * @param kind what it is, such as {@code memory} or {@code evidence}
 * @param id the id of its row
 * @param origin where its text came from, if that is known
 */
public record PromptData(
        String kind, String id, Trust trust, @Nullable String origin, String content) {
    // Every line end that a model or a terminal may take for one.
    private static final Pattern LINE_END = Pattern.compile("\\R|[\\u000B\\u000C\\u001C-\\u001E\\u0085\\u2028\\u2029]");
    private static final Pattern UNFIT = Pattern.compile("[\\p{Cntrl}\\s\\[\\]|]+");

    /** The lines of one text: a heading, then each line of the content behind a bar. */
    public String render() {
        String from = origin == null ? "" : " origin=" + heading(origin);
        return "[" + heading(kind) + " " + heading(id) + " trust=" + trust.text() + from + "]\n" + quoted();
    }

    private String quoted() {
        // Most texts are one line, which costs less to see than to split.
        return isOneLine(content)
                ? "| " + content + "\n"
                : LINE_END.splitAsStream(content)
                        .map(line -> "| " + line + "\n")
                        .collect(Collectors.joining());
    }

    private static boolean isOneLine(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '\u0085' || c == '\u2028' || c == '\u2029') {
                return false;
            }
        }
        return true;
    }

    /** The lines of several texts, one after another. */
    public static String render(List<PromptData> texts) {
        return texts.stream().map(PromptData::render).collect(Collectors.joining());
    }

    /** A word of the heading, which can neither end it nor look like another. */
    private static String heading(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c == '[' || c == ']' || c == '|' || c == '\u007f') {
                return UNFIT.matcher(value).replaceAll("_");
            }
        }
        return value;
    }
}
