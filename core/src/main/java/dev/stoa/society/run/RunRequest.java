package dev.stoa.society.run;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an agent is to be started for. Immutable.
 *
 * @param channel where it works and replies; null for nowhere
 * @param raw whether it is given the input and nothing else
 * @param timeLimit how long it may take; null for what its command says
 * @param keep whether its run waits to be woken when it is done
 * @param task the execution on whose behalf it is started; null if a person starts it
 */
public record RunRequest(
        String agent,
        String input,
        @Nullable String channel,
        boolean raw,
        @Nullable Duration timeLimit,
        boolean keep,
        @Nullable String task) {
    static final int LONGEST_INPUT = 65_536;

    public RunRequest {
        Bounds.text("input", input, 1, LONGEST_INPUT);
        if (timeLimit != null) {
            Bounds.whole("time_limit", timeLimit.toSeconds(), 1, 86_400);
        }
    }

    /** A run that is over when it has answered. */
    public static RunRequest of(String agent, String input) {
        return new RunRequest(agent, input, null, false, null, false, null);
    }

    public static RunRequest fromJson(JsonFields fields) {
        Long limit = fields.wholeOrNull("time_limit");
        RunRequest request = new RunRequest(
                fields.text("agent"),
                fields.text("input"),
                fields.textOrNull("channel"),
                fields.flag("raw", false),
                limit == null ? null : Duration.ofSeconds(limit),
                fields.flag("keep", false),
                fields.textOrNull("task_id"));
        fields.end();
        return request;
    }

    /** The same in a channel. */
    public RunRequest in(@Nullable String where) {
        return new RunRequest(agent, input, where, raw, timeLimit, keep, task);
    }

    /** The same with the input and nothing else as its prompt. */
    public RunRequest raw(boolean alone) {
        return new RunRequest(agent, input, channel, alone, timeLimit, keep, task);
    }

    /** The same within a time. */
    public RunRequest within(@Nullable Duration limit) {
        return new RunRequest(agent, input, channel, raw, limit, keep, task);
    }

    /** The same, whose run waits to be woken again. */
    public RunRequest keep(boolean waits) {
        return new RunRequest(agent, input, channel, raw, timeLimit, waits, task);
    }

    /** The same on behalf of an execution. */
    public RunRequest from(@Nullable String execution) {
        return new RunRequest(agent, input, channel, raw, timeLimit, keep, execution);
    }
}
