package dev.stoa.learning.critique;

import dev.stoa.storage.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the critiques, proposals and reputation of one name those of another. For one unit of work. Of two proposals in
 * one debate one stays, accepted if either was. A second time it finds nothing and changes nothing.
 */
final class CritiqueMerge {
    private static final List<String> COUNTERS = List.of(
            "proposals_made",
            "proposals_accepted",
            "critiques_given",
            "critiques_valuable",
            "total_predictions",
            "total_prediction_error");

    private final Tx tx;
    private final String from;
    private final String to;

    CritiqueMerge(Tx tx, String from, String to) {
        this.tx = tx;
        this.from = from;
        this.to = to;
    }

    Map<String, Long> run() {
        Map<String, Long> rows = new LinkedHashMap<>();
        long given = tx.update("UPDATE critiques SET agent = ? WHERE agent = ?", to, from);
        rows.put(
                "critiques",
                given + tx.update("UPDATE critiques SET target_agent = ? WHERE target_agent = ?", to, from));
        rows.put("proposals", proposals());
        rows.put("reputation", reputation());
        return rows;
    }

    private long proposals() {
        record Twice(String debate, boolean accepted, boolean alsoAccepted) {}
        List<Twice> twice =
                tx.list("""
                SELECT f.debate_id, f.accepted, t.accepted FROM proposal_outcomes f
                JOIN proposal_outcomes t ON t.debate_id = f.debate_id AND t.agent = ? WHERE f.agent = ?""", row -> new Twice(row.text(1), row.number(2) != 0, row.number(3) != 0), to, from);
        for (Twice one : twice) {
            if (one.accepted()) {
                tx.update(
                        "UPDATE proposal_outcomes SET accepted = 1 WHERE debate_id = ? AND agent = ?",
                        one.debate(),
                        to);
            }
            tx.update("DELETE FROM proposal_outcomes WHERE debate_id = ? AND agent = ?", one.debate(), from);
            tx.update("""
                    UPDATE agent_reputation SET proposals_made = proposals_made - 1,
                        proposals_accepted = proposals_accepted - ? WHERE agent_name = ?""", one.accepted() && one.alsoAccepted() ? 1 : 0, from);
        }
        return (long) twice.size() + tx.update("UPDATE proposal_outcomes SET agent = ? WHERE agent = ?", to, from);
    }

    private long reputation() {
        boolean both = tx.one("SELECT 1 FROM agent_reputation WHERE agent_name = ?", row -> true, to)
                .orElse(false);
        if (!both) {
            return tx.update("UPDATE agent_reputation SET agent_name = ? WHERE agent_name = ?", to, from);
        }
        for (String counter : COUNTERS) {
            tx.update(
                    "UPDATE agent_reputation SET " + counter + " = COALESCE(" + counter + ", 0) + COALESCE((SELECT f."
                            + counter + " FROM agent_reputation f WHERE f.agent_name = ?), 0) WHERE agent_name = ?",
                    from,
                    to);
        }
        long removed = tx.update("DELETE FROM agent_reputation WHERE agent_name = ?", from);
        tx.update("""
                UPDATE agent_reputation SET calibration_score = 1 - total_prediction_error / total_predictions
                WHERE agent_name = ? AND total_predictions > 0""", to);
        return removed;
    }
}
