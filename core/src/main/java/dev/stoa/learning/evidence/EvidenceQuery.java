package dev.stoa.learning.evidence;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A search for evidence. Immutable; checked when it is made.
 *
 * @param limit most hits (or most documents, if grouped), 1 to 100
 */
public record EvidenceQuery(String text, int limit, EvidenceFilter filter, Mode mode) {
    private static final int DEFAULT_LIMIT = 10;
    private static final int MOST = 100;
    private static final int LONGEST = 4_000;

    /** What a search goes by. */
    public enum Mode {
        /** The words of the query alone. */
        LEXICAL,
        /** Its meaning alone. */
        SEMANTIC,
        /** Both. */
        HYBRID;

        /** The word for it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The mode of a given word. */
        public static Mode of(String text) {
            List<String> known = Arrays.stream(values()).map(Mode::text).toList();
            return valueOf(Bounds.word("mode", text, known).toUpperCase(Locale.ROOT));
        }
    }

    public EvidenceQuery {
        Bounds.given("text", text);
        Bounds.given("filter", filter);
        Bounds.given("mode", mode);
        Bounds.text("query", text, 1, LONGEST);
        Bounds.whole("limit", limit, 1, MOST);
    }

    public static EvidenceQuery of(String text) {
        return new EvidenceQuery(text, DEFAULT_LIMIT, EvidenceFilter.NONE, Mode.HYBRID);
    }

    /**
     * The query in a received object: query, limit, source, min_reliability, min_trust, debate_id,
     * document_id, mode.
     */
    public static EvidenceQuery fromJson(JsonFields fields) {
        EvidenceQuery query = taken(fields);
        fields.end();
        return query;
    }

    /** As {@link #fromJson}, but leaves it to the caller to end the fields. */
    public static EvidenceQuery taken(JsonFields fields) {
        String mode = fields.textOrNull("mode");
        return new EvidenceQuery(
                fields.text("query"),
                (int) Bounds.whole("limit", fields.whole("limit", DEFAULT_LIMIT), 1, MOST),
                EvidenceFilter.taken(fields),
                mode == null ? Mode.HYBRID : Mode.of(mode));
    }

    public EvidenceQuery limit(int value) {
        return new EvidenceQuery(text, value, filter, mode);
    }

    public EvidenceQuery filter(EvidenceFilter value) {
        return new EvidenceQuery(text, limit, value, mode);
    }

    public EvidenceQuery source(@Nullable String value) {
        return filter(new EvidenceFilter(
                value, filter.minReliability(), filter.minTrust(), filter.debate(), filter.document()));
    }

    public EvidenceQuery minReliability(double value) {
        return filter(
                new EvidenceFilter(filter.source(), value, filter.minTrust(), filter.debate(), filter.document()));
    }

    public EvidenceQuery minTrust(Trust value) {
        return filter(new EvidenceFilter(
                filter.source(), filter.minReliability(), value, filter.debate(), filter.document()));
    }

    public EvidenceQuery debate(@Nullable String value) {
        return filter(new EvidenceFilter(
                filter.source(), filter.minReliability(), filter.minTrust(), value, filter.document()));
    }

    public EvidenceQuery document(@Nullable String value) {
        return filter(new EvidenceFilter(
                filter.source(), filter.minReliability(), filter.minTrust(), filter.debate(), value));
    }

    public EvidenceQuery mode(Mode value) {
        return new EvidenceQuery(text, limit, filter, value);
    }
}
