package dev.stoa.learning.memory;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.Memory.TtlMode;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The addition of memories: new ones, existing ones, and replacements. Safe from any thread. */
final class MemoryAdding {
    private static final String EQUAL = "SELECT " + MemoryRow.COLUMNS + " " + """
             FROM continuum_memory WHERE namespace = ? AND content_hash = ? AND trust = ? ORDER BY seq""";

    private static final String KNOWN =
            "SELECT 1 FROM continuum_memory WHERE namespace = ? AND content_hash = ? LIMIT 1";

    private final Ids ids;

    MemoryAdding(Ids ids) {
        this.ids = ids;
    }

    Added<Memory> add(MemoryTx unit, MemoryDraft draft) {
        return add(unit, draft, false);
    }

    /** Rows of a text and namespace, of any trust; looked at later. */
    static Supplier<List<Long>> known(Tx tx, String namespace, String hash) {
        return tx.ask(KNOWN, row -> row.number(1), namespace, hash);
    }

    /** Adds a memory without an id, of whose text there is none. */
    Added<Memory> addNew(MemoryTx unit, MemoryDraft draft) {
        return add(unit, draft, true);
    }

    private Added<Memory> add(MemoryTx unit, MemoryDraft draft, boolean isNew) {
        if (!unit.sees(draft.namespace())) {
            throw new NotFoundException(
                    "not_found",
                    "there is no namespace " + draft.namespace(),
                    "use shared or " + MemoryTx.own(unit.caller.agent()));
        }
        String hash = Tokenizer.contentHash(draft.content());
        List<MemorySource> sources = MemoryTrust.present(unit, draft.sources());
        Trust wished = draft.trust() == null ? Trust.AGENT : draft.trust();
        Trust trust = MemoryTrust.least(wished.atMost(unit.caller.trust()), sources);
        String id = draft.id();
        Added<Memory> added = id == null
                ? withoutId(unit, draft, trust, sources, hash, isNew)
                : withId(unit, draft, id, trust, sources, hash);
        return new Added<>(added.value(), added.created(), trust != wished);
    }

    private Added<Memory> withoutId(
            MemoryTx unit, MemoryDraft draft, Trust trust, List<MemorySource> sources, String hash, boolean isNew) {
        Optional<MemoryRow> equal = isNew ? Optional.empty() : equal(unit, draft.namespace(), hash, trust);
        return equal.isPresent()
                ? Added.of(again(unit, equal.get(), draft, sources), false)
                : Added.of(insert(unit, draft, ids.next(), null, trust, sources, hash), true);
    }

    /** A live row of the same text and trust; expired ones that stand in the way are archived. */
    private static Optional<MemoryRow> equal(MemoryTx unit, String namespace, String hash, Trust trust) {
        Optional<MemoryRow> live = Optional.empty();
        for (MemoryRow row : unit.tx.list(EQUAL, MemoryRow::read, namespace, hash, trust.level())) {
            if (!row.isLive(unit.now)) {
                MemoryWriter.archive(unit, row, MemoryCleanup.EXPIRED);
            } else if (live.isEmpty()) {
                live = Optional.of(row);
            }
        }
        return live;
    }

    private static Memory again(MemoryTx unit, MemoryRow row, MemoryDraft draft, List<MemorySource> given) {
        row.importance = Math.max(row.importance, draft.importance());
        row.updates++;
        row.updatedAt = unit.now;
        row.renewLife(unit.params, unit.now);
        MemoryWriter.touch(unit, row);
        List<MemorySource> sources = new ArrayList<>(MemoryRows.sources(unit.tx, row.id));
        List<MemorySource> more = more(unit, row.id, given, sources);
        MemoryWriter.addSources(unit.tx, row.id, more);
        sources.addAll(more);
        sources.sort(MemoryRows.SOURCE_ORDER);
        return row.memory(sources, unit.model);
    }

    /** The given sources that are new, without the memory itself and what was made from it. */
    private static List<MemorySource> more(
            MemoryTx unit, String id, List<MemorySource> given, List<MemorySource> present) {
        List<MemorySource> more = new ArrayList<>(given);
        more.removeIf(source -> present.stream().anyMatch(source::isSameAs));
        if (more.stream().anyMatch(source -> source.kind().equals(MemorySource.MEMORY))) {
            Set<String> derived = MemoryTrust.derived(unit.tx, id);
            more.removeIf(source -> source.kind().equals(MemorySource.MEMORY) && derived.contains(source.id()));
        }
        return more;
    }

    private static Added<Memory> withId(
            MemoryTx unit, MemoryDraft draft, String id, Trust trust, List<MemorySource> sources, String hash) {
        Optional<MemoryRow> present = MemoryRows.find(unit.tx, id);
        if (present.isPresent() && !present.get().isLive(unit.now)) {
            MemoryWriter.archive(unit, present.get(), MemoryCleanup.EXPIRED);
            present = Optional.empty();
        }
        if (present.isEmpty()
                && unit.caller.agent() != null
                && MemoryRows.archived(unit.tx, id, null)
                        .filter(generation -> !unit.sees(generation.row().namespace))
                        .isPresent()) {
            // A new life under the id would open the history of what does not exist for this caller.
            throw taken(id);
        }
        if (present.isEmpty()) {
            return Added.of(insert(unit, draft, id, null, trust, sources, hash), true);
        }
        MemoryRow old = present.get();
        if (!unit.sees(old.namespace)) {
            throw taken(id);
        }
        if (Tokenizer.contentHash(old.content).equals(hash)) {
            return Added.of(unit.memory(old), false);
        }
        if (old.redLine) {
            throw MemoryKeeping.redLined(id, "replaced");
        }
        if (!draft.replace()) {
            throw new ConflictException(
                    "conflict",
                    "memory " + id + " has other content",
                    "allow replacing the memory, or choose another id");
        }
        if (unit.caller.agent() != null && old.trust.compareTo(unit.caller.trust()) > 0) {
            throw new ForbiddenException(
                    "forbidden",
                    unit.caller.shown() + " may not replace memory " + id + ", whose trust " + old.trust.text()
                            + " is above " + unit.caller.trust().text(),
                    "choose another id, or act as a person");
        }
        int generation = MemoryWriter.archive(unit, old, "replaced");
        Memory memory = insert(unit, draft, id, old, trust, sources, hash);
        unit.event(id, "replace", Json.object("generation", generation));
        return Added.of(memory, true);
    }

    private static ConflictException taken(String id) {
        return new ConflictException("conflict", "id " + id + " is taken", "choose another");
    }

    private static Memory insert(
            MemoryTx unit,
            MemoryDraft draft,
            String id,
            @Nullable MemoryRow replaced,
            Trust trust,
            List<MemorySource> sources,
            String hash) {
        MemoryRow row = new MemoryRow();
        row.id = id;
        row.seq = unit.nextSeq();
        row.namespace = draft.namespace();
        row.tier = draft.tier();
        row.content = draft.content();
        row.importance = draft.importance();
        row.surprise = draft.surprise();
        row.updates = replaced == null ? 1 : replaced.updates + 1;
        row.trust = trust;
        row.origin = draft.origin();
        row.ttlMode = draft.ttlMode();
        row.expiresAt = switch (draft.ttlMode()) {
            case TtlMode.TIER -> unit.now.plus(unit.params.life(draft.tier()));
            case TtlMode.FIXED -> unit.now.plusSeconds(draft.ttlSeconds());
            case TtlMode.NEVER -> null;
        };
        row.createdAt = replaced == null ? unit.now : replaced.createdAt;
        row.updatedAt = unit.now;
        row.metadata = draft.metadata();
        List<MemorySource> sorted = new ArrayList<>(sources);
        sorted.sort(MemoryRows.SOURCE_ORDER);
        MemoryWriter.insert(unit, row, sorted, hash);
        unit.written.add(row.seq);
        if (replaced != null && replaced.tier != row.tier) {
            MemoryWriter.transition(unit, row, replaced.tier, row.tier, "replaced");
        }
        if (draft.id() != null) {
            MemoryTrust.lowerDerived(unit, MemorySource.MEMORY, id, trust);
        }
        return row.memory(sorted, unit.model);
    }
}
