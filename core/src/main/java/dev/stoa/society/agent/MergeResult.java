package dev.stoa.society.agent;

import dev.stoa.json.Json;
import dev.stoa.society.base.Agent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of two agents that are one now. Immutable.
 *
 * @param rows how many rows of each table named the one that is gone
 * @param agent the one that has stayed
 */
public record MergeResult(Map<String, Long> rows, Agent agent) {
    public MergeResult {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    }

    /** The merge as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object("merged", rows, "agent", agent.document());
    }
}
