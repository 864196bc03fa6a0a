package dev.stoa.learning.evidence;

import dev.stoa.base.Bounds;
import dev.stoa.base.Credentials;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import dev.stoa.json.Metadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A piece of evidence to be added. Immutable; checked when it is made.
 *
 * @param id the id of a new row; null for one of our own
 * @param trust the requested trust; null for untrusted, as everything from outside is
 * @param link the debate it is added for
 * @param place the document and position it is a part of
 */
public record EvidenceDraft(
        String snippet,
        String source,
        @Nullable String id,
        @Nullable String title,
        @Nullable String url,
        double reliability,
        @Nullable Trust trust,
        Map<String, @Nullable Object> metadata,
        @Nullable DebateLink link,
        @Nullable Place place) {
    static final int LONGEST_SNIPPET = 65_536;
    static final int LONGEST_TITLE = 500;
    static final int LONGEST_URL = 2_048;
    private static final double RELIABILITY = 0.5;
    private static final long LAST_POSITION = 1_000_000_000;

    public EvidenceDraft {
        Bounds.given("snippet", snippet);
        Bounds.given("source", source);
        Bounds.given("metadata", metadata);
        Bounds.text("snippet", snippet, 1, LONGEST_SNIPPET);
        source = Bounds.label("source", source);
        if (id != null) {
            Bounds.id("id", id);
        }
        title = blankToNull(Bounds.textOrNull("title", title, 0, LONGEST_TITLE));
        url = blankToNull(Bounds.textOrNull("url", url, 0, LONGEST_URL));
        url = url == null ? null : Credentials.hidden(url);
        reliability = Bounds.unit("reliability_score", reliability);
        Metadata.write(metadata);
        if (place != null) {
            Bounds.id("document_id", place.documentId());
            Bounds.whole("position", place.position(), 0, LAST_POSITION);
        }
    }

    public static EvidenceDraft of(String snippet, String source) {
        return new EvidenceDraft(snippet, source, null, null, null, RELIABILITY, null, Map.of(), null, null);
    }

    /**
     * The draft in a received object: snippet, source, id, title, url, reliability_score, trust, metadata;
     * debate_id with round_number, relevance_score and used_in_consensus; document_id with position.
     */
    public static EvidenceDraft fromJson(JsonFields fields) {
        String trust = fields.textOrNull("trust");
        EvidenceDraft draft = new EvidenceDraft(
                fields.text("snippet"),
                fields.text("source"),
                fields.textOrNull("id"),
                fields.textOrNull("title"),
                fields.textOrNull("url"),
                fields.real("reliability_score", RELIABILITY),
                trust == null ? null : Trust.of(trust),
                fields.object("metadata"),
                null,
                null);
        if (fields.has("debate_id")) {
            draft = draft.link(DebateLink.taken(fields));
        }
        if (fields.has("document_id")) {
            draft = draft.place(fields.text("document_id"), fields.whole("position"));
        }
        fields.end();
        return draft;
    }

    public EvidenceDraft id(String value) {
        return new EvidenceDraft(snippet, source, value, title, url, reliability, trust, metadata, link, place);
    }

    public EvidenceDraft title(@Nullable String value) {
        return new EvidenceDraft(snippet, source, id, value, url, reliability, trust, metadata, link, place);
    }

    public EvidenceDraft url(@Nullable String value) {
        return new EvidenceDraft(snippet, source, id, title, value, reliability, trust, metadata, link, place);
    }

    public EvidenceDraft reliability(double value) {
        return new EvidenceDraft(snippet, source, id, title, url, value, trust, metadata, link, place);
    }

    public EvidenceDraft trust(Trust value) {
        return new EvidenceDraft(snippet, source, id, title, url, reliability, value, metadata, link, place);
    }

    public EvidenceDraft metadata(Map<String, @Nullable Object> value) {
        return new EvidenceDraft(snippet, source, id, title, url, reliability, trust, value, link, place);
    }

    /** Links it to a debate. */
    public EvidenceDraft link(DebateLink value) {
        return new EvidenceDraft(snippet, source, id, title, url, reliability, trust, metadata, value, place);
    }

    /** Makes it a passage of a document, which is made with it if it does not exist. */
    public EvidenceDraft place(String documentId, long position) {
        return new EvidenceDraft(
                snippet, source, id, title, url, reliability, trust, metadata, link, new Place(documentId, position));
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
