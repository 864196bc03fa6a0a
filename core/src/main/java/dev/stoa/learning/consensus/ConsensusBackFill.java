package dev.stoa.learning.consensus;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rows of an older file what later versions add. Stateless; it runs in the migration's transaction. What
 * an older program left unreadable stays as it is.
 */
final class ConsensusBackFill {
    private static final List<String> TABLES = List.of("consensus", "dissent", "verified_proofs");

    private ConsensusBackFill() {}

    private record Old(
            String id,
            String topic,
            @Nullable String conclusion,
            @Nullable String data) {}

    private record OldTime(String id, String time) {}

    /** Marks the outcomes that say themselves that chance had a seat. */
    static void simulated(Tx tx) {
        List<String> drawn = tx
                .list(
                        "SELECT id, data FROM consensus WHERE CAST(data AS text) LIKE '%simulated%' AND id IS NOT NULL",
                        row -> new Old(row.text(1), "", null, row.textOrNull(2)))
                .stream()
                .filter(old -> Consensus.simulated(new Stored(Json.object("data", old.data())).fieldObject("metadata")))
                .map(Old::id)
                .toList();
        tx.batch("UPDATE consensus SET simulated = 1, trust = 0 WHERE id = ?", drawn, id -> Tx.values(id));
    }

    static void fill(Tx tx) {
        ConsensusWriter.TEXT.setUp(tx);
        if (tx.dialect() == Dialect.SQLITE) {
            TABLES.forEach(table -> rewriteTimes(tx, table));
        }
        String byAge = " ORDER BY timestamp, id" + tx.dialect().pick("", " COLLATE \"C\"");
        List<Old> rows = tx.list(
                "SELECT id, topic, conclusion, data FROM consensus WHERE seq IS NULL AND id IS NOT NULL" + byAge,
                row -> new Old(row.text(1), row.text(2), row.textOrNull(3), row.textOrNull(4)));
        for (Old row : rows) {
            number(tx, row);
        }
        List<String> disputed = tx.list("SELECT DISTINCT debate_id FROM dissent WHERE seq IS NULL", row -> row.text(1));
        dissents(tx, byAge);
        rows.forEach(row -> ConsensusWriter.restrengthen(tx, row.id()));
        disputed.forEach(debate -> ConsensusWriter.restrengthen(tx, debate));
        supersessions(tx, rows);
        // Only a prover's word makes a proof.
        tx.update("UPDATE verified_proofs SET is_verified = 0"
                + " WHERE is_verified = 1 AND COALESCE(proof_status, '') <> 'proof_found'");
    }

    private static void number(Tx tx, Old row) {
        Stored stored = new Stored(data(row.data()));
        int participants =
                stored.fieldTexts("participants", "participating_agents").size();
        Object agreed = stored.field("agreeing") != null ? stored.field("agreeing") : stored.field("agreeing_agents");
        long seq = tx.next(ConsensusWriter.CONSENSUS_SEQ);
        boolean counted = participants > 0 && agreed instanceof List<?>;
        int agreeing = stored.fieldTexts("agreeing", "agreeing_agents").size();
        tx.update(
                "UPDATE consensus SET seq = ?, topic_hash = ?, participant_count = ?, agree_count = ? WHERE id = ?",
                seq,
                Tokenizer.wordsHash(row.topic()),
                counted ? (Long) (long) participants : null,
                counted ? (Long) (long) Math.min(agreeing, participants) : null,
                row.id());
        ConsensusWriter.TEXT.put(tx, seq, row.topic(), row.conclusion());
    }

    private static void dissents(Tx tx, String byAge) {
        List<Old> rows = tx.list(
                "SELECT id, data FROM dissent WHERE seq IS NULL AND id IS NOT NULL" + byAge,
                row -> new Old(row.text(1), "", null, row.textOrNull(2)));
        for (Old row : rows) {
            Stored stored = new Stored(data(row.data()));
            String rebuttal = stored.fieldText("rebuttal");
            boolean answered =
                    Boolean.TRUE.equals(stored.field("acknowledged")) || (rebuttal != null && !rebuttal.isBlank());
            tx.update(
                    "UPDATE dissent SET seq = ?, acknowledged = ?, rebuttal = ? WHERE id = ?",
                    tx.next(ConsensusWriter.DISSENT_SEQ),
                    answered ? 1 : 0,
                    rebuttal == null || rebuttal.isBlank() ? null : rebuttal,
                    row.id());
        }
    }

    /** Takes over the links that both rows of which exist, each row in one link a side and none in a circle. */
    private static void supersessions(Tx tx, List<Old> rows) {
        Map<String, Stored> byId = new HashMap<>();
        rows.forEach(row -> byId.put(row.id(), new Stored(data(row.data()))));
        Map<String, String> above = new HashMap<>();
        Set<String> replacing = new HashSet<>();
        for (Old row : rows) {
            String older =
                    byId.get(row.id()) == null ? null : byId.get(row.id()).fieldText("supersedes");
            if (older != null
                    && byId.containsKey(older)
                    && !above.containsKey(older)
                    && replacing.add(row.id())
                    && !reaches(above, row.id(), older)) {
                above.put(older, row.id());
                tx.update("UPDATE consensus SET superseded_by = ? WHERE id = ?", row.id(), older);
                tx.update("UPDATE consensus SET supersedes = ? WHERE id = ?", older, row.id());
            }
        }
    }

    private static boolean reaches(Map<String, String> above, String from, String to) {
        for (String at = from; at != null; at = above.get(at)) {
            if (at.equals(to)) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, @Nullable Object> data(@Nullable String json) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("data", json);
        return values;
    }

    /** Brings times that can be read into the one form in which text order is time order. */
    private static void rewriteTimes(Tx tx, String table) {
        for (OldTime old : tx.list(
                "SELECT id, CAST(timestamp AS TEXT) FROM " + table + " WHERE timestamp IS NOT NULL AND id IS NOT NULL",
                row -> new OldTime(row.text(1), row.text(2)))) {
            try {
                String time = Times.show(Times.parse(old.time()));
                if (!time.equals(old.time())) {
                    tx.update("UPDATE " + table + " SET timestamp = ? WHERE id = ?", time, old.id());
                }
            } catch (InvalidException e) {
                // The text has no known meaning; it is shown as no time and stored unchanged.
            }
        }
    }
}
