package dev.stoa.evolution.base;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a run. Immutable.
 *
 * @param seq its place in the run, from 1 on without a gap
 * @param ref the id of what it happened to
 * @param data what is worth telling of it
 */
public record RunEvent(
        String runId, long seq, EventKind kind, @Nullable String ref, Map<String, @Nullable Object> data, Instant at) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("run_id", runId, "seq", seq, "kind", kind.text(), "ref", ref, "data", data, "at", at);
    }
}
