package dev.stoa.society.run;

import dev.stoa.society.work.Task;
import java.util.regex.Pattern;

/** What of an execution's output is posted. Stateless. */
final class ReplyText {
    static final int LONGEST = 60_000;

    // Control sequences, operating-system commands up to their end, and the two-character escapes.
    private static final Pattern ANSI = Pattern.compile(
            "\\u001B\\[[0-?]*[ -/]*[@-~]|\\u009B[0-?]*[ -/]*[@-~]|\\u001B\\][^\\u0007\\u001B]*(?:\\u0007|\\u001B\\\\)"
                    + "|\\u001B[ -/]*[0-~]");

    private ReplyText() {}

    /** An output without colours and outer white space, cut if it is too long for a message; may be empty. */
    static String of(String output, String task) {
        String text = ANSI.matcher(output).replaceAll("").strip();
        return text.codePointCount(0, text.length()) <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST)).stripTrailing() + "\n[… full output: task "
                        + Task.shortId(task) + "]";
    }
}
