package dev.stoa.learning.memory;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One unit of work on the memories: its transaction, its moment, the parameters in force, who acts, and what is to be
 * done after the commit. Not thread-safe.
 */
final class MemoryTx {
    /** A write whose number is divisible by this cleans up a little. */
    static final int UPKEEP = 256;

    /** What rows are numbered by. */
    static final String SEQUENCE = "memory";

    final Tx tx;
    final Instant now;
    final Hyperparams params;
    final Principal caller;
    final String model;
    /** The number that was reserved for the row that is written; null if it is the next one. */
    private final @Nullable Long reserved;

    /** Rows that wait for a vector. */
    final List<Long> written = new ArrayList<>();
    /** Rows that are gone. */
    final List<Long> removed = new ArrayList<>();

    int upkeep;

    MemoryTx(Tx tx, Instant now, Hyperparams params, Principal caller, String model, @Nullable Long reserved) {
        this.tx = tx;
        this.now = now;
        this.params = params;
        this.caller = caller;
        this.model = model;
        this.reserved = reserved;
    }

    long nextSeq() {
        long seq = reserved == null ? tx.next(SEQUENCE) : reserved;
        if (seq % UPKEEP == 0) {
            upkeep++;
        }
        return seq;
    }

    /** Whether a namespace exists for who acts. */
    boolean sees(String namespace) {
        return sees(caller, namespace);
    }

    static boolean sees(Principal caller, String namespace) {
        return caller.agent() == null || namespace.equals(MemoryDraft.SHARED) || namespace.equals(own(caller.agent()));
    }

    /** The namespace of an agent's own memories. */
    static String own(@Nullable String agent) {
        return "agent:" + agent;
    }

    void event(String memoryId, String kind, Map<String, @Nullable Object> detail) {
        tx.update(
                "INSERT INTO memory_events (seq, memory_id, kind, detail, actor, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                tx.next("event"),
                memoryId,
                kind,
                Json.write(detail),
                caller.name(),
                now);
    }

    /** The row of a memory that is live and visible; otherwise the refusal says what is left of it. */
    MemoryRow live(String id) {
        return MemoryRows.find(tx, id)
                .filter(row -> row.isLive(now) && sees(row.namespace))
                .orElseThrow(() -> missing(id));
    }

    NotFoundException missing(String id) {
        boolean expired =
                MemoryRows.find(tx, id).filter(row -> sees(row.namespace)).isPresent();
        boolean archived = expired
                || MemoryRows.archived(tx, id, null)
                        .filter(generation -> sees(generation.row().namespace))
                        .isPresent();
        return new NotFoundException(
                "not_found",
                "there is no live memory " + id,
                archived
                        ? (expired ? "it has expired" : "it is archived") + "; restore memory " + id
                        : "list the memories");
    }

    Memory memory(MemoryRow row) {
        return row.memory(MemoryRows.sources(tx, row.id), model);
    }
}
