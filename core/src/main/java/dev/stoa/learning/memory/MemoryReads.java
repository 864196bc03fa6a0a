package dev.stoa.learning.memory;

import dev.stoa.base.Page;
import dev.stoa.base.Simulated;
import dev.stoa.learning.memory.Memory.Archived;
import dev.stoa.learning.memory.Memory.Happened;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The plain reading of what is remembered: one memory, lists, counts and moves. Stateless. */
final class MemoryReads {
    /**
     * The moves that one page is looked for in. No index has their tiers: without a bound a page of rare moves would read
     * all that ever were.
     */
    static final int MOVES_LOOKED_AT = 10_000;

    private static final String MOVE =
            "SELECT id, memory_id, from_tier, to_tier, reason, surprise_score, created_at FROM ";

    /** Numbered backwards from one of them, then chosen by what else is asked. */
    static final String MOVES_OF_ALL =
            MOVE + "(SELECT * FROM tier_transitions WHERE id < ? ORDER BY id DESC LIMIT ?) AS t WHERE 1 = 1";

    private static final String MOVES_OF_ONE = MOVE + "tier_transitions t WHERE id < ? AND memory_id = ?";

    private static final String LIVE = " (expires_at IS NULL OR expires_at > ?)";

    private static final String SIMULATED = "(CASE WHEN namespace = '" + MemoryDraft.SIMULATED + "' THEN 1 ELSE 0 END)";

    private static final String OUTCOMES = """
            SELECT created_at, success, outcome_key, tier, surprise_after FROM memory_outcomes
            WHERE memory_id = ? ORDER BY id DESC LIMIT ?""";

    private static final String MOVES = """
            SELECT created_at, from_tier, to_tier, surprise_score, reason FROM tier_transitions
            WHERE memory_id = ? ORDER BY id DESC LIMIT ?""";

    private MemoryReads() {}

    static Memory show(MemoryTx unit, String id) {
        Optional<MemoryRow> row = MemoryRows.find(unit.tx, id).filter(found -> unit.sees(found.namespace));
        if (row.isPresent() && row.get().isLive(unit.now)) {
            return unit.memory(row.get());
        }
        Optional<MemoryRows.Generation> last =
                MemoryRows.archived(unit.tx, id, null).filter(found -> unit.sees(found.row().namespace));
        if (row.isPresent()) {
            // It has expired and is not cleaned up yet: it is shown as it will be after the cleanup.
            int generation =
                    1 + last.map(found -> found.archived().generation()).orElse(0);
            return row.get()
                    .memory(
                            MemoryRows.sources(unit.tx, id),
                            unit.model,
                            new Archived(generation, MemoryCleanup.EXPIRED, row.get().expiresAt));
        }
        return last.orElseThrow(() -> unit.missing(id)).memory(unit.model);
    }

    static Page<Memory> list(
            MemoryTx unit,
            @Nullable String namespace,
            @Nullable MemoryTier tier,
            Simulated simulated,
            Page.Request page) {
        StringBuilder sql =
                new StringBuilder("SELECT " + MemoryRow.COLUMNS + " FROM continuum_memory WHERE seq < ? AND" + LIVE);
        List<@Nullable Object> params = new ArrayList<>(List.of(page.after(Long.MAX_VALUE), unit.now));
        if (namespace != null) {
            sql.append(" AND namespace = ?");
            params.add(namespace);
        } else {
            sql.append(simulated.and(SIMULATED));
        }
        if (tier != null) {
            sql.append(" AND tier = ?");
            params.add(tier.text());
        }
        restrict(unit, sql, params, "namespace");
        params.add(page.limit() + 1);
        return page(unit, sql.toString(), params, page);
    }

    /** The live memories that name a source as theirs, found by the index of sources. */
    static Page<Memory> madeFrom(MemoryTx unit, MemorySource source, Page.Request page) {
        // SQLite keeps the order of a cross join: by the few rows of the source, not by all memories.
        StringBuilder sql = new StringBuilder("SELECT " + MemoryRow.COLUMNS
                + " FROM memory_sources CROSS JOIN continuum_memory WHERE source_kind = ? AND source_id = ?"
                + " AND memory_id = id AND seq < ? AND" + LIVE);
        List<@Nullable Object> params =
                new ArrayList<>(List.of(source.kind(), source.id(), page.after(Long.MAX_VALUE), unit.now));
        restrict(unit, sql, params, "namespace");
        params.add(page.limit() + 1);
        return page(unit, sql.toString(), params, page);
    }

    private static Page<Memory> page(MemoryTx unit, String sql, List<@Nullable Object> params, Page.Request page) {
        List<MemoryRow> rows = unit.tx.list(sql + " ORDER BY seq DESC LIMIT ?", MemoryRow::read, params.toArray());
        Map<String, List<MemorySource>> sources = rows.isEmpty()
                ? Map.of()
                : MemoryRows.sources(unit.tx, rows.stream().map(row -> row.id).toList());
        return page.of(rows, row -> row.seq)
                .map(row -> row.memory(sources.getOrDefault(row.id, List.of()), unit.model));
    }

    private static void restrict(MemoryTx unit, StringBuilder sql, List<@Nullable Object> params, String column) {
        if (unit.caller.agent() != null) {
            sql.append(" AND ").append(column).append(" IN (?, ?)");
            params.add(MemoryDraft.SHARED);
            params.add(MemoryTx.own(unit.caller.agent()));
        }
    }

    private static void only(StringBuilder sql, List<@Nullable Object> params, @Nullable String namespace) {
        if (namespace != null) {
            sql.append(" AND namespace = ?");
            params.add(namespace);
        }
    }

    static ContinuumStats stats(
            MemoryTx unit, Parameters.InForce inForce, long pending, Simulated simulated, @Nullable String namespace) {
        StringBuilder sql = new StringBuilder("""
                SELECT tier, count(*), coalesce(sum(CASE WHEN red_line = 1 THEN 1 ELSE 0 END), 0), avg(importance),
                    avg(surprise_score)
                FROM continuum_memory WHERE""" + LIVE + simulated.and(SIMULATED));
        List<@Nullable Object> params = new ArrayList<>(List.of(unit.now));
        restrict(unit, sql, params, "namespace");
        only(sql, params, namespace);
        Map<String, ContinuumStats.Tier> found = new HashMap<>();
        unit.tx.each(
                sql + " GROUP BY tier",
                row -> {
                    if (MemoryTier.isKnown(row.text(1))) {
                        MemoryTier tier = MemoryTier.of(row.text(1));
                        found.put(
                                row.text(1),
                                new ContinuumStats.Tier(
                                        tier,
                                        row.number(2),
                                        unit.params.cap(tier),
                                        row.number(3),
                                        row.realOrNull(4),
                                        row.realOrNull(5)));
                    }
                },
                params.toArray());
        List<ContinuumStats.Tier> tiers = new ArrayList<>();
        for (MemoryTier tier : MemoryTier.values()) {
            tiers.add(found.getOrDefault(
                    tier.text(), new ContinuumStats.Tier(tier, 0, unit.params.cap(tier), 0, null, null)));
        }
        StringBuilder archive = new StringBuilder(
                "SELECT count(*) FROM continuum_memory_archive WHERE 1 = 1" + simulated.and(SIMULATED));
        List<@Nullable Object> archiveParams = new ArrayList<>();
        restrict(unit, archive, archiveParams, "namespace");
        only(archive, archiveParams, namespace);
        StringBuilder waiting = new StringBuilder(
                "SELECT count(*) FROM continuum_memory WHERE (embedding_model IS NULL OR embedding_model <> ?)");
        List<@Nullable Object> waitingParams = new ArrayList<>(List.of(unit.model));
        restrict(unit, waiting, waitingParams, "namespace");
        // None waits where no embedder is on, whatever the rows say.
        long seen = pending == 0 || unit.caller.agent() == null
                ? pending
                : unit.tx.number(waiting.toString(), waitingParams.toArray());
        return new ContinuumStats(
                tiers,
                tiers.stream().mapToLong(ContinuumStats.Tier::count).sum(),
                unit.tx.number(archive.toString(), archiveParams.toArray()),
                seen,
                unit.params.document(),
                inForce.row() == null ? "defaults" : "meta_learning_state " + inForce.row());
    }

    static Page<Transition> transitions(
            MemoryTx unit, @Nullable String id, @Nullable MemoryTier from, @Nullable MemoryTier to, Page.Request page) {
        long before = page.after(Long.MAX_VALUE);
        StringBuilder sql = new StringBuilder(id == null ? MOVES_OF_ALL : MOVES_OF_ONE);
        List<@Nullable Object> params = new ArrayList<>(List.of(before, id == null ? MOVES_LOOKED_AT : id));
        if (id != null) {
            show(unit, id);
        }
        if (from != null) {
            sql.append(" AND from_tier = ?");
            params.add(from.text());
        }
        if (to != null) {
            sql.append(" AND to_tier = ?");
            params.add(to.text());
        }
        if (unit.caller.agent() != null) {
            sql.append(" " + """
                     AND (EXISTS (SELECT 1 FROM continuum_memory m WHERE m.id = t.memory_id AND m.namespace IN (?, ?))
                        OR (EXISTS (SELECT 1 FROM continuum_memory_archive a WHERE a.memory_id = t.memory_id
                                AND a.namespace IN (?, ?))
                            AND NOT EXISTS (SELECT 1 FROM continuum_memory m WHERE m.id = t.memory_id)))""");
            for (int i = 0; i < 2; i++) {
                params.add(MemoryDraft.SHARED);
                params.add(MemoryTx.own(Objects.requireNonNull(unit.caller.agent())));
            }
        }
        params.add(page.limit() + 1);
        List<Transition> rows = unit.tx.list(
                sql + " ORDER BY id DESC LIMIT ?",
                row -> new Transition(
                        row.number(1),
                        row.text(2),
                        row.text(3),
                        row.text(4),
                        row.textOrNull(5),
                        row.realOrNull(6),
                        row.instantOrNull(7)),
                params.toArray());
        return page.of(rows, Transition::id, id != null || rows.size() > page.limit() ? null : looked(unit, before));
    }

    /** The number of the last move that was looked at; null if there are no more. */
    private static @Nullable Long looked(MemoryTx unit, long before) {
        List<Long> ends = unit.tx.list(
                "SELECT id FROM tier_transitions WHERE id < ? ORDER BY id DESC LIMIT 2 OFFSET ?",
                row -> row.number(1),
                before,
                MOVES_LOOKED_AT - 1);
        return ends.size() < 2 ? null : ends.getFirst();
    }

    /** The last of everything that happened to a memory, the newest first; of one moment what follows comes first. */
    static List<Happened> history(MemoryTx unit, String id, int most) {
        show(unit, id);
        List<Happened> archived = MemoryRows.generations(unit.tx, id, most).stream()
                .filter(found -> unit.sees(found.row().namespace))
                .map(MemoryReads::archived)
                .toList();
        List<Happened> moves = unit.tx.list(
                MOVES,
                row -> new Happened(
                        row.instantOrNull(1),
                        "move",
                        null,
                        null,
                        row.textOrNull(2),
                        row.textOrNull(3),
                        row.realOrNull(4),
                        row.textOrNull(5),
                        null,
                        null),
                id,
                most);
        List<Happened> outcomes = unit.tx.list(
                OUTCOMES,
                row -> new Happened(
                        row.instantOrNull(1),
                        "outcome",
                        row.flag(2),
                        row.textOrNull(3),
                        null,
                        row.textOrNull(4),
                        row.realOrNull(5),
                        null,
                        null,
                        null),
                id,
                most);
        return Stream.of(archived, moves, outcomes)
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Happened::time).reversed())
                .limit(most)
                .toList();
    }

    private static Happened archived(MemoryRows.Generation found) {
        MemoryRow row = found.row();
        Memory.Archived end = found.archived();
        return new Happened(
                end.at(),
                "archived",
                null,
                null,
                null,
                row.tier.text(),
                null,
                end.reason(),
                end.generation(),
                row.content);
    }
}
