package dev.stoa.society.agent;

import dev.stoa.society.base.Agent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An agent with what it is told, and how much there is of it. Immutable. */
public record AgentDetail(Agent agent, AgentCounts counts) {
    /** The agent as it is shown by itself. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(agent.document());
        document.put("constitution", agent.constitution());
        document.put("counts", counts.document());
        return document;
    }
}
