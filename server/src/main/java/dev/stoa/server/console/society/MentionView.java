package dev.stoa.server.console.society;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.util.Locale;
import java.util.Map;

/**
 * What the mention of an agent set going. Immutable.
 *
 * @param identity the agent, as foreign text
 * @param words what came of it
 * @param run the page of the run that reads the message; empty if there is none
 * @param status how that run's execution stands; empty if there is none
 * @param took how long it took; empty if it is not over
 */
public record MentionView(String identity, String words, String run, String status, String took) {
    private static final int NAME = 64;
    private static final double SECOND = 1_000;

    private static final Map<String, String> STATES = Map.of(
            "started", "started",
            "coalesced", "is read by a run that was about to begin",
            "waiting", "is read when the present run has ended");

    private static final Map<String, String> REASONS = Map.of(
            "policy", "its trigger policy does not let this author start it",
            "self", "it mentions itself",
            "archived", "the agent is archived",
            "not_member", "it is no member of this restricted channel",
            "fan_out", "the message mentions more agents than may be started at once",
            "depth", "the chain of mentions is too deep",
            "tree", "the first message of the chain has started too many runs",
            "rate", "the channel has started too many runs within an hour");

    /**
     * The mention.
     *
     * @param task the execution that the mention names; without fields if there is none
     */
    static MentionView of(Doc mention, Doc task) {
        String state = mention.raw("state");
        String identity = mention.text("identity", NAME);
        String words = STATES.get(state);
        if (words == null) {
            return new MentionView(identity, Language.t("started nothing: {0}", reason(mention)), "", "", "");
        }
        String session = task.raw("session_id");
        boolean queued = state.equals("started") && task.raw("status").equals("pending");
        return new MentionView(
                identity,
                queued ? "queued" : words,
                session.isEmpty() ? "" : Links.to("runs", session),
                task.text("status", NAME),
                task.has("duration_ms") ? String.format(Locale.ROOT, "%.1f s", task.real("duration_ms") / SECOND) : "");
    }

    private static String reason(Doc mention) {
        String stored = mention.text("reason", NAME);
        if (stored.isEmpty()) {
            return Language.t("it is not started by mentions (noted)");
        }
        String words = REASONS.get(mention.raw("reason"));
        return words == null ? stored : Language.t(words) + " (" + stored + ")";
    }
}
