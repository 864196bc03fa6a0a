package dev.stoa.society.channel;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message by which work is offered, in words. Immutable.
 *
 * @param task the end of the id of the work
 */
public record HandoffText(String to, String summary, String task) {
    private static final int TAIL = 8;
    private static final Pattern FORM = Pattern.compile("^@(\\S+) handoff: (.*) \\[task (\\S+)]$", Pattern.DOTALL);

    /** The words for new work. */
    public static HandoffText of(String to, String summary, String taskId) {
        return new HandoffText(to, summary, tail(taskId));
    }

    /** The part of an id by which a message names work. */
    public static String tail(String taskId) {
        return taskId.substring(Math.max(0, taskId.length() - TAIL));
    }

    /** What a message says, if it is one. */
    public static Optional<HandoffText> parse(String content) {
        Matcher matcher = FORM.matcher(content);
        return matcher.matches()
                ? Optional.of(new HandoffText(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    /** The message. */
    public String content() {
        return "@" + to + " handoff: " + summary + " [task " + task + "]";
    }
}
