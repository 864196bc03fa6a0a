package dev.stoa.cli.console;

import dev.stoa.cli.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a person reads: how wide lines are and whether they have colours. Immutable.
 *
 * <p>All text of agents passes through {@link #clean} before it is shown, because a terminal obeys what it is sent.
 */
public record Screen(int width, boolean colours) {
    private static final int WIDEST = 100;
    private static final int NARROWEST = 40;
    private static final int[] SEATS = {36, 33, 35, 32, 34, 31, 96, 93};

    /** The colours that this class puts into a line. */
    private static final Pattern COLOUR = Pattern.compile("\\u001b\\[(?:[0-2]|3[1-6]|9[36])m");

    public static Screen of(Environment environment) {
        String columns = environment.variables().getOrDefault("COLUMNS", "");
        int width = environment.screen() && columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : WIDEST;
        return new Screen(
                Math.max(NARROWEST, Math.min(WIDEST, width)),
                environment.screen()
                        && environment.variables().getOrDefault("NO_COLOR", "").isEmpty());
    }

    /** A text in one line, without anything that a terminal would obey. */
    public static String clean(String text) {
        return TerminalText.line(text).strip();
    }

    /** A line with colours of this class, and without anything else that a terminal would obey. */
    public static String painted(String line) {
        StringBuilder shown = new StringBuilder();
        Matcher colour = COLOUR.matcher(line);
        int from = 0;
        while (colour.find()) {
            shown.append(TerminalText.part(line.substring(from, colour.start())))
                    .append(colour.group());
            from = colour.end();
        }
        return shown.append(TerminalText.part(line.substring(from))).toString();
    }

    /** The beginning of a text in one line, with a mark if there is more. */
    public static String cut(String text, int most) {
        String line = clean(text);
        if (line.codePointCount(0, line.length()) <= most) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, most - 1)).stripTrailing() + "…";
    }

    public String bold(String text) {
        return in("1", text);
    }

    public String dim(String text) {
        return in("2", text);
    }

    public String good(String text) {
        return in("32", text);
    }

    public String bad(String text) {
        return in("31", text);
    }

    /** A text in the colour of a seat. */
    public String seat(int seat, String text) {
        return in(Integer.toString(SEATS[seat % SEATS.length]), text);
    }

    private String in(String code, String text) {
        return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    /** The lines of a text, each as wide as fits beside an indent of so many columns. Paragraphs stay apart. */
    public List<String> wrap(String text, int indent) {
        int room = Math.max(20, width - indent);
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.split("\\R", -1)) {
            StringBuilder line = new StringBuilder();
            for (String word : clean(paragraph).split(" +", -1)) {
                if (!line.isEmpty() && columns(line) + 1 + columns(word) > room) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
            if (!line.isEmpty()) {
                lines.add(line.toString());
            }
        }
        return lines.isEmpty() ? List.of("") : lines;
    }

    /** The lines of a text of others at the left edge; only the first begins there, so that the others forge none. */
    public List<String> hanging(String text) {
        List<String> lines = new ArrayList<>();
        wrap(text, 2).forEach(line -> lines.add(lines.isEmpty() ? line : "  " + line));
        return lines;
    }

    private static int columns(CharSequence text) {
        return (int) text.codePoints().count();
    }
}
