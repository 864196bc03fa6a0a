package dev.stoa.counsel.assertion;

/** Checks that every fence of code in Markdown is closed. Stateless. */
final class Fences {
    private static final int SHORTEST = 3;
    private static final int DEEPEST_INDENT = 3;

    private Fences() {}

    static CheckResult check(String answer) {
        char open = 0;
        int length = 0;
        for (String line : answer.lines().toList()) {
            String text = line.stripLeading();
            if (line.length() - text.length() > DEEPEST_INDENT || text.isEmpty()) {
                continue;
            }
            char mark = text.charAt(0);
            int run = mark == '`' || mark == '~' ? run(text, mark) : 0;
            if (run < SHORTEST) {
                continue;
            }
            if (open == 0) {
                // Behind the opening fence stands the language, in which no backtick can be.
                if (mark == '~' || text.indexOf('`', run) < 0) {
                    open = mark;
                    length = run;
                }
            } else if (mark == open && run >= length && text.substring(run).isBlank()) {
                open = 0;
            }
        }
        return CheckResult.of(open == 0, "a fence of code is not closed");
    }

    private static int run(String text, char mark) {
        int i = 0;
        while (i < text.length() && text.charAt(i) == mark) {
            i++;
        }
        return i;
    }
}
