package dev.stoa.learning.evidence;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which evidence is asked for. Immutable; checked when it is made.
 *
 * @param source only what was found at this source, first or again
 * @param debate only what is linked to this debate
 * @param document only passages of this document
 */
public record EvidenceFilter(
        @Nullable String source,
        double minReliability,
        Trust minTrust,
        @Nullable String debate,
        @Nullable String document) {
    /** Everything. */
    public static final EvidenceFilter NONE = new EvidenceFilter(null, 0, Trust.UNTRUSTED, null, null);

    public EvidenceFilter {
        Bounds.given("minTrust", minTrust);
        source = source == null ? null : Bounds.label("source", source);
        minReliability = Bounds.unit("min_reliability", minReliability);
        if (debate != null) {
            Bounds.id("debate_id", debate);
        }
        if (document != null) {
            Bounds.id("document_id", document);
        }
    }

    /** The filter that the fields of an object name, without ending them. */
    static EvidenceFilter taken(JsonFields fields) {
        String trust = fields.textOrNull("min_trust");
        return new EvidenceFilter(
                fields.textOrNull("source"),
                fields.real("min_reliability", 0),
                trust == null ? Trust.UNTRUSTED : Trust.of(trust),
                fields.textOrNull("debate_id"),
                fields.textOrNull("document_id"));
    }

    /** The condition on a row {@code e} of evidence, beginning with AND, or nothing; its values are put to the others. */
    String sql(List<@Nullable Object> params) {
        StringBuilder sql = new StringBuilder();
        if (source != null) {
            sql.append(" AND (e.source = ? OR EXISTS"
                    + " (SELECT 1 FROM evidence_sources s WHERE s.evidence_id = e.id AND s.source = ?))");
            params.add(source);
            params.add(source);
        }
        if (minReliability > 0) {
            sql.append(" AND COALESCE(e.reliability_score, 0.5) >= ?");
            params.add(minReliability);
        }
        if (minTrust != Trust.UNTRUSTED) {
            sql.append(" AND e.trust >= ?");
            params.add(minTrust.level());
        }
        if (debate != null) {
            sql.append(" AND EXISTS (SELECT 1 FROM debate_evidence d WHERE d.evidence_id = e.id AND d.debate_id = ?)");
            params.add(debate);
        }
        if (document != null) {
            sql.append(" AND EXISTS (SELECT 1 FROM passages o WHERE o.evidence_id = e.id AND o.document_id = ?)");
            params.add(document);
        }
        return sql.toString();
    }
}
