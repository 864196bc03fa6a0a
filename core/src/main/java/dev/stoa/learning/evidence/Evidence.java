package dev.stoa.learning.evidence;

import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.search.text.PromptData;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One piece of evidence with all that is known of it. Immutable. Its text came from outside: into a prompt it goes only
 * through {@link #promptData}.
 *
 * @param seq grows with every new row and every new text
 * @param contentHash the hash of the plain text; null for a second copy of a text that an imported file held twice
 * @param trustReason the reason of its trust, if the trust was set explicitly
 * @param sources every place it was found at, in the order of finding
 * @param debates every debate it is linked to, in the order of linking
 * @param passages where it stands in documents
 */
public record Evidence(
        String id,
        long seq,
        @Nullable String contentHash,
        String source,
        @Nullable String title,
        String snippet,
        @Nullable String url,
        double reliability,
        Trust trust,
        @Nullable String trustReason,
        Quality quality,
        Enrichment enrichment,
        Map<String, @Nullable Object> metadata,
        List<Source> sources,
        List<Use> debates,
        List<Place> passages,
        Instant createdAt,
        Instant updatedAt) {
    public Evidence {
        sources = List.copyOf(sources);
        debates = List.copyOf(debates);
        passages = List.copyOf(passages);
    }

    /** Where it was found. */
    public record Source(
            String source,
            String url,
            @Nullable String title,
            @Nullable Instant seenAt) {}

    /** The use of it in a debate. */
    public record Use(
            String debateId, @Nullable Long round, @Nullable Double relevance, boolean usedInConsensus) {}

    /** The text as a prompt may hold it. */
    public PromptData promptData() {
        return new PromptData("evidence", id, trust, url == null || url.isBlank() ? source : url, snippet);
    }

    Evidence with(List<Source> newSources, List<Use> newDebates, List<Place> newPassages) {
        return new Evidence(
                id,
                seq,
                contentHash,
                source,
                title,
                snippet,
                url,
                reliability,
                trust,
                trustReason,
                quality,
                enrichment,
                metadata,
                newSources,
                newDebates,
                newPassages,
                createdAt,
                updatedAt);
    }

    /** The JSON object of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id",
                id,
                "content_hash",
                contentHash,
                "source",
                source,
                "title",
                title,
                "snippet",
                snippet,
                "url",
                url,
                "reliability_score",
                reliability,
                "trust",
                trust.text(),
                "trust_reason",
                trustReason,
                "quality",
                quality.document(),
                "topics",
                enrichment.topics(),
                "source_type",
                enrichment.sourceType().text(),
                "sources",
                sources.stream().map(Evidence::source).toList(),
                "debates",
                debates.stream().map(Evidence::use).toList(),
                "passages",
                passages.stream().map(Place::document).toList(),
                "metadata",
                metadata,
                "created_at",
                Times.show(createdAt),
                "updated_at",
                Times.show(updatedAt));
    }

    private static Map<String, @Nullable Object> source(Source source) {
        return Json.object(
                "source",
                source.source(),
                "url",
                source.url().isEmpty() ? null : source.url(),
                "title",
                source.title(),
                "seen_at",
                source.seenAt() == null ? null : Times.show(source.seenAt()));
    }

    private static Map<String, @Nullable Object> use(Use use) {
        return Json.object(
                "debate_id", use.debateId(),
                "round_number", use.round(),
                "relevance_score", use.relevance(),
                "used_in_consensus", use.usedInConsensus());
    }
}
