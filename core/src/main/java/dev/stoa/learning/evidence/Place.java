package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a passage stands: its document and its position in it. Immutable. */
public record Place(String documentId, long position) {
    /** The JSON object of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object("document_id", documentId, "position", position);
    }
}
