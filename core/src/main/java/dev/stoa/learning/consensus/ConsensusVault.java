package dev.stoa.learning.consensus;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Moves a consensus with its dissents and proofs out of the tables as one JSON object, and back. Stateless. */
final class ConsensusVault {
    private static final JsonLimits LARGE = new JsonLimits(64, Integer.MAX_VALUE);

    private ConsensusVault() {}

    /** Takes a consensus out of the tables and returns it as it was. */
    static Consensus archive(Tx tx, String id, @Nullable String reason, Instant now) {
        Consensus consensus = ConsensusRows.get(tx, id);
        Map<String, @Nullable Object> record = Json.object(
                "consensus",
                        rows(tx, StoredTable.CONSENSUS, "consensus WHERE id = ?", id)
                                .getFirst(),
                "dissents", rows(tx, StoredTable.DISSENT, "dissent WHERE debate_id = ? ORDER BY seq", id),
                "proofs", rows(tx, StoredTable.PROOFS, "verified_proofs WHERE debate_id = ? ORDER BY timestamp", id));
        tx.update(
                "INSERT INTO consensus_archive (id, record, reason, archived_at) VALUES (?, ?, ?, ?)",
                id,
                Json.write(record),
                reason,
                now);
        ConsensusWriter.TEXT.remove(tx, consensus.seq());
        tx.update("DELETE FROM verified_proofs WHERE debate_id = ?", id);
        tx.update("DELETE FROM dissent WHERE debate_id = ?", id);
        tx.update("DELETE FROM consensus WHERE id = ?", id);
        return consensus;
    }

    private static List<Map<String, @Nullable Object>> rows(Tx tx, StoredTable table, String where, String id) {
        Row.Mapper<Map<String, @Nullable Object>> mapper = table::read;
        return tx.list("SELECT " + table.names() + " FROM " + where, mapper, id);
    }

    static Consensus restore(Tx tx, String id) {
        Map<String, @Nullable Object> record = record(tx, id).orElseThrow(() -> unknown(tx, id));
        ConsensusWriter.insert(tx, object(record.get("consensus")));
        for (Map<String, @Nullable Object> dissent : objects(record.get("dissents"))) {
            StoredTable.DISSENT.insert(tx, dissent, tx.next(ConsensusWriter.DISSENT_SEQ));
        }
        for (Map<String, @Nullable Object> proof : objects(record.get("proofs"))) {
            StoredTable.PROOFS.insert(tx, proof, null);
        }
        tx.update("DELETE FROM consensus_archive WHERE id = ?", id);
        return ConsensusRows.get(tx, id);
    }

    private static RuntimeException unknown(Tx tx, String id) {
        return ConsensusRows.find(tx, id).isPresent()
                ? new ConflictException("conflict", "consensus " + id + " is not archived", "it is there to be used")
                : new NotFoundException("not_found", "there is no archived consensus " + id, "check the id");
    }

    /** The archived object of that id. */
    static Optional<Map<String, @Nullable Object>> record(Tx tx, String id) {
        return tx.one(
                "SELECT record FROM consensus_archive WHERE id = ?", row -> Json.parseObject(row.text(1), LARGE), id);
    }

    /** One page of what is archived, in the order of the key, which has the index. */
    static Page<ArchivedConsensus> list(Tx tx, Page.Request page) {
        String last = ConsensusRows.after(page.cursor());
        List<@Nullable Object> params = new ArrayList<>();
        if (last != null) {
            params.add(last);
        }
        params.add(page.limit() + 1);
        List<ArchivedConsensus> rows = tx.list(
                "SELECT record, reason, archived_at FROM consensus_archive" + (last == null ? "" : " WHERE id > ?")
                        + " ORDER BY id LIMIT ?",
                row -> new ArchivedConsensus(
                        shown(Json.parseObject(row.text(1), LARGE)), row.textOrNull(2), row.instantOrNull(3)),
                params.toArray());
        return ConsensusRows.page(rows, page, archived -> archived.consensus().id());
    }

    /** The consensus of an archived object. */
    static Consensus shown(Map<String, @Nullable Object> record) {
        return Consensus.of(
                object(record.get("consensus")),
                0,
                objects(record.get("dissents")).stream()
                        .map(values -> Dissent.of(values, 0))
                        .toList(),
                objects(record.get("proofs")).stream().map(Proof::of).toList());
    }

    /** The row of an archived object. */
    static Stored row(Map<String, @Nullable Object> record) {
        return new Stored(object(record.get("consensus")));
    }

    // Every map of the reader has text as keys.
    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }

    private static List<Map<String, @Nullable Object>> objects(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(ConsensusVault::object).toList()
                : List.of();
    }
}
