package dev.stoa.server.console.text;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What changed from one text to another, word by word: what went in {@code del}, what came in {@code ins}. Stateless.
 *
 * <p>The least difference is searched up to a thousand edits; beyond them all that lies between the common ends counts
 * as changed, so that no pair of texts takes long.
 */
public final class WordDiff {
    static final int MOST_EDITS = 1_000;
    /** Words and blanks that are compared, of each text; those of its common ends do not count. */
    static final int MOST_COMPARED = 20_000;

    /** A word that both texts have, by its place in each. */
    private record Same(int before, int after) {
        boolean follows(Same other) {
            return before == other.before + 1 && after == other.after + 1;
        }
    }

    private WordDiff() {}

    /** The later text with what it lost and what it gained; a text that did not change has no mark. */
    public static Content of(String before, String after) {
        List<String> left = words(Visible.text(before));
        List<String> right = words(Visible.text(after));
        StringBuilder out = new StringBuilder();
        Same last = new Same(-1, -1);
        for (Same same : whole(left, common(left, right))) {
            change(left.subList(last.before + 1, same.before), right.subList(last.after + 1, same.after), out);
            Visible.escape(left.get(same.before), out);
            last = same;
        }
        change(left.subList(last.before + 1, left.size()), right.subList(last.after + 1, right.size()), out);
        return new Markup(out.toString());
    }

    private static void change(List<String> gone, List<String> come, StringBuilder out) {
        change("del", gone, out);
        change("ins", come, out);
    }

    private static void change(String element, List<String> words, StringBuilder out) {
        if (!words.isEmpty()) {
            out.append('<').append(element).append('>');
            words.forEach(word -> Visible.escape(word, out));
            out.append("</").append(element).append('>');
        }
    }

    /** Runs of blanks and runs of others; an ideograph is a word of its own. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            if (next == text.length()
                    || Character.isIdeographic(c)
                    || Character.isIdeographic(text.codePointAt(next))
                    || Character.isWhitespace(c) != Character.isWhitespace(text.codePointAt(next))) {
                words.add(text.substring(from, next));
                from = next;
            }
            i = next;
        }
        return words;
    }

    /** Without the blanks that stand alone between two changes: they would tear a changed phrase into words. */
    private static List<Same> whole(List<String> words, List<Same> common) {
        List<Same> kept = new ArrayList<>();
        for (int i = 1; i < common.size() - 1; i++) {
            Same same = common.get(i);
            String word = words.get(same.before);
            boolean alone =
                    !same.follows(common.get(i - 1)) && !common.get(i + 1).follows(same);
            if (!alone || !word.isBlank() || word.contains("\n")) {
                kept.add(same);
            }
        }
        return kept;
    }

    /** What both have, in order, between a place before the first word and one behind the last. */
    private static List<Same> common(List<String> left, List<String> right) {
        int shortest = Math.min(left.size(), right.size());
        int head = 0;
        while (head < shortest && left.get(head).equals(right.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shortest - head && left.get(left.size() - 1 - tail).equals(right.get(right.size() - 1 - tail))) {
            tail++;
        }
        List<Same> common = new ArrayList<>();
        for (int i = -1; i < head; i++) {
            common.add(new Same(i, i));
        }
        // Numbers are compared faster than words.
        Map<String, Integer> numbers = new HashMap<>();
        int[] before = numbered(left.subList(head, left.size() - tail), numbers);
        int[] after = numbered(right.subList(head, right.size() - tail), numbers);
        for (Same same : longest(before, after)) {
            common.add(new Same(same.before + head, same.after + head));
        }
        for (int i = tail; i >= 0; i--) {
            common.add(new Same(left.size() - i, right.size() - i));
        }
        return common;
    }

    private static int[] numbered(List<String> words, Map<String, Integer> numbers) {
        return words.stream()
                .mapToInt(word -> numbers.computeIfAbsent(word, key -> numbers.size()))
                .toArray();
    }

    /**
     * The longest common sequence, by the greedy algorithm of Myers: for each number of edits, how far one comes on each
     * diagonal. Empty beyond the bounds.
     */
    private static List<Same> longest(int[] before, int[] after) {
        if (Math.max(before.length, after.length) > MOST_COMPARED) {
            return List.of();
        }
        int most = Math.min(MOST_EDITS, before.length + after.length);
        int middle = most + 1;
        int[] furthest = new int[2 * most + 3];
        List<int[]> rounds = new ArrayList<>();
        for (int edits = 0; edits <= most; edits++) {
            for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
                int at = middle + diagonal;
                int x = comesFromAbove(furthest, at, diagonal, edits) ? furthest[at + 1] : furthest[at - 1] + 1;
                while (x < before.length && x - diagonal < after.length && before[x] == after[x - diagonal]) {
                    x++;
                }
                furthest[at] = x;
                if (x >= before.length && x - diagonal >= after.length) {
                    return path(rounds, before.length, after.length);
                }
            }
            rounds.add(Arrays.copyOfRange(furthest, middle - edits - 1, middle + edits + 2));
        }
        return List.of();
    }

    /** Whether the best way to a diagonal is a word that came, and not one that went. */
    private static boolean comesFromAbove(int[] furthest, int at, int diagonal, int edits) {
        return diagonal == -edits || (diagonal != edits && furthest[at - 1] < furthest[at + 1]);
    }

    /** The way back from the ends, through the rounds. */
    private static List<Same> path(List<int[]> rounds, int before, int after) {
        List<Same> path = new ArrayList<>();
        int x = before;
        int y = after;
        for (int edits = rounds.size(); edits > 0; edits--) {
            int[] furthest = rounds.get(edits - 1);
            int diagonal = x - y;
            int at = edits + diagonal;
            boolean above = comesFromAbove(furthest, at, diagonal, edits);
            int fromX = above ? furthest[at + 1] : furthest[at - 1];
            int fromY = fromX - (above ? diagonal + 1 : diagonal - 1);
            // One step is the edit; the steps behind it are words in common.
            while (x - fromX + y - fromY > 1) {
                path.add(new Same(--x, --y));
            }
            x = fromX;
            y = fromY;
        }
        while (x > 0) {
            path.add(new Same(--x, --y));
        }
        Collections.reverse(path);
        return path;
    }
}
