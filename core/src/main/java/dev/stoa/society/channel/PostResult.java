package dev.stoa.society.channel;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What sending a message led to. Immutable.
 *
 * @param created whether it is new; otherwise it was sent before under the same key
 * @param unknownMentions the names in it that nobody has
 * @param workId the work that was handed over, for a handoff
 */
public record PostResult(
        Message message,
        boolean created,
        List<String> unknownMentions,
        @Nullable String workId) {
    public PostResult {
        unknownMentions = List.copyOf(unknownMentions);
    }

    /** The message with what became of it. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(message.document());
        all.putAll(Json.object("unknown_mentions", unknownMentions, "created", created));
        if (workId != null) {
            all.put("work_id", workId);
        }
        return all;
    }
}
