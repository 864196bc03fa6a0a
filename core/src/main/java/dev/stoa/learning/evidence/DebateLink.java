package dev.stoa.learning.evidence;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * That a debate has seen a piece of evidence. Immutable.
 *
 * @param round the round in which it was brought, from 0 on
 * @param relevance how much it matters there, from 0 to 1
 * @param used whether the consensus rests on it
 */
public record DebateLink(
        String debateId, @Nullable Long round, @Nullable Double relevance, boolean used) {
    private static final long MOST_ROUNDS = 1_000_000;

    public DebateLink {
        Bounds.given("debateId", debateId);
        Bounds.id("debate_id", debateId);
        if (round != null) {
            Bounds.whole("round_number", round, 0, MOST_ROUNDS);
        }
        if (relevance != null) {
            Bounds.unit("relevance_score", relevance);
        }
    }

    public static DebateLink to(String debateId) {
        return new DebateLink(debateId, null, null, false);
    }

    /** The link that the fields of an object name, without ending them. */
    static DebateLink taken(JsonFields fields) {
        return new DebateLink(
                fields.text("debate_id"),
                fields.wholeOrNull("round_number"),
                fields.realOrNull("relevance_score"),
                fields.flag("used_in_consensus", false));
    }

    /**
     * A link with the evidence it belongs to, in a received object: evidence_id, debate_id, round_number,
     * relevance_score, used_in_consensus.
     */
    public record Of(String evidenceId, DebateLink link) {
        public static Of fromJson(JsonFields fields) {
            Of link = new Of(Bounds.id("evidence_id", fields.text("evidence_id")), taken(fields));
            fields.end();
            return link;
        }
    }
}
