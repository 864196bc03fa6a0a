package dev.stoa.evolution.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The unified diff of two texts, by lines with three lines of context. Stateless. A longest common subsequence decides
 * which lines stay, so the diff is a smallest one.
 */
final class UnifiedDiff {
    private static final int CONTEXT = 3;
    // Beyond it the table of the subsequences takes too much memory; then all lines in the middle are replaced.
    private static final long LARGEST_TABLE = 4_000_000;

    private UnifiedDiff() {}

    private record Edit(char sign, String line, int before, int after) {}

    /** The diff; empty if the texts are equal. */
    static String of(@Nullable String from, @Nullable String to) {
        List<String> a = lines(from);
        List<String> b = lines(to);
        if (a.equals(b)) {
            return "";
        }
        return hunks(edits(a, b));
    }

    static List<String> lines(@Nullable String text) {
        return text == null || text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }

    private static List<Edit> edits(List<String> a, List<String> b) {
        int head = 0;
        while (head < Math.min(a.size(), b.size()) && a.get(head).equals(b.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(a.size(), b.size()) - head
                && a.get(a.size() - 1 - tail).equals(b.get(b.size() - 1 - tail))) {
            tail++;
        }
        int n = a.size() - head - tail;
        int m = b.size() - head - tail;
        int[][] length = table(a.subList(head, head + n), b.subList(head, head + m));
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < head; i++) {
            edits.add(new Edit(' ', a.get(i), i, i));
        }
        int i = 0;
        int j = 0;
        while (i < n || j < m) {
            String left = i < n ? a.get(head + i) : "";
            if (i < n && j < m && left.equals(b.get(head + j)) && length.length > 0) {
                edits.add(new Edit(' ', left, head + i++, head + j++));
            } else if (i < n && (j == m || length.length == 0 || length[i + 1][j] >= length[i][j + 1])) {
                edits.add(new Edit('-', left, head + i++, head + j));
            } else {
                edits.add(new Edit('+', b.get(head + j), head + i, head + j++));
            }
        }
        for (int k = tail; k > 0; k--) {
            edits.add(new Edit(' ', a.get(a.size() - k), a.size() - k, b.size() - k));
        }
        return edits;
    }

    /** How long the longest common subsequence of the rests is, from each place on. */
    private static int[][] table(List<String> a, List<String> b) {
        if ((long) a.size() * b.size() > LARGEST_TABLE) {
            return new int[0][];
        }
        int[][] length = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                length[i][j] = a.get(i).equals(b.get(j))
                        ? length[i + 1][j + 1] + 1
                        : Math.max(length[i + 1][j], length[i][j + 1]);
            }
        }
        return length;
    }

    private static String hunks(List<Edit> edits) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < edits.size()) {
            int first = at;
            while (first < edits.size() && edits.get(first).sign() == ' ') {
                first++;
            }
            if (first == edits.size()) {
                break;
            }
            int last = first;
            for (int i = first; i < edits.size() && i - last <= 2 * CONTEXT; i++) {
                last = edits.get(i).sign() == ' ' ? last : i;
            }
            int start = Math.max(at, first - CONTEXT);
            int end = Math.min(edits.size(), last + CONTEXT + 1);
            append(text, edits.subList(start, end));
            at = end;
        }
        return text.toString();
    }

    private static void append(StringBuilder text, List<Edit> hunk) {
        long removed = hunk.stream().filter(edit -> edit.sign() != '+').count();
        long added = hunk.stream().filter(edit -> edit.sign() != '-').count();
        Edit first = hunk.getFirst();
        text.append(String.format(
                        Locale.ROOT,
                        "@@ -%d,%d +%d,%d @@%n",
                        removed == 0 ? first.before() : first.before() + 1,
                        removed,
                        added == 0 ? first.after() : first.after() + 1,
                        added)
                .replace(System.lineSeparator(), "\n"));
        hunk.forEach(edit -> text.append(edit.sign()).append(edit.line()).append('\n'));
    }
}
