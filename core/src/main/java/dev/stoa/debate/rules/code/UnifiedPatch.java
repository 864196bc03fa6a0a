package dev.stoa.debate.rules.code;

import dev.stoa.base.VerificationException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The application of one diff to one text, line by line. For one thread; nothing is looked for where it is not. */
final class UnifiedPatch {
    private static final Pattern HUNK =
            Pattern.compile("@@ -([0-9]{1,9}),([0-9]{1,9}) \\+([0-9]{1,9}),([0-9]{1,9}) @@\n");

    private final List<String> diff;
    private final List<String> parent;
    private final StringBuilder child = new StringBuilder();
    private int at;
    private int taken;
    private int made;
    private boolean ended;

    UnifiedPatch(List<String> diff, List<String> parent) {
        this.diff = diff;
        this.parent = parent;
    }

    String apply() {
        if (diff.size() < 3 || !diff.get(0).startsWith("--- ") || !diff.get(1).startsWith("+++ ")) {
            throw refused("it does not begin with --- and +++");
        }
        at = 2;
        while (at < diff.size()) {
            hunk();
        }
        while (taken < parent.size()) {
            keep();
        }
        return child.toString();
    }

    private void hunk() {
        Matcher header = HUNK.matcher(diff.get(at));
        if (!header.matches()) {
            throw refused("a hunk was expected");
        }
        int old = number(header, 2);
        int fresh = number(header, 4);
        int from = number(header, 1) - (old == 0 ? 0 : 1);
        if (from < taken || from > parent.size()) {
            throw refused("its place is outside the text");
        }
        while (taken < from) {
            keep();
        }
        if (made != number(header, 3) - (fresh == 0 ? 0 : 1)) {
            throw refused("its place does not follow from the hunks before it");
        }
        at++;
        body(taken + old, made + fresh);
    }

    private void body(int lastTaken, int lastMade) {
        while (taken < lastTaken || made < lastMade) {
            if (at == diff.size()) {
                throw refused("it ends within a hunk");
            }
            String line = content();
            char sign = diff.get(at).charAt(0);
            if (sign != '+') {
                if (taken == parent.size() || !parent.get(taken).equals(line)) {
                    throw refused("the text has another line there");
                }
                taken++;
            }
            if (sign != '-') {
                add(line);
            }
            at += line.endsWith("\n") ? 1 : 2;
            if (taken > lastTaken || made > lastMade) {
                throw refused("the hunk has more lines than it says");
            }
        }
    }

    /** The line of the text that a line of a hunk holds, with its line feed unless the next says that it has none. */
    private String content() {
        String line = diff.get(at);
        if (!line.endsWith("\n") || " +-".indexOf(line.charAt(0)) < 0) {
            throw refused("it is no line of a hunk");
        }
        boolean bare = at + 1 < diff.size() && diff.get(at + 1).equals(UnifiedDiff.NO_NEWLINE);
        return line.substring(1, line.length() - (bare ? 1 : 0));
    }

    private void keep() {
        add(parent.get(taken++));
    }

    private void add(String line) {
        if (ended) {
            throw refused("a line follows one without a line end");
        }
        child.append(line);
        made++;
        ended = !line.endsWith("\n");
    }

    private static int number(Matcher header, int group) {
        return Integer.parseInt(header.group(group));
    }

    private VerificationException refused(String why) {
        return new VerificationException(
                "verification_failed",
                "the diff does not fit at its line " + Math.min(at + 1, diff.size()) + ": " + why,
                "apply it to the version that it was made from");
    }
}
