package dev.stoa.learning.memory;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.TakeoverRule;
import dev.stoa.storage.Tx;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The declaration of the continuum archive. */
public final class ContinuumArchive {
    /** Memories, their moves between tiers, what was archived of them, and the tuned parameters. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("continuum")
            .grows("continuum_memory", "created_at", "seq")
            .version(2, "tiers, transitions, archive and tuned parameters")
            .version(3, "red lines")
            .version(4, "order, rank, text index and generations", ContinuumBackFill::run)
            .version(5, "red lines kept by the storage")
            .version(6, "outcomes, trust and its sources")
            .version(7, "a text index without the texts, and an index of the vectors alone", ContinuumArchive::reindex)
            .takeover(
                    tier("continuum_memory", "tier", "slow"),
                    tier("continuum_memory_archive", "tier", "slow"),
                    tier("tier_transitions", "from_tier", null),
                    tier("tier_transitions", "to_tier", null),
                    TakeoverRule.unit("continuum_memory", "importance"),
                    TakeoverRule.unit("continuum_memory", "surprise_score"),
                    TakeoverRule.unit("continuum_memory", "consolidation_score"),
                    TakeoverRule.unit("continuum_memory_archive", "importance"),
                    TakeoverRule.unit("continuum_memory_archive", "surprise_score"),
                    TakeoverRule.unit("continuum_memory_archive", "consolidation_score"))
            .reindex(ContinuumArchive::rebuild)
            .invariant("C1", "a tier is unknown, a value is not within 0 to 1, or a red line is not whole", """
                    SELECT id FROM continuum_memory WHERE tier NOT IN ('fast', 'medium', 'slow', 'glacial')
                        OR coalesce(importance, -1) NOT BETWEEN 0 AND 1
                        OR coalesce(surprise_score, -1) NOT BETWEEN 0 AND 1
                        OR coalesce(consolidation_score, -1) NOT BETWEEN 0 AND 1
                        OR (red_line = 1 AND (expires_at IS NOT NULL OR coalesce(red_line_reason, '') = ''))""", """
                    SELECT id FROM continuum_memory WHERE tier NOT IN ('fast', 'medium', 'slow', 'glacial')
                        OR coalesce(importance, -1) NOT BETWEEN 0 AND 1
                        OR coalesce(surprise_score, -1) NOT BETWEEN 0 AND 1
                        OR coalesce(consolidation_score, -1) NOT BETWEEN 0 AND 1
                        OR (red_line = 1 AND (expires_at IS NOT NULL OR coalesce(red_line_reason, '') = ''))""")
            .invariant("C2", "a stored rank is not that of the values it comes from", ContinuumInvariants::ranks)
            .invariant("C3", "the text index and the memories differ, or two generations have one number", """
                    SELECT id FROM continuum_memory WHERE seq IS NULL OR seq NOT IN (SELECT rowid FROM memory_fts)
                    UNION ALL SELECT 'index row ' || rowid FROM memory_fts
                        WHERE rowid NOT IN (SELECT seq FROM continuum_memory WHERE seq IS NOT NULL)
                    UNION ALL SELECT memory_id || ' generation ' || generation FROM continuum_memory_archive
                        GROUP BY memory_id, generation HAVING count(*) > 1""", """
                    SELECT id FROM continuum_memory WHERE seq IS NULL OR search IS NULL
                    UNION ALL SELECT memory_id || ' generation ' || generation FROM continuum_memory_archive
                        GROUP BY memory_id, generation HAVING count(*) > 1""")
            .invariant(
                    "C4",
                    "a memory has more trust than what it was made from",
                    ContinuumInvariants.TRUST,
                    ContinuumInvariants.TRUST)
            .build();

    private ContinuumArchive() {}

    /** The index of PostgreSQL is a column, which stays as it is. */
    private static void reindex(Tx tx) {
        if (tx.dialect() == Dialect.SQLITE) {
            rebuild(tx);
        }
    }

    private static void rebuild(Tx tx) {
        MemoryWriter.TEXT.rebuild(tx, "SELECT seq, content FROM continuum_memory");
    }

    private static TakeoverRule tier(String table, String column, @Nullable String otherwise) {
        return new TakeoverRule.Word(table, column, Set.of("fast", "medium", "slow", "glacial"), otherwise);
    }
}
