package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hit of a search: the evidence, why it is there, and the part of it to look at. Immutable.
 *
 * @param score what the hits are ordered by
 * @param lexicalRank its rank by words, from 1 on; null if it was not found by them
 * @param semanticRank its rank by meaning; null if it was not found by it
 * @param place where in a document it stands; null if it is no passage
 * @param excerpt at most 240 characters of its text
 * @param matches the parts of the excerpt that the query asked for
 */
public record Found(
        Evidence evidence,
        double score,
        @Nullable Integer lexicalRank,
        @Nullable Integer semanticRank,
        @Nullable Place place,
        String excerpt,
        List<Span> matches) {
    public Found {
        matches = List.copyOf(matches);
    }

    /** A part of a text, its end exclusive, counted in characters (code points). */
    public record Span(int start, int end) {}

    /** The JSON object of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "evidence",
                evidence.document(),
                "score",
                score,
                "terms",
                Json.object(
                        "lexical_rank",
                        lexicalRank,
                        "semantic_rank",
                        semanticRank,
                        "quality",
                        evidence.quality().overall()),
                "document_id",
                place == null ? null : place.documentId(),
                "position",
                place == null ? null : place.position(),
                "excerpt",
                excerpt,
                "matches",
                matches.stream().map(span -> List.of(span.start(), span.end())).toList());
    }
}
