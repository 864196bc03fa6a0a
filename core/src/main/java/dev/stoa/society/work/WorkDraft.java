package dev.stoa.society.work;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Work to be added to the ledger. Immutable.
 *
 * @param channel where it belongs; null for nowhere
 * @param priority 0 to 9; the greater the sooner
 * @param offeredTo who alone may claim it; null for anybody
 * @param maxAttempts how often it may be claimed before a lost lease is its end
 * @param clientKey by which a repeated addition is recognised; null if none is
 */
public record WorkDraft(
        String input,
        @Nullable String channel,
        int priority,
        @Nullable String offeredTo,
        int maxAttempts,
        @Nullable String clientKey) {
    private static final int LONGEST = 32_768;
    private static final int PRIORITY = 5;
    public static final int ATTEMPTS = 3;
    private static final int LONGEST_KEY = 128;
    private static final Pattern KEY = Pattern.compile("[ -~]*");

    public WorkDraft {
        Bounds.text("input", input, 1, LONGEST);
        Bounds.whole("priority", priority, 0, 9);
        Bounds.whole("max_attempts", maxAttempts, 1, 20);
        if (clientKey != null) {
            Bounds.text("client_key", clientKey, 1, LONGEST_KEY);
            if (!KEY.matcher(clientKey).matches()) {
                throw Bounds.invalid("client_key has a character that is not printable ASCII", "choose another");
            }
        }
    }

    /** Work for anybody. */
    public static WorkDraft of(String input) {
        return new WorkDraft(input, null, PRIORITY, null, ATTEMPTS, null);
    }

    public static WorkDraft fromJson(JsonFields fields) {
        WorkDraft draft = new WorkDraft(
                fields.text("input"),
                fields.textOrNull("channel"),
                Math.toIntExact(Bounds.whole("priority", fields.whole("priority", PRIORITY), 0, 9)),
                fields.textOrNull("offered_to"),
                Math.toIntExact(Bounds.whole("max_attempts", fields.whole("max_attempts", ATTEMPTS), 1, 20)),
                fields.textOrNull("client_key"));
        fields.end();
        return draft;
    }

    /** The same in a channel. */
    public WorkDraft in(@Nullable String where) {
        return new WorkDraft(input, where, priority, offeredTo, maxAttempts, clientKey);
    }

    /** The same with a priority. */
    public WorkDraft priority(int value) {
        return new WorkDraft(input, channel, value, offeredTo, maxAttempts, clientKey);
    }

    /** The same for one agent alone. */
    public WorkDraft offeredTo(@Nullable String agent) {
        return new WorkDraft(input, channel, priority, agent, maxAttempts, clientKey);
    }

    /** The same, claimed at most so often. */
    public WorkDraft attempts(int most) {
        return new WorkDraft(input, channel, priority, offeredTo, most, clientKey);
    }

    /** The same with a key by which a repetition is recognised. */
    public WorkDraft key(@Nullable String key) {
        return new WorkDraft(input, channel, priority, offeredTo, maxAttempts, key);
    }
}
