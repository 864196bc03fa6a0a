package dev.stoa.society.message;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import dev.stoa.society.channel.ClientKey;
import org.jspecify.annotations.Nullable;

/**
 * Work to be handed to another agent. Immutable.
 *
 * @param to the agent that gets the work
 * @param summary what is to be done, or was done so far
 * @param task the work that the actor holds; null for new work
 * @param token the token under which the actor holds it; null if its lease is not over
 * @param execution the execution of the actor on whose behalf it is handed over; null for the newest that runs
 * @param clientKey the same for every attempt to hand over the same, so that it is handed over once
 */
public record HandoffDraft(
        String to,
        String summary,
        @Nullable String task,
        @Nullable Long token,
        @Nullable String execution,
        @Nullable String clientKey) {
    private static final int LONGEST = 4_000;

    public HandoffDraft {
        Bounds.given("to", to);
        Bounds.given("summary", summary);
        Bounds.text("summary", summary, 1, LONGEST);
        clientKey = clientKey == null ? null : ClientKey.check(clientKey);
    }

    /** Work that is handed over by each attempt. */
    public HandoffDraft(
            String to, String summary, @Nullable String task, @Nullable Long token, @Nullable String execution) {
        this(to, summary, task, token, execution, null);
    }

    /** New work for an agent. */
    public static HandoffDraft of(String to, String summary) {
        return new HandoffDraft(to, summary, null, null, null);
    }

    public static HandoffDraft fromJson(JsonFields fields) {
        HandoffDraft handoff = new HandoffDraft(
                fields.text("to"),
                fields.text("summary"),
                fields.textOrNull("task_id"),
                fields.wholeOrNull("lease_token"),
                fields.textOrNull("from_task_id"),
                fields.textOrNull("client_key"));
        fields.end();
        return handoff;
    }

    /** The same with work that the actor holds. */
    public HandoffDraft passing(String held, @Nullable Long under) {
        return new HandoffDraft(to, summary, held, under, execution, clientKey);
    }

    /** The same on behalf of an execution. */
    public HandoffDraft from(@Nullable String running) {
        return new HandoffDraft(to, summary, task, token, running, clientKey);
    }
}
