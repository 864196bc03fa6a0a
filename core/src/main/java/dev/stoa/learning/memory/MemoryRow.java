package dev.stoa.learning.memory;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.Memory.Archived;
import dev.stoa.learning.memory.Memory.TtlMode;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code continuum_memory} that a unit of work changes and writes back. Not thread-safe. What is derived from
 * other columns (rank, hash, milliseconds) is not held here: it is computed when the row is written.
 */
final class MemoryRow {
    /** The columns in the order in which {@link #read} takes them. */
    static final String COLUMNS = """
            id, seq, namespace, tier, content, importance, surprise_score, consolidation_score, update_count, \
            success_count, failure_count, trust, origin, red_line, red_line_reason, ttl_mode, expires_at, \
            last_promotion_at, created_at, updated_at, metadata, embedding_model""";

    String id = "";
    long seq;
    String namespace = MemoryDraft.SHARED;
    MemoryTier tier = MemoryTier.SLOW;
    String content = "";
    double importance;
    double surprise;
    double consolidation;
    long updates = 1;
    long successes;
    long failures;
    Trust trust = Trust.AGENT;

    @Nullable
    String origin;

    boolean redLine;

    @Nullable
    String redLineReason;

    TtlMode ttlMode = TtlMode.TIER;

    @Nullable
    Instant expiresAt;

    @Nullable
    Instant lastPromotionAt;

    Instant createdAt = Instant.EPOCH;
    Instant updatedAt = Instant.EPOCH;
    Map<String, @Nullable Object> metadata = Map.of();

    @Nullable
    String embeddingModel;

    static MemoryRow read(Row row) {
        MemoryRow memory = new MemoryRow();
        memory.id = row.text(1);
        memory.seq = row.number(2);
        memory.namespace = row.text(3);
        memory.tier = MemoryTier.of(row.text(4));
        memory.content = row.text(5);
        memory.importance = or(row.realOrNull(6), 0.5);
        memory.surprise = or(row.realOrNull(7), 0);
        memory.consolidation = or(row.realOrNull(8), 0);
        memory.updates = or(row.numberOrNull(9), 1);
        memory.successes = or(row.numberOrNull(10), 0);
        memory.failures = or(row.numberOrNull(11), 0);
        memory.trust = Trust.ofLevel(row.number(12));
        memory.origin = row.textOrNull(13);
        memory.redLine = or(row.numberOrNull(14), 0) == 1;
        memory.redLineReason = row.textOrNull(15);
        memory.ttlMode = TtlMode.of(row.text(16));
        memory.expiresAt = row.instantOrNull(17);
        memory.lastPromotionAt = row.instantOrNull(18);
        memory.createdAt = row.instant(19);
        memory.updatedAt = row.instant(20);
        memory.metadata = metadata(row.textOrNull(21));
        memory.embeddingModel = row.textOrNull(22);
        return memory;
    }

    static Map<String, @Nullable Object> metadata(@Nullable String json) {
        return json == null ? Map.of() : Json.parseObject(json);
    }

    static double or(@Nullable Double value, double otherwise) {
        return value == null ? otherwise : value;
    }

    static long or(@Nullable Long value, long otherwise) {
        return value == null ? otherwise : value;
    }

    boolean isLive(Instant now) {
        return expiresAt == null || expiresAt.isAfter(now);
    }

    /** A longer life because the memory was used; never a shorter one. */
    void renewLife(Hyperparams params, Instant now) {
        if (ttlMode == TtlMode.TIER && !redLine && expiresAt != null) {
            Instant renewed = now.plus(params.life(tier));
            expiresAt = renewed.isAfter(expiresAt) ? renewed : expiresAt;
        }
    }

    /** A new life for a memory that had none, or an old one. */
    void freshLife(Hyperparams params, Instant now) {
        if (ttlMode == TtlMode.NEVER) {
            expiresAt = null;
        } else {
            ttlMode = TtlMode.TIER;
            expiresAt = now.plus(params.life(tier));
        }
    }

    double strength() {
        return Retention.strength(importance, surprise);
    }

    double logStrength() {
        return Math.log(strength());
    }

    long updatedMs() {
        return updatedAt.toEpochMilli();
    }

    double rankKey(Hyperparams params) {
        return Retention.rankKey(logStrength(), updatedMs(), params.lambda(tier));
    }

    /** The metadata as it is stored; nothing for an empty object. */
    @Nullable
    String storedMetadata() {
        return metadata.isEmpty() ? null : Json.write(metadata);
    }

    Memory memory(List<MemorySource> sources, String presentModel) {
        return memory(sources, presentModel, null);
    }

    Memory memory(List<MemorySource> sources, String presentModel, @Nullable Archived archive) {
        return new Memory(
                id,
                seq,
                namespace,
                tier,
                content,
                importance,
                surprise,
                consolidation,
                updates,
                successes,
                failures,
                trust,
                origin,
                List.copyOf(sources),
                redLine,
                redLineReason,
                ttlMode,
                expiresAt,
                lastPromotionAt,
                createdAt,
                updatedAt,
                metadata,
                presentModel.equals(embeddingModel),
                archive);
    }
}
