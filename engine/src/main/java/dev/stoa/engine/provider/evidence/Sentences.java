package dev.stoa.engine.provider.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts plain text or Markdown into sentences. Not safe for use by several threads: one object reads one text.
 *
 * <p>Lines of a paragraph belong together however they are wrapped; a blank line, a heading, a list item and a table
 * row stand alone. What has no end in 600 characters is cut at a line end, else at a space, else where it must be.
 */
final class Sentences {
    /** The longest sentence, in characters. */
    static final int MOST = Window.MOST;

    private static final Pattern LINE = Pattern.compile("[^\\r\\n]*(\\r\\n|\\r|\\n|$)");
    private static final Pattern HEADING = Pattern.compile("\\s{0,3}#{1,6}\\s+");
    private static final Pattern UNDERLINE = Pattern.compile("\\s{0,3}(={3,}|-{3,})\\s*");
    private static final Pattern RULE = Pattern.compile("\\s*([-*_=~`]\\s*){3,}[a-z]*\\s*");
    private static final Pattern MARK = Pattern.compile("\\s*(>\\s*)*([-*+•]|\\d{1,3}[.)])\\s+|\\s*(>\\s*)+");
    private static final Pattern END = Pattern.compile("[.!?…]+[\"'”’»)\\]*_]*(?=\\s)|[。！？]+[”’」』）]*");
    private static final Pattern SPACE = Pattern.compile("\\p{IsWhite_Space}+");
    private static final Pattern LAST_WORD = Pattern.compile("[\\p{L}\\p{Nd}.]+$");

    /** Abbreviations after which a sentence always continues. */
    private static final Set<String> GOES_ON = Set.of(
            "mr", "mrs", "ms", "dr", "prof", "st", "vs", "e.g", "i.e", "eg", "ie", "cf", "fig", "figs", "eq", "sec",
            "ch", "vol", "approx", "ca", "gen", "col", "sgt", "rev", "hon", "jr", "sr", "al", "resp", "viz");

    /** Shortened words after which it goes on if a number follows. */
    private static final Set<String> BEFORE_NUMBER = Set.of(
            "no", "nos", "p", "pp", "art", "v", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct",
            "nov", "dec");

    private final String text;
    private final List<Sentence> found = new ArrayList<>();
    private int from = -1;
    private int to;

    private Sentences(String text) {
        this.text = text;
    }

    /** The sentences of a text, in order; none if it is blank. */
    static List<Sentence> of(String text) {
        Sentences sentences = new Sentences(text);
        sentences.read();
        return List.copyOf(sentences.found);
    }

    private void read() {
        Matcher lines = LINE.matcher(text);
        while (lines.find() && lines.end() > lines.start()) {
            int start = lines.start();
            int end = lines.start(1);
            String line = text.substring(start, end);
            Matcher heading = HEADING.matcher(line);
            Matcher mark = MARK.matcher(line);
            if (line.isBlank()) {
                close(false);
            } else if (UNDERLINE.matcher(line).matches()
                    && from >= 0
                    && text.substring(from, to).lines().count() == 1) {
                close(true);
            } else if (RULE.matcher(line).matches()) {
                close(false);
            } else if (heading.lookingAt()) {
                close(false);
                open(start + heading.end(), end);
                close(true);
            } else if (mark.lookingAt()) {
                close(false);
                open(start + mark.end(), end);
            } else if (line.stripLeading().startsWith("|")) {
                close(false);
                open(start, end);
                close(false);
            } else {
                open(start, end);
            }
        }
        close(false);
    }

    private void open(int start, int end) {
        from = from < 0 ? start : from;
        to = end;
    }

    /** Ends the paragraph that is open, and cuts it into its sentences. */
    private void close(boolean heading) {
        if (from < 0) {
            return;
        }
        String paragraph = text.substring(from, to);
        int start = 0;
        if (!heading) {
            Matcher ends = END.matcher(paragraph);
            while (ends.find()) {
                if (isEnd(paragraph, start, ends)) {
                    add(paragraph, start, ends.end(), false);
                    start = ends.end();
                }
            }
        }
        add(paragraph, start, paragraph.length(), heading);
        from = -1;
    }

    private static boolean isEnd(String paragraph, int start, Matcher mark) {
        if (!mark.group().startsWith(".") || mark.group().startsWith("..")) {
            return true;
        }
        int next = SPACE.matcher(paragraph).find(mark.end()) ? afterSpace(paragraph, mark.end()) : paragraph.length();
        if (next == paragraph.length()) {
            return true;
        }
        int follows = paragraph.codePointAt(next);
        if (Character.isLowerCase(follows)) {
            return false;
        }
        Matcher before = LAST_WORD.matcher(paragraph.substring(start, mark.start()));
        String word = before.find() ? before.group() : "";
        String lower = word.toLowerCase(Locale.ROOT);
        boolean initial = word.length() == 1 && Character.isUpperCase(word.charAt(0)) && word.charAt(0) != 'I';
        boolean number = Character.isDigit(follows);
        return !initial && !GOES_ON.contains(lower) && !(number && BEFORE_NUMBER.contains(lower));
    }

    private static int afterSpace(String paragraph, int at) {
        int i = at;
        while (i < paragraph.length() && Character.isWhitespace(paragraph.charAt(i))) {
            i++;
        }
        return i;
    }

    private void add(String paragraph, int start, int end, boolean heading) {
        int at = start;
        while (at < end) {
            at = Math.min(end, afterSpace(paragraph, at));
            int cut = end - at <= MOST ? end : cut(paragraph, at);
            String sentence =
                    SPACE.matcher(paragraph.substring(at, cut)).replaceAll(" ").strip();
            if (!sentence.isEmpty()) {
                found.add(new Sentence(from + at, sentence, heading));
            }
            at = cut;
        }
    }

    private static int cut(String paragraph, int at) {
        int limit = at + MOST;
        int line = paragraph.lastIndexOf('\n', limit);
        if (line > at) {
            return line;
        }
        int space = paragraph.lastIndexOf(' ', limit);
        if (space > at) {
            return space;
        }
        return Character.isLowSurrogate(paragraph.charAt(limit)) ? limit - 1 : limit;
    }
}
