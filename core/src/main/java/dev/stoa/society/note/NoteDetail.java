package dev.stoa.society.note;

import dev.stoa.json.Json;
import dev.stoa.society.context.ContextHit;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A note with what it said before and the notes most like it. Immutable.
 *
 * @param revisions the latest first; only its owner is shown them, who may have taken something out before sharing it
 */
public record NoteDetail(Note note, List<Revision> revisions, List<ContextHit> related) {
    /**
     * What a note once said.
     *
     * @param changedAt when it was given other words
     */
    public record Revision(long revision, String topic, String message, Instant changedAt) {
        Map<String, @Nullable Object> document() {
            return Json.object("revision", revision, "topic", topic, "message", message, "changed_at", changedAt);
        }
    }

    public NoteDetail {
        revisions = List.copyOf(revisions);
        related = List.copyOf(related);
    }

    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(note.document());
        document.put("revisions", revisions.stream().map(Revision::document).toList());
        document.put("related", related.stream().map(ContextHit::document).toList());
        return document;
    }
}
