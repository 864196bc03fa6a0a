package dev.stoa.counsel.correction;

import dev.stoa.base.Principal;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of some corrections, and how many wait for a decision. Immutable.
 *
 * @param uses of each correction by its id; one that nothing happened to may be absent
 * @param proposed how many are proposed, of all that the caller may see
 * @param proposedAtLeast whether there are more of them
 */
public record CorrectionCounts(Map<String, Uses> uses, long proposed, boolean proposedAtLeast) {
    /** The newest events of a correction that are counted, so that a count does not grow with its history. */
    public static final int LOOKED = 1_000;

    /** The proposals that are counted. */
    public static final int WAITING = 1_000;

    /** Each correction costs what its newest events do: where they begin is found in the index that they are read from. */
    static final String USES = """
            SELECT c.id, count(CASE WHEN e.event = 'applied' THEN 1 END),
                count(CASE WHEN e.event = 'violated' THEN 1 END), count(*)
            FROM corrections c JOIN correction_events e ON e.correction_id = c.id AND e.seq >= COALESCE(
                (SELECT b.seq FROM correction_events b WHERE b.correction_id = c.id
                    ORDER BY b.seq DESC LIMIT 1 OFFSET ?), ?)
            WHERE c.id IN (%s) AND (COALESCE(c.user_id, 'local') = ? OR ?) GROUP BY c.id""";

    static final String PROPOSED = """
            SELECT count(*) FROM (SELECT 1 AS one FROM corrections c WHERE c.status = 'proposed'
                AND (COALESCE(c.user_id, 'local') = ? OR ?) LIMIT ?) AS waiting""";

    /**
     * How often a correction was used.
     *
     * @param applied the answers whose prompts held it
     * @param violated the answers that repeated what it rejects
     * @param atLeast whether it has older events, which were not counted
     */
    public record Uses(long applied, long violated, boolean atLeast) {
        static final Uses NONE = new Uses(0, 0, false);

        /** The counts as JSON. */
        public Map<String, @Nullable Object> document() {
            return Json.object("applied", applied, "violated", violated, "at_least", atLeast);
        }
    }

    static CorrectionCounts of(Tx tx, Principal by, Collection<Correction> counted) {
        Map<String, Uses> uses = new HashMap<>();
        if (!counted.isEmpty()) {
            List<@Nullable Object> params = new ArrayList<>(List.of(LOOKED, Long.MIN_VALUE));
            counted.forEach(each -> params.add(each.id()));
            params.add(CounselContext.user(by));
            params.add(by.operator());
            tx.each(
                    USES.formatted(Tx.marks(counted.size())),
                    row -> uses.put(
                            row.text(1),
                            new Uses(
                                    Math.min(row.number(2), LOOKED),
                                    Math.min(row.number(3), LOOKED),
                                    row.number(4) > LOOKED)),
                    params.toArray());
        }
        long proposed = tx.number(PROPOSED, CounselContext.user(by), by.operator(), WAITING + 1);
        return new CorrectionCounts(Map.copyOf(uses), Math.min(proposed, WAITING), proposed > WAITING);
    }

    /** The uses of a correction. */
    public Uses of(Correction correction) {
        return uses.getOrDefault(correction.id(), Uses.NONE);
    }

    /** A correction as JSON with how often it was used. */
    public Map<String, @Nullable Object> document(Correction correction) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(correction.document());
        document.put("uses", of(correction).document());
        return document;
    }

    /** What is said beside a list of them. */
    public Map<String, @Nullable Object> beside() {
        return Json.object("proposed", proposed, "proposed_at_least", proposedAtLeast);
    }
}
