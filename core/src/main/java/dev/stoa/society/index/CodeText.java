package dev.stoa.society.index;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which characters of a Markdown text are code: fenced blocks, and spans between equally long runs of backticks.
 * Stateless. One pass over the text, whatever is in it.
 */
public final class CodeText {
    private static final int FENCE = 3;
    private static final int MOST_INDENT = 3;

    private CodeText() {}

    /** A run of backticks. */
    private record Ticks(int from, int to) {
        int length() {
            return to - from;
        }
    }

    /** A fence that is open. */
    private record Fence(char mark, int length) {}

    public static BitSet of(String text) {
        BitSet code = new BitSet(text.length());
        List<Ticks> ticks = new ArrayList<>();
        Fence open = null;
        for (int from = 0; from < text.length(); ) {
            int newline = text.indexOf('\n', from);
            int to = newline < 0 ? text.length() : newline;
            Fence fence = fence(text, from, to);
            if (open != null) {
                code.set(from, to);
                if (fence != null && closes(text, to, open, fence, from)) {
                    open = null;
                }
            } else if (fence != null) {
                spans(code, ticks);
                code.set(from, to);
                open = fence;
            } else if (text.substring(from, to).isBlank()) {
                // A span does not go on in the next paragraph.
                spans(code, ticks);
            } else {
                ticks(text, from, to, ticks);
            }
            from = to + 1;
        }
        spans(code, ticks);
        return code;
    }

    /** The fence that a line begins with; null if it begins with none. */
    private static @Nullable Fence fence(String text, int from, int to) {
        int start = from;
        while (start < to && start - from <= MOST_INDENT && text.charAt(start) == ' ') {
            start++;
        }
        if (start == to || start - from > MOST_INDENT) {
            return null;
        }
        char mark = text.charAt(start);
        int end = start;
        while (end < to && text.charAt(end) == mark) {
            end++;
        }
        boolean fences = mark == '~' || (mark == '`' && text.substring(end, to).indexOf('`') < 0);
        return fences && end - start >= FENCE ? new Fence(mark, end - start) : null;
    }

    private static boolean closes(String text, int to, Fence open, Fence fence, int from) {
        return fence.mark() == open.mark()
                && fence.length() >= open.length()
                && text.substring(from, to).strip().length() == fence.length();
    }

    private static void ticks(String text, int from, int to, List<Ticks> ticks) {
        boolean escaped = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c != '`') {
                escaped = c == '\\' && !escaped;
                continue;
            }
            int start = escaped ? i + 1 : i;
            while (i + 1 < to && text.charAt(i + 1) == '`') {
                i++;
            }
            if (start <= i) {
                ticks.add(new Ticks(start, i + 1));
            }
            escaped = false;
        }
    }

    /** Marks the spans of a paragraph: each run goes with the next of the same length, and one without is text. */
    private static void spans(BitSet code, List<Ticks> ticks) {
        int[] partner = new int[ticks.size()];
        Map<Integer, Integer> next = new HashMap<>();
        for (int i = ticks.size() - 1; i >= 0; i--) {
            partner[i] = next.getOrDefault(ticks.get(i).length(), -1);
            next.put(ticks.get(i).length(), i);
        }
        for (int i = 0; i < partner.length; i++) {
            if (partner[i] >= 0) {
                code.set(ticks.get(i).from(), ticks.get(partner[i]).to());
                i = partner[i];
            }
        }
        ticks.clear();
    }
}
