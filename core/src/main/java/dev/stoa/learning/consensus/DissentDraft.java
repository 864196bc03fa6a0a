package dev.stoa.learning.consensus;

import dev.stoa.base.Bounds;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A dissent to be kept, checked when it is made. Immutable.
 *
 * @param agent who dissents
 * @param content what they say, 1 to 2,000 characters
 * @param confidence how sure they are, 0 to 1
 * @param reasoning why they say it, at most 32,768 characters
 */
public record DissentDraft(
        String agent,
        DissentType type,
        String content,
        double confidence,
        @Nullable String reasoning) {
    static final int LONGEST = 2_000;

    public DissentDraft {
        Bounds.given("agent", agent);
        Bounds.given("type", type);
        Bounds.given("content", content);
        agent = Bounds.name("agent_id", agent);
        content = Bounds.text("dissent", content, 1, LONGEST);
        confidence = Bounds.unit("confidence", confidence);
        reasoning = Bounds.textOrNull("reasoning", reasoning, 0, ConsensusDraft.LONGEST_TEXT);
    }

    /** The dissent that a JSON object describes. */
    public static DissentDraft fromJson(JsonFields fields) {
        DissentDraft draft = new DissentDraft(
                fields.text("agent_id"),
                DissentType.of(fields.text("dissent_type")),
                fields.text("content"),
                fields.real("confidence"),
                fields.textOrNull("reasoning"));
        fields.end();
        return draft;
    }

    /** The id it has in a debate: the same words of the same agent are one dissent. */
    String id(String debate) {
        return "d-" + Digest.key(debate, agent, type.text(), content);
    }

    Map<String, @Nullable Object> content(String debate) {
        return Json.object(
                "id", id(debate),
                "debate_id", debate,
                "agent_id", agent,
                "dissent_type", type.text(),
                "content", content,
                "confidence", confidence,
                "reasoning", reasoning);
    }
}
