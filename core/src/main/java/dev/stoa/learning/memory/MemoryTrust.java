package dev.stoa.learning.memory;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The trust of memories: at most the least trust of their sources, at any depth. Stateless. A
 * lowering writes memories before source rows, because triggers compare a source with the memory made from it; so
 * memories that were made from each other do no harm.
 */
final class MemoryTrust {
    private static final String DERIVED =
            "SELECT memory_id FROM memory_sources WHERE source_kind = ? AND source_id = ?";

    private MemoryTrust() {}

    /** The given sources with the trust they have now. */
    static List<MemorySource> present(MemoryTx unit, List<MemorySource> given) {
        List<MemorySource> present = new ArrayList<>();
        for (MemorySource source : given) {
            present.add(
                    source.kind().equals(MemorySource.MEMORY)
                            ? source.withTrust(live(unit, source.id()).orElse(Trust.UNTRUSTED))
                            : source);
        }
        return present;
    }

    private static Optional<Trust> live(MemoryTx unit, String id) {
        return MemoryRows.find(unit.tx, id)
                .filter(row -> row.isLive(unit.now) && unit.sees(row.namespace))
                .map(row -> row.trust);
    }

    static Trust least(Trust own, List<MemorySource> sources) {
        Trust least = own;
        for (MemorySource source : sources) {
            least = least.atMost(source.trust());
        }
        return least;
    }

    /** The memory itself and every memory that was made from it, at any depth. */
    static Set<String> derived(Tx tx, String id) {
        Set<String> seen = new HashSet<>(Set.of(id));
        Deque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            for (String memory : tx.list(DERIVED, row -> row.text(1), MemorySource.MEMORY, next.remove())) {
                if (seen.add(memory)) {
                    next.add(memory);
                }
            }
        }
        return seen;
    }

    /** Lowers all that was made from a source to what the source has now. */
    static void lowerDerived(MemoryTx unit, String kind, String id, Trust level) {
        Tx tx = unit.tx;
        Set<String> lowered = new LinkedHashSet<>();
        Deque<MemorySource> next = new ArrayDeque<>(List.of(new MemorySource(kind, id, level)));
        boolean used = false;
        while (!next.isEmpty()) {
            MemorySource source = next.remove();
            for (String memory : tx.list(DERIVED, row -> row.text(1), source.kind(), source.id())) {
                used = true;
                int changed = tx.update(
                        "UPDATE continuum_memory SET trust = ? WHERE id = ? AND trust > ?",
                        level.level(),
                        memory,
                        level.level());
                if (changed > 0 && lowered.add(memory)) {
                    unit.event(memory, "trust", Json.object("to", level.text(), "source", kind + ":" + id));
                    next.add(new MemorySource(MemorySource.MEMORY, memory, level));
                }
            }
        }
        if (!used) {
            // As with nearly every memory that is added: no source row is there to be lowered.
            return;
        }
        lowerSource(tx, kind, id, level);
        lowered.forEach(memory -> lowerSource(tx, MemorySource.MEMORY, memory, level));
    }

    private static void lowerSource(Tx tx, String kind, String id, Trust level) {
        tx.update("""
                UPDATE memory_sources SET source_trust = ?
                WHERE source_kind = ? AND source_id = ? AND source_trust > ?""", level.level(), kind, id, level.level());
    }

    /** Gives a memory another trust, within what its sources and the caller allow. */
    static void set(MemoryTx unit, MemoryRow row, Trust level, String reason) {
        if (level == row.trust) {
            return;
        }
        if (level.compareTo(row.trust) > 0) {
            raise(unit, row, level);
        }
        unit.event(row.id, "trust", Json.object("from", row.trust.text(), "to", level.text(), "reason", reason));
        unit.tx.update("UPDATE continuum_memory SET trust = ? WHERE id = ?", level.level(), row.id);
        if (level.compareTo(row.trust) < 0) {
            lowerDerived(unit, MemorySource.MEMORY, row.id, level);
        }
        row.trust = level;
    }

    private static void raise(MemoryTx unit, MemoryRow row, Trust level) {
        if (level.compareTo(unit.caller.trust()) > 0) {
            throw new ConflictException(
                    "trust_bound",
                    "trust " + level.text() + " is above " + unit.caller.trust().text() + ", the most that "
                            + unit.caller.name() + " can give",
                    "ask a person");
        }
        for (MemorySource source : MemoryRows.sources(unit.tx, row.id)) {
            Trust present = source.kind().equals(MemorySource.MEMORY)
                    ? live(unit, source.id()).orElse(source.trust())
                    : source.trust();
            if (present.compareTo(level) < 0) {
                throw new ConflictException(
                        "trust_bound",
                        "memory " + row.id + " was made from " + source.kind() + " " + source.id() + ", which is "
                                + present.text(),
                        "raise the trust of that first");
            }
            unit.tx.update("""
                    UPDATE memory_sources SET source_trust = ?
                    WHERE memory_id = ? AND source_kind = ? AND source_id = ?""", present.level(), row.id, source.kind(), source.id());
        }
    }

    /** Takes over what another archive says of a source. */
    static void sourceChanged(MemoryTx unit, String kind, String id, Trust level) {
        if (level != known(unit.tx, kind, id).orElse(null)) {
            unit.event(eventName(kind, id), "trust", Json.object("to", level.text()));
        }
        lowerDerived(unit, kind, id, level);
        unit.tx.update(
                "UPDATE memory_sources SET source_trust = ? WHERE source_kind = ? AND source_id = ?",
                level.level(),
                kind,
                id);
    }

    /** The name under which events of a source elsewhere stand; no memory can have it. */
    private static String eventName(String kind, String id) {
        return kind + " " + id;
    }

    /** The last trust of a source elsewhere that was reported to this archive. */
    private static Optional<Trust> known(Tx tx, String kind, String id) {
        return tx.one(
                "SELECT detail FROM memory_events WHERE memory_id = ? AND kind = 'trust' ORDER BY seq DESC LIMIT 1",
                row -> Trust.of(String.valueOf(Json.parseObject(row.text(1)).get("to"))),
                eventName(kind, id));
    }

    /** The sources of an archived memory with the trust they have now; what is gone as it was when it went. */
    static List<MemorySource> presentOfArchived(MemoryTx unit, String id, List<MemorySource> sources) {
        return presentOfArchived(unit.tx, sources, new HashSet<>(Set.of(id)));
    }

    private static List<MemorySource> presentOfArchived(Tx tx, List<MemorySource> sources, Set<String> seen) {
        List<MemorySource> present = new ArrayList<>();
        for (MemorySource source : sources) {
            Trust bound = source.kind().equals(MemorySource.MEMORY)
                    ? ofMemory(tx, source.id(), seen)
                    : known(tx, source.kind(), source.id()).orElse(source.trust());
            present.add(source.withTrust(source.trust().atMost(bound)));
        }
        return present;
    }

    private static Trust ofMemory(Tx tx, String id, Set<String> seen) {
        if (!seen.add(id)) {
            // A cycle: any bound on it is found while walking it.
            return Trust.HUMAN;
        }
        Optional<MemoryRow> row = MemoryRows.find(tx, id);
        if (row.isPresent()) {
            return row.get().trust;
        }
        return MemoryRows.archived(tx, id, null)
                .map(last -> least(last.row().trust, presentOfArchived(tx, last.sources(), seen)))
                .orElse(Trust.UNTRUSTED);
    }
}
