package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import dev.stoa.search.text.TextTable;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Tx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writing of memories: a row with its index row and its sources, always together. Stateless. What is derived from
 * other columns is computed here and nowhere else.
 */
final class MemoryWriter {
    static final TextTable TEXT =
            TextTable.ofWords("continuum_memory", "memory_fts", new TextTable.Column("content", 1));

    private static final String INSERT = """
            INSERT INTO continuum_memory (id, seq, namespace, tier, content, importance, surprise_score,
                consolidation_score, update_count, success_count, failure_count, trust, origin, red_line, ttl_mode,
                expires_at, last_promotion_at, created_at, updated_at, metadata, content_hash, updated_ms, log_strength,
                rank_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    // An update touches the indexes of all columns it names; most leave the tier and the red line as they are.
    private static final String TOUCH = """
            UPDATE continuum_memory SET importance = ?, surprise_score = ?, consolidation_score = ?, update_count = ?,
                success_count = ?, failure_count = ?, updated_at = ?, expires_at = ?, updated_ms = ?, log_strength = ?,
                rank_key = ?
            WHERE seq = ?""";

    private static final String MOVE = """
            UPDATE continuum_memory SET tier = ?, importance = ?, surprise_score = ?, consolidation_score = ?,
                update_count = ?, success_count = ?, failure_count = ?, last_promotion_at = ?, updated_at = ?,
                ttl_mode = ?, expires_at = ?, red_line = ?, red_line_reason = ?, updated_ms = ?, log_strength = ?,
                rank_key = ?
            WHERE seq = ?""";

    private static final String TRANSITION = """
            INSERT INTO tier_transitions (memory_id, from_tier, to_tier, reason, surprise_score, created_at)
            VALUES (?, ?, ?, ?, ?, ?)""";

    private static final String SOURCE =
            "INSERT INTO memory_sources (memory_id, source_kind, source_id, source_trust) VALUES (?, ?, ?, ?)";

    private static final String ARCHIVE = """
            INSERT INTO continuum_memory_archive (id, memory_id, generation, namespace, tier, content, importance,
                surprise_score, consolidation_score, update_count, success_count, failure_count, semantic_centroid,
                created_at, updated_at, archived_at, archive_reason, metadata, content_hash, extra)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT semantic_centroid FROM continuum_memory WHERE seq = ?),
                ?, ?, ?, ?, ?, ?, ?)""";

    private MemoryWriter() {}

    /** Writes a new row with its index row and its sources. */
    static void insert(MemoryTx unit, MemoryRow row, List<MemorySource> sources, String hash) {
        Tx tx = unit.tx;
        tx.later(
                INSERT,
                row.id,
                row.seq,
                row.namespace,
                row.tier.text(),
                row.content,
                row.importance,
                row.surprise,
                row.consolidation,
                row.updates,
                row.successes,
                row.failures,
                row.trust.level(),
                row.origin,
                row.ttlMode.text(),
                row.expiresAt,
                row.lastPromotionAt,
                row.createdAt,
                row.updatedAt,
                row.storedMetadata(),
                hash,
                row.updatedMs(),
                row.logStrength(),
                row.rankKey(unit.params));
        TEXT.put(tx, row.seq, row.content);
        addSources(tx, row.id, sources);
    }

    static void addSources(Tx tx, String id, List<MemorySource> sources) {
        for (MemorySource source : sources) {
            tx.later(SOURCE, id, source.kind(), source.id(), source.trust().level());
        }
    }

    /** Writes back a row whose tier and red line are as they were. */
    static void touch(MemoryTx unit, MemoryRow row) {
        unit.tx.later(
                TOUCH,
                row.importance,
                row.surprise,
                row.consolidation,
                row.updates,
                row.successes,
                row.failures,
                row.updatedAt,
                row.expiresAt,
                row.updatedMs(),
                row.logStrength(),
                row.rankKey(unit.params),
                row.seq);
    }

    /** Writes back a row of which anything but text and trust may have changed. */
    static void change(MemoryTx unit, MemoryRow row) {
        unit.tx.later(
                MOVE,
                row.tier.text(),
                row.importance,
                row.surprise,
                row.consolidation,
                row.updates,
                row.successes,
                row.failures,
                row.lastPromotionAt,
                row.updatedAt,
                row.ttlMode.text(),
                row.expiresAt,
                row.redLine ? 1 : 0,
                row.redLineReason,
                row.updatedMs(),
                row.logStrength(),
                row.rankKey(unit.params),
                row.seq);
    }

    static void transition(MemoryTx unit, MemoryRow row, MemoryTier from, MemoryTier to, String reason) {
        unit.tx.later(TRANSITION, row.id, from.text(), to.text(), reason, row.surprise, unit.now);
    }

    /** Moves a row into the archive and returns its generation there. */
    static int archive(MemoryTx unit, MemoryRow row, String reason) {
        Tx tx = unit.tx;
        int generation = 1
                + (int) tx.number(
                        "SELECT coalesce(max(generation), 0) FROM continuum_memory_archive WHERE memory_id = ?",
                        row.id);
        List<MemorySource> sources = MemoryRows.sources(tx, row.id);
        tx.update(
                ARCHIVE,
                generation == 1 ? row.id : row.id + "@" + generation,
                row.id,
                generation,
                row.namespace,
                row.tier.text(),
                row.content,
                row.importance,
                row.surprise,
                row.consolidation,
                row.updates,
                row.successes,
                row.failures,
                row.seq,
                row.createdAt,
                row.updatedAt,
                unit.now,
                reason,
                row.storedMetadata(),
                Tokenizer.contentHash(row.content),
                Json.write(MemoryRows.extra(row, sources)));
        delete(unit, row);
        return generation;
    }

    /** Takes a row out of the table, the index and the sources. */
    static void delete(MemoryTx unit, MemoryRow row) {
        TEXT.remove(unit.tx, row.seq);
        unit.tx.update("DELETE FROM continuum_memory WHERE seq = ?", row.seq);
        unit.tx.update("DELETE FROM memory_sources WHERE memory_id = ?", row.id);
        unit.removed.add(row.seq);
    }

    /** Gives a row the vector it had in the archive, under a number that every process will see. */
    static void restoreVector(MemoryTx unit, MemoryRow row, String archiveId, @Nullable String model) {
        if (model != null) {
            unit.tx.update("""
                    UPDATE continuum_memory SET embedding_model = ?, vector_seq = ?, semantic_centroid =
                        (SELECT semantic_centroid FROM continuum_memory_archive WHERE id = ?)
                    WHERE seq = ?""", model, unit.tx.next("vector"), archiveId, row.seq);
        }
    }
}
