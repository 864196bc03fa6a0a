package dev.stoa.learning.memory;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Precondition;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.MemoryRows.Generation;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What keeps a memory or lets it go: red lines, forgetting, restoring. Stateless. */
final class MemoryKeeping {
    private MemoryKeeping() {}

    static ConflictException redLined(String id, String verb) {
        return new ConflictException(
                "red_line", "memory " + id + " has a red line and cannot be " + verb, "lift its red line first");
    }

    /** A change of a memory that is made only in a version that was expected. */
    static <T> Function<MemoryTx, T> onlyIf(Precondition expected, String id, Function<MemoryTx, T> change) {
        return unit -> {
            expected.check("memory " + id, () -> MemoryReads.show(unit, id).etag());
            return change.apply(unit);
        };
    }

    private static void needsPerson(MemoryTx unit) {
        if (unit.caller.trust() != Trust.HUMAN) {
            throw new ForbiddenException(
                    "forbidden", unit.caller.name() + " may not set or lift a red line", "ask a person to do it");
        }
    }

    static Memory redLine(MemoryTx unit, String id, String reason) {
        needsPerson(unit);
        MemoryRow row = unit.live(id);
        if (row.redLine) {
            return unit.memory(row);
        }
        unit.event(id, "mark", Json.object("reason", reason));
        MemoryTier from = row.tier;
        row.redLine = true;
        row.redLineReason = reason;
        row.importance = 1;
        row.tier = MemoryTier.GLACIAL;
        row.expiresAt = null;
        MemoryWriter.change(unit, row);
        if (from != row.tier) {
            MemoryWriter.transition(unit, row, from, row.tier, "red_line");
        }
        return unit.memory(row);
    }

    static Memory lift(MemoryTx unit, String id, String reason) {
        needsPerson(unit);
        MemoryRow row = unit.live(id);
        if (!row.redLine) {
            return unit.memory(row);
        }
        unit.event(id, "lift", Json.object("reason", reason));
        row.redLine = false;
        row.redLineReason = null;
        row.freshLife(unit.params, unit.now);
        MemoryWriter.change(unit, row);
        return unit.memory(row);
    }

    static ForgetResult forget(MemoryTx unit, String id, @Nullable String reason, boolean purge) {
        Optional<MemoryRow> present = MemoryRows.find(unit.tx, id).filter(row -> unit.sees(row.namespace));
        if (present.isPresent() && present.get().redLine) {
            throw redLined(id, purge ? "purged" : "forgotten");
        }
        if (purge) {
            purge(unit, id, present, reason);
            return new ForgetResult(id, null, true);
        }
        MemoryRow row = unit.live(id);
        if (unit.caller.agent() != null && !row.namespace.equals(MemoryTx.own(unit.caller.agent()))) {
            throw new ForbiddenException(
                    "forbidden",
                    unit.caller.shown() + " may not forget memory " + id + ", which is not in its own namespace "
                            + MemoryTx.own(unit.caller.agent()),
                    "act as a person");
        }
        return new ForgetResult(
                id, MemoryWriter.archive(unit, row, reason == null ? "forgotten" : "forgotten: " + reason), false);
    }

    static long generations(Tx tx, String id) {
        return tx.number("SELECT count(*) FROM continuum_memory_archive WHERE memory_id = ?", id);
    }

    static long outcomes(Tx tx, String id) {
        return tx.number("SELECT count(*) FROM memory_outcomes WHERE memory_id = ?", id);
    }

    private static void purge(MemoryTx unit, String id, Optional<MemoryRow> present, @Nullable String reason) {
        boolean archived = MemoryRows.archived(unit.tx, id, null)
                .filter(generation -> unit.sees(generation.row().namespace))
                .isPresent();
        if (present.isEmpty() && !archived) {
            throw unit.missing(id);
        }
        if (present.isEmpty() && MemoryRows.find(unit.tx, id).isPresent()) {
            // Under the same id another namespace has a memory that does not exist for this caller.
            throw unit.missing(id);
        }
        present.ifPresent(row -> MemoryWriter.delete(unit, row));
        unit.tx.update("DELETE FROM continuum_memory_archive WHERE memory_id = ?", id);
        unit.tx.update("DELETE FROM memory_outcomes WHERE memory_id = ?", id);
        unit.tx.update("DELETE FROM memory_events WHERE memory_id = ?", id);
        unit.event(id, "purge", reason == null ? Map.of() : Json.object("reason", reason));
    }

    static Memory restore(MemoryTx unit, String id, @Nullable Integer number) {
        Optional<MemoryRow> present = MemoryRows.find(unit.tx, id);
        if (present.isPresent()) {
            MemoryRow row = present.get();
            if (!unit.sees(row.namespace)) {
                throw unit.missing(id);
            }
            if (row.isLive(unit.now)) {
                throw new ConflictException("conflict", "memory " + id + " is live", "forget it first");
            }
            MemoryWriter.archive(unit, row, MemoryCleanup.EXPIRED);
        }
        Generation generation = MemoryRows.archived(unit.tx, id, number)
                .filter(found -> unit.sees(found.row().namespace))
                .orElseThrow(() -> new NotFoundException(
                        "not_found",
                        number == null
                                ? "nothing is archived of memory " + id
                                : "memory " + id + " has no generation " + number + " in the archive",
                        "see the history of memory " + id));
        MemoryRow row = generation.row();
        List<MemorySource> sources = MemoryTrust.presentOfArchived(unit, id, generation.sources());
        row.trust = MemoryTrust.least(row.trust, sources);
        row.seq = unit.nextSeq();
        row.updatedAt = unit.now;
        row.freshLife(unit.params, unit.now);
        MemoryWriter.insert(unit, row, sources, Tokenizer.contentHash(row.content));
        MemoryWriter.restoreVector(unit, row, generation.archiveId(), row.embeddingModel);
        MemoryTrust.lowerDerived(unit, MemorySource.MEMORY, id, row.trust);
        unit.tx.update(
                "UPDATE continuum_memory_archive SET restored_at = ? WHERE id = ?", unit.now, generation.archiveId());
        unit.event(
                id, "restore", Json.object("generation", generation.archived().generation()));
        unit.written.add(row.seq);
        return unit.memory(row);
    }
}
