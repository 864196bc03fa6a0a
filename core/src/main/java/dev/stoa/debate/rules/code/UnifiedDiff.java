package dev.stoa.debate.rules.code;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MyersDiff;
import com.github.difflib.patch.DeltaType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The change from one text to another as a unified diff with three lines of context. Stateless, safe from any thread.
 * {@code apply(between(p, c), p)} equals {@code c} to the byte, also without a final newline.
 *
 * <p>A line ends with a line feed and with nothing else: a carriage return is part of its line. Texts that differ in
 * more than a thousand lines are not searched for their least difference; what lies between their common ends is
 * written as one change, so that no text takes long.
 */
public final class UnifiedDiff {
    static final String NO_NEWLINE = "\\ No newline at end of file\n";
    private static final int CONTEXT = 3;
    private static final int MOST_EDITS = 1_000;

    private final List<String> parent;
    private final List<String> child;
    private final StringBuilder out = new StringBuilder("--- parent\n+++ child\n");

    private UnifiedDiff(List<String> parent, List<String> child) {
        this.parent = parent;
        this.child = child;
    }

    /** The diff that makes the child of the parent; empty if they are equal. */
    public static String between(String parent, String child) {
        if (parent.equals(child)) {
            return "";
        }
        UnifiedDiff diff = new UnifiedDiff(lines(parent), lines(child));
        diff.write(diff.changes());
        return diff.out.toString();
    }

    /** The child of the parent. A diff that does not fit it, or is none, is refused. */
    public static String apply(String diff, String parent) {
        return diff.isEmpty() ? parent : new UnifiedPatch(lines(diff), lines(parent)).apply();
    }

    /** The lines of a text, each with its line feed, which only the last may lack. */
    static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            int to = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(from, to));
            from = to;
        }
        return lines;
    }

    private List<Change> changes() {
        int shortest = Math.min(parent.size(), child.size());
        int head = 0;
        while (head < shortest && parent.get(head).equals(child.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shortest - head
                && parent.get(parent.size() - 1 - tail).equals(child.get(child.size() - 1 - tail))) {
            tail++;
        }
        // Numbers are compared faster than lines.
        Map<String, Integer> numbers = new HashMap<>();
        List<Integer> before = numbered(parent.subList(head, parent.size() - tail), numbers);
        List<Integer> after = numbered(child.subList(head, child.size() - tail), numbers);
        List<Change> changes = new ArrayList<>();
        for (Change change : changes(before, after)) {
            changes.add(new Change(
                    change.deltaType,
                    change.startOriginal + head,
                    change.endOriginal + head,
                    change.startRevised + head,
                    change.endRevised + head));
        }
        changes.sort(Comparator.comparingInt(change -> change.startOriginal));
        return changes;
    }

    private static List<Change> changes(List<Integer> before, List<Integer> after) {
        List<Change> all = List.of(new Change(DeltaType.CHANGE, 0, before.size(), 0, after.size()));
        if (before.isEmpty() || after.isEmpty()) {
            return all;
        }
        try {
            return new MyersDiff<Integer>().computeDiff(before, after, new Patience());
        } catch (OutOfPatienceException e) {
            return all;
        }
    }

    private static List<Integer> numbered(List<String> lines, Map<String, Integer> numbers) {
        return lines.stream()
                .map(line -> numbers.computeIfAbsent(line, key -> numbers.size()))
                .toList();
    }

    /** The library knows no bound, but it reports every edit that it tries. */
    private static final class Patience implements DiffAlgorithmListener {
        @Override
        public void diffStart() {}

        @Override
        public void diffStep(int edits, int most) {
            if (edits > MOST_EDITS) {
                throw new OutOfPatienceException();
            }
        }

        @Override
        public void diffEnd() {}
    }

    private static final class OutOfPatienceException extends RuntimeException {
        private static final long serialVersionUID = 1;

        OutOfPatienceException() {
            super("too many edits", null, false, false);
        }
    }

    private void write(List<Change> changes) {
        int from = 0;
        for (int i = 1; i <= changes.size(); i++) {
            boolean near =
                    i < changes.size() && changes.get(i).startOriginal - changes.get(i - 1).endOriginal <= 2 * CONTEXT;
            if (!near) {
                hunk(changes.subList(from, i));
                from = i;
            }
        }
    }

    private void hunk(List<Change> changes) {
        Change first = changes.getFirst();
        Change last = changes.getLast();
        int lead = Math.min(CONTEXT, first.startOriginal);
        int trail = Math.min(CONTEXT, parent.size() - last.endOriginal);
        int start = first.startOriginal - lead;
        out.append("@@ -")
                .append(range(start, last.endOriginal + trail))
                .append(" +")
                .append(range(first.startRevised - lead, last.endRevised + trail))
                .append(" @@\n");
        int at = start;
        for (Change change : changes) {
            lines(' ', parent, at, change.startOriginal);
            lines('-', parent, change.startOriginal, change.endOriginal);
            lines('+', child, change.startRevised, change.endRevised);
            at = change.endOriginal;
        }
        lines(' ', parent, at, at + trail);
    }

    /** Where lines stand, from 1, and how many; of none the line before them. */
    static String range(int from, int to) {
        return (from == to ? from : from + 1) + "," + (to - from);
    }

    private void lines(char sign, List<String> lines, int from, int to) {
        for (String line : lines.subList(from, to)) {
            out.append(sign).append(line);
            if (!line.endsWith("\n")) {
                out.append('\n').append(NO_NEWLINE);
            }
        }
    }
}
