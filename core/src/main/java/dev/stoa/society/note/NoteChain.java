package dev.stoa.society.note;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a note came from and what became of it. Immutable.
 *
 * @param predecessors the notes it replaced, those that they replaced, and so on
 * @param truncated whether there is more than was asked for
 */
public record NoteChain(Note start, List<Link> predecessors, List<Link> successors, boolean truncated) {
    /**
     * A note so many replacements away.
     *
     * @param distance from 1 on
     */
    public record Link(Note note, int distance) {
        Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = new LinkedHashMap<>(note.document());
            document.put("distance", distance);
            return document;
        }
    }

    public NoteChain {
        predecessors = List.copyOf(predecessors);
        successors = List.copyOf(successors);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "start",
                start.document(),
                "predecessors",
                predecessors.stream().map(Link::document).toList(),
                "successors",
                successors.stream().map(Link::document).toList(),
                "truncated",
                truncated);
    }
}
