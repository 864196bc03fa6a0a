package dev.stoa.counsel.keyword;

import dev.stoa.json.Json;
import dev.stoa.search.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a text that has most of what was looked for. Immutable.
 *
 * @param text at most 160 characters, with {@code …} where it is cut
 * @param marks where the hits are in it, from and to, counted in code points
 */
public record Snippet(String text, List<Mark> marks) {
    private static final int LONGEST = 160;
    private static final int LONGEST_TERM = 64;
    private static final String CUT = "…";

    // Hits beyond these do not make it better.
    private static final int MOST_MARKS = 2_000;

    public Snippet {
        marks = List.copyOf(marks);
    }

    /** One hit, from and to in code points. */
    public record Mark(int start, int end) {}

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "text",
                text,
                "marks",
                marks.stream().map(mark -> List.of(mark.start(), mark.end())).toList());
    }

    /** The part of a content around the densest hits; adds to {@code found} the words that were hit. */
    static Snippet of(String content, QueryTerms query, Set<String> found) {
        int[] codePoints = content.codePoints().toArray();
        List<Mark> marks = marks(codePoints, query, found);
        int length = codePoints.length;
        if (length <= LONGEST) {
            return new Snippet(content, marks);
        }
        // Room for a sign of the cut at both ends.
        int room = LONGEST - 2;
        int start = start(marks, room, length);
        int end = Math.min(length, start + room);
        start = start > 0 ? wordStart(codePoints, start, marks) : 0;
        int from = start;
        int to = end;
        int shift = from > 0 ? 1 : 0;
        String text = (from > 0 ? CUT : "") + new String(codePoints, from, to - from) + (to < length ? CUT : "");
        return new Snippet(
                text,
                marks.stream()
                        .filter(mark -> mark.start() >= from && mark.end() <= to)
                        .map(mark -> new Mark(mark.start() - from + shift, mark.end() - from + shift))
                        .toList());
    }

    /** Where a window begins that holds most hits, with what is left of its room shared between both sides. */
    private static int start(List<Mark> marks, int room, int length) {
        int first = 0;
        int most = 0;
        int last = -1;
        int end = 0;
        for (int i = 0; i < marks.size(); i++) {
            while (end < marks.size() && marks.get(end).end() - marks.get(i).start() <= room) {
                end++;
            }
            if (end - i > most) {
                most = end - i;
                first = i;
                last = end - 1;
            }
        }
        if (last < first) {
            return marks.isEmpty() ? 0 : Math.min(marks.getFirst().start(), length - room);
        }
        int used = marks.get(last).end() - marks.get(first).start();
        return Math.clamp(marks.get(first).start() - (room - used) / 2L, 0, length - room);
    }

    /** The next beginning of a word, unless that would cost a hit or much of the text. */
    private static int wordStart(int[] codePoints, int start, List<Mark> marks) {
        int firstMark = marks.stream()
                .mapToInt(Mark::start)
                .filter(at -> at >= start)
                .min()
                .orElse(start);
        for (int i = start; i < Math.min(start + 20, firstMark); i++) {
            if (Character.isWhitespace(codePoints[i - 1])) {
                return i;
            }
        }
        return start;
    }

    private static List<Mark> marks(int[] text, QueryTerms query, Set<String> found) {
        List<Mark> marks = new ArrayList<>();
        int at = 0;
        while (at < text.length && marks.size() < MOST_MARKS) {
            if (!isWord(text[at])) {
                at++;
                continue;
            }
            int end = at;
            while (end < text.length && isWord(text[end])) {
                end++;
            }
            mark(text, inner(text, at, end, 1), inner(text, end - 1, at - 1, -1) + 1, query, found, marks);
            at = end;
        }
        return marks;
    }

    /** The first place that is no apostrophe: those around a word are quotes. */
    private static int inner(int[] text, int from, int to, int step) {
        int at = from;
        while (at != to && (text[at] == '\'' || text[at] == '\u2019')) {
            at += step;
        }
        return at;
    }

    private static boolean isWord(int c) {
        return Character.isLetterOrDigit(c)
                || c == '_'
                || c == '\''
                || c == '\u2019'
                || switch (Character.getType(c)) {
                    case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
                    default -> false;
                };
    }

    private static boolean isPlain(String run) {
        for (int i = 0; i < run.length(); i++) {
            if (run.charAt(i) < 'a' || run.charAt(i) > 'z') {
                return false;
            }
        }
        return run.length() <= LONGEST_TERM;
    }

    private static void mark(int[] text, int from, int to, QueryTerms query, Set<String> found, List<Mark> marks) {
        if (from >= to) {
            return;
        }
        String run = new String(text, from, to - from);
        // A plain word is its own term, and most are.
        List<String> words = isPlain(run)
                ? run.length() == 1 || Tokenizer.isStopWord(run) ? List.of() : List.of(run)
                : Tokenizer.keywords(run);
        boolean hit = false;
        for (String word : words) {
            if (query.matches(word)) {
                found.add(word);
                hit = true;
            }
        }
        if (!hit) {
            return;
        }
        // Pairs of a script without spaces are marked one by one, for the run may be as long as the text.
        boolean pairs = to - from > 2
                && words.size() == to - from - 1
                && words.stream().allMatch(word -> word.codePointCount(0, word.length()) == 2);
        if (!pairs) {
            marks.add(new Mark(from, to));
            return;
        }
        for (int i = 0; i < words.size() && marks.size() < MOST_MARKS; i++) {
            if (query.matches(words.get(i))) {
                Mark last = marks.isEmpty() ? null : marks.getLast();
                if (last != null && last.end() > from + i) {
                    marks.set(marks.size() - 1, new Mark(last.start(), from + i + 2));
                } else {
                    marks.add(new Mark(from + i, from + i + 2));
                }
            }
        }
    }
}
