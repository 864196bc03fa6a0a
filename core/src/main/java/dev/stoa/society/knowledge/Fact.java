package dev.stoa.society.knowledge;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the society holds to be so. Immutable.
 *
 * @param confidence how sure its author is, null if that was not said
 * @param confirms how many have confirmed it, people included
 * @param sources what it rests on, each {@code kind:ref}
 */
public record Fact(
        String id,
        long seq,
        String domain,
        String agentId,
        String identity,
        String content,
        @Nullable Double confidence,
        long confirms,
        long disputes,
        Trust trust,
        List<String> sources,
        @Nullable String replaces,
        @Nullable String replacedBy,
        Instant createdAt,
        @Nullable Instant archivedAt) {
    public Fact {
        sources = List.copyOf(sources);
    }

    /** Whether it still counts. */
    public boolean isLive() {
        return archivedAt == null;
    }

    /** How sure it is after all that was said of it. */
    public double effectiveConfidence() {
        return FactTrust.confidence(confidence, confirms, disputes);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "knowledge_id",
                id,
                "seq",
                seq,
                "domain",
                domain,
                "agent_id",
                agentId,
                "identity",
                identity,
                "content",
                content,
                "confidence",
                confidence,
                "effective_confidence",
                effectiveConfidence(),
                "confirms",
                confirms,
                "disputes",
                disputes,
                "trust",
                trust.text(),
                "sources",
                sources,
                "replaces",
                replaces,
                "replaced_by",
                replacedBy,
                "created_at",
                createdAt,
                "archived_at",
                archivedAt);
    }
}
