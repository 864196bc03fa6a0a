package dev.stoa.counsel.conversation;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A name under which a user keeps conversations together. Immutable. Names may repeat. */
public record Project(String projectId, long seq, String userId, String name, Instant createdAt) {
    public Map<String, @Nullable Object> document() {
        return Json.object("project_id", projectId, "name", name, "created_at", Times.showMicros(createdAt));
    }
}
