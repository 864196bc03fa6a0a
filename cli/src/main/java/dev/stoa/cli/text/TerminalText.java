package dev.stoa.cli.text;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Text that a terminal shows and does not obey. Stateless. Whatever a command prints passes through here once more than
 * it must: an agent, an imported file or a server wrote some of it.
 */
public final class TerminalText {
    /** Control characters, line separators, and what turns the direction of the text that follows. */
    private static final String OBEYED = "\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";

    /** What has no width, and so makes two names look alike. Joiners stay, since scripts and emoji need them. */
    private static final String UNSEEN =
            "\\u00ad\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb\\x{e0000}-\\x{e007f}";

    private static final Pattern OBEYED_RUN = Pattern.compile("[" + OBEYED + "]+");
    private static final Pattern UNSEEN_RUN = Pattern.compile("[" + UNSEEN + "]+");
    private static final Pattern ESCAPED = Pattern.compile("[" + OBEYED + UNSEEN + "]");

    private TerminalText() {}

    /** A text in one line with its indent. */
    public static String line(String text) {
        return part(text).stripTrailing();
    }

    /** A part of a line, with the blanks at its end. */
    public static String part(String text) {
        String spaced = OBEYED_RUN.matcher(text.replace("\t", "    ")).replaceAll(" ");
        return UNSEEN_RUN.matcher(spaced).replaceAll("");
    }

    /** The lines of a text. */
    public static List<String> lines(String text) {
        return text.stripTrailing().lines().map(TerminalText::line).toList();
    }

    /** The lines of a text, each behind a mark, so that none of them can be taken for a line of the program. */
    public static List<String> quoted(String mark, String text) {
        return text.stripTrailing()
                .lines()
                .map(line -> (mark + line(line)).stripTrailing())
                .toList();
    }

    /** A stack trace; a message in it may quote anything. */
    public static String trace(String trace) {
        return trace.lines().map(line -> line(line).strip()).collect(Collectors.joining("\n\t"));
    }

    /** A document as JSON; what a terminal would obey is written as an escape, which means the same to a program. */
    public static String json(@Nullable Object document) {
        return escaped(Json.write(document));
    }

    /** Written JSON, with what a terminal would obey as escapes. */
    public static String escaped(String json) {
        return ESCAPED.matcher(json).replaceAll(match -> {
            StringBuilder escape = new StringBuilder();
            match.group().chars().forEach(unit -> escape.append(String.format(Locale.ROOT, "\\\\u%04x", unit)));
            return escape.toString();
        });
    }
}
