package dev.stoa.society.knowledge;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Knowledge with everything that was said of it, the oldest word first. Immutable. */
public record FactDetail(Fact fact, List<Said> reviews) {
    /** What one agent says of it. */
    public record Said(
            String agentId,
            String identity,
            ReviewVerdict verdict,
            @Nullable String reason,
            Instant createdAt) {
        Map<String, @Nullable Object> document() {
            return Json.object(
                    "agent_id",
                    agentId,
                    "identity",
                    identity,
                    "verdict",
                    verdict.text(),
                    "reason",
                    reason,
                    "created_at",
                    createdAt);
        }
    }

    public FactDetail {
        reviews = List.copyOf(reviews);
    }

    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(fact.document());
        document.put("reviews", reviews.stream().map(Said::document).toList());
        return document;
    }
}
