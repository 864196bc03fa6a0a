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
 * row stand alone. A frame of asterisks is no part of the text in it. What has no end in 600 characters is cut at a line end, else at a space, else where it must be.
 */
final class Sentences {
    /** The longest sentence, in characters. */
    static final int MOST = Window.MOST;

    private static final Pattern LINE = Pattern.compile("[^\\r\\n]*(\\r\\n|\\r|\\n|$)");
    private static final Pattern HEADING = Pattern.compile("\\s{0,3}#{1,6}\\s+");
    private static final Pattern UNDERLINE = Pattern.compile("\\s{0,3}(={3,}|-{3,})\\s*");
    private static final Pattern RULE = Pattern.compile("\\s*([-*_=~`]\\s*){3,}[a-z]*\\s*");
    private static final Pattern MARK = Pattern.compile(
            "\\s*(>\\s*)*([-*+•]|\\d{1,3}[.)]|\\([a-z]{1,4}\\)|[a-z]\\)|[ivx]{1,4}\\.)\\s+|\\s*(>\\s*)+");
    private static final Pattern BOXED =
            Pattern.compile("(?m)^([ \\t]*)\\*([ \\t]+[^\\r\\n]*[ \\t]+|[ \\t]*)\\*([ \\t]*)$");
    private static final Pattern PLACE =
            Pattern.compile("(?i)(article|section|amendment|chapter|part|exhibit|appendix|§)\\s*[\\p{L}\\p{Nd}.]{0,8}");
    private static final Pattern NO_TITLE = Pattern.compile(".*[.,;:!?]$");
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

    private static final Set<String> IN_TITLES =
            Set.of("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with");
    private static final int LONGEST_TITLE = 70;
    private static final int LONGEST_LABEL = 50;
    private static final int MOST_OF_TITLE = 9;
    private static final int LONGEST_LEAD = 400;

    private final String text;
    private final int most;
    private final List<Sentence> found = new ArrayList<>();
    private int from = -1;
    private int to;
    private boolean item;
    private String section = "";
    private String lead = "";
    private String leadKind = "";
    private String listed = "";
    private String itemKind = "";

    private Sentences(String text, int most) {
        this.text = text;
        this.most = most;
    }

    /** The sentences of a text, in order; none if it is blank. */
    static List<Sentence> of(String text) {
        return of(text, MOST);
    }

    /** The same with another bound of their length. */
    static List<Sentence> of(String text, int most) {
        Sentences sentences = new Sentences(unboxed(text), most);
        sentences.read();
        return List.copyOf(sentences.found);
    }

    /** Lines between asterisks are the text in a frame: the frame becomes spaces, so that every offset stays. */
    private static String unboxed(String text) {
        Matcher boxed = BOXED.matcher(text);
        StringBuilder out = new StringBuilder(text);
        while (boxed.find()) {
            out.setCharAt(boxed.end(1), ' ');
            out.setCharAt(boxed.start(3) - 1, ' ');
        }
        return out.toString();
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
                item = !line.stripLeading().startsWith(">");
                String kind = kind(mark.group().strip());
                // Items of another kind, or of the kind that the lead itself stands in, are no longer its list.
                if (!kind.equals(listed) && (!listed.isEmpty() || kind.equals(leadKind))) {
                    lead = "";
                }
                listed = lead.isEmpty() ? "" : kind;
                itemKind = kind;
                open(start + mark.end(), end);
                if (isTitle(line.substring(mark.end()).strip()) && isBlankFrom(lines.end())) {
                    close(true);
                }
            } else if (from < 0 && isHeading(line, lines.end())) {
                open(start, end);
                close(true);
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

    /** Whether a line only names what follows: alone and written as a title, or with its text indented below it. */
    private boolean isHeading(String line, int next) {
        String bare = line.strip();
        if (NO_TITLE.matcher(bare).matches()) {
            return false;
        }
        int end = text.indexOf('\n', next);
        String below = next >= text.length() ? "" : text.substring(next, end < 0 ? text.length() : end);
        if (!below.isBlank()) {
            return bare.length() <= LONGEST_LABEL
                    && indent(below) >= indent(line) + 2
                    && (bare.startsWith("-")
                            || bare.equals(bare.toUpperCase(Locale.ROOT))
                            || !Character.isLowerCase(below.strip().codePointAt(0)));
        }
        return next < text.length()
                && bare.length() <= LONGEST_TITLE
                && (isTitle(bare) || PLACE.matcher(bare).matches());
    }

    /** What kind of mark begins a list item. */
    private static String kind(String mark) {
        String bare = mark.replaceAll("[().>\\s]", "");
        if (bare.isEmpty() || !Character.isLetterOrDigit(bare.codePointAt(0))) {
            return "bullet";
        }
        return Character.isDigit(bare.codePointAt(0)) ? "number" : mark.endsWith(".") ? "roman" : "letter";
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private boolean isBlankFrom(int next) {
        int end = text.indexOf('\n', next);
        return next < text.length()
                && text.substring(next, end < 0 ? text.length() : end).isBlank();
    }

    /** Whether all its longer words begin with capitals, and none is a verb of a statement. */
    private static boolean isTitle(String line) {
        String[] words = SPACE.split(line, -1);
        boolean capital = false;
        for (String word : words) {
            String letters = word.replaceAll("[^\\p{L}]", "");
            boolean small = letters.isEmpty() || !Character.isUpperCase(letters.codePointAt(0));
            if ((small && !letters.isEmpty() && !IN_TITLES.contains(letters))
                    || Lexicon.AUXILIARIES.contains(letters.toLowerCase(Locale.ROOT))) {
                return false;
            }
            capital |= !small;
        }
        return capital && words.length <= MOST_OF_TITLE;
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
        if (!item && !heading) {
            lead = "";
        }
        if (!heading) {
            Matcher ends = END.matcher(paragraph);
            while (ends.find()) {
                if (isEnd(paragraph, start, ends)) {
                    String first = paragraph.substring(start, ends.start()).strip();
                    boolean title = start == 0
                            && !paragraph.substring(ends.end()).isBlank()
                            && (isTitle(first) || PLACE.matcher(first).matches());
                    add(paragraph, start, ends.end(), title);
                    start = ends.end();
                }
            }
        }
        add(paragraph, start, paragraph.length(), heading);
        if (heading) {
            lead = "";
        } else if (paragraph.stripTrailing().endsWith(":") && !found.isEmpty()) {
            String last = found.getLast().text();
            lead = last.length() <= LONGEST_LEAD ? last : last.substring(last.length() - LONGEST_LEAD);
            leadKind = item ? itemKind : "";
            listed = "";
        }
        from = -1;
        item = false;
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
        Matcher before = LAST_WORD.matcher(paragraph.substring(start, mark.start()));
        String word = before.find() ? before.group() : "";
        String lower = word.toLowerCase(Locale.ROOT);
        if (Character.isLowerCase(follows)) {
            // Names of programs begin sentences in lower case; manuals part sentences by two spaces.
            boolean parted = next - mark.end() > 1 && paragraph.charAt(mark.end()) == ' ';
            return word.length() > 3 && word.equals(lower) && !word.contains(".") && !GOES_ON.contains(lower) && parted;
        }
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
            int cut = end - at <= most ? end : cut(paragraph, at);
            String sentence =
                    SPACE.matcher(paragraph.substring(at, cut)).replaceAll(" ").strip();
            if (!sentence.isEmpty()) {
                found.add(new Sentence(from + at, sentence, heading, section, heading || !item ? "" : lead));
                section = heading ? sentence : section;
            }
            at = cut;
        }
    }

    private int cut(String paragraph, int at) {
        int limit = at + most;
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
