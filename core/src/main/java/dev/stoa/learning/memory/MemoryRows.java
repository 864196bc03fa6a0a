package dev.stoa.learning.memory;

import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.Memory.Archived;
import dev.stoa.learning.memory.Memory.TtlMode;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reading of memories, their sources and their archived generations. Stateless. */
final class MemoryRows {
    private static final String BY_ID = "SELECT " + MemoryRow.COLUMNS + " FROM continuum_memory WHERE id = ?";
    private static final String BY_SEQ = "SELECT " + MemoryRow.COLUMNS + " FROM continuum_memory WHERE seq = ?";
    private static final String SOURCES =
            "SELECT source_kind, source_id, source_trust FROM memory_sources WHERE memory_id = ?";
    private static final String GENERATION = """
            SELECT id, memory_id, generation, namespace, tier, content, importance, surprise_score, consolidation_score,
                update_count, success_count, failure_count, created_at, updated_at, archived_at, archive_reason, metadata,
                extra
            FROM continuum_memory_archive WHERE memory_id = ?""";

    static final Comparator<MemorySource> SOURCE_ORDER =
            Comparator.comparing(MemorySource::kind).thenComparing(MemorySource::id);

    private MemoryRows() {}

    static Optional<MemoryRow> find(Tx tx, String id) {
        return tx.one(BY_ID, MemoryRow::read, id);
    }

    static Optional<MemoryRow> find(Tx tx, long seq) {
        return tx.one(BY_SEQ, MemoryRow::read, seq);
    }

    /** The rows of these numbers, in their order. */
    static List<MemoryRow> all(Tx tx, List<Long> seqs) {
        return all(tx, seqs, "1 = 1");
    }

    /** Those of the rows of these numbers that fulfil a condition, in their order. */
    static List<MemoryRow> all(Tx tx, List<Long> seqs, String condition, Object... values) {
        if (seqs.isEmpty()) {
            return List.of();
        }
        List<Object> params = new ArrayList<>();
        params.add(Json.write(seqs));
        params.addAll(List.of(values));
        Map<Long, MemoryRow> rows = new HashMap<>();
        tx.each(
                "SELECT " + MemoryRow.COLUMNS + " FROM continuum_memory WHERE seq IN " + numbersOf(tx.dialect())
                        + " AND " + condition,
                row -> {
                    MemoryRow read = MemoryRow.read(row);
                    rows.put(read.seq, read);
                },
                params.toArray());
        return seqs.stream().map(rows::get).filter(Objects::nonNull).toList();
    }

    static List<MemorySource> sources(Tx tx, String id) {
        List<MemorySource> sources = tx.list(SOURCES, MemoryRows::source, id);
        sources.sort(SOURCE_ORDER);
        return sources;
    }

    private static MemorySource source(Row row) {
        return MemorySource.stored(row.text(1), row.text(2), row.number(3));
    }

    /** The sources of many memories by their ids; a memory without any is not in it. */
    static Map<String, List<MemorySource>> sources(Tx tx, Collection<String> ids) {
        Map<String, List<MemorySource>> sources = new HashMap<>();
        tx.each(
                "SELECT source_kind, source_id, source_trust, memory_id FROM memory_sources WHERE memory_id IN "
                        + textsOf(tx.dialect()),
                row -> sources.computeIfAbsent(row.text(4), id -> new ArrayList<>())
                        .add(source(row)),
                Json.write(List.copyOf(ids)));
        sources.values().forEach(list -> list.sort(SOURCE_ORDER));
        return sources;
    }

    /** The right side of {@code IN} for a parameter that is a JSON array of texts. */
    static String textsOf(Dialect dialect) {
        return dialect.pick("(SELECT value FROM json_each(?))", "(SELECT jsonb_array_elements_text(?::jsonb))");
    }

    /** The right side of {@code IN} for a parameter that is a JSON array of whole numbers. */
    static String numbersOf(Dialect dialect) {
        return dialect.pick("(SELECT value FROM json_each(?))", "(SELECT jsonb_array_elements_text(?::jsonb)::bigint)");
    }

    /** A generation of a memory in the archive. */
    record Generation(String archiveId, MemoryRow row, List<MemorySource> sources, Archived archived) {
        Memory memory(String model) {
            return row.memory(sources, model, archived);
        }
    }

    /** A generation of a memory, the newest if no number is given. */
    static Optional<Generation> archived(Tx tx, String id, @Nullable Integer generation) {
        return generation == null
                ? tx.one(GENERATION + " ORDER BY generation DESC LIMIT 1", MemoryRows::generation, id)
                : tx.one(GENERATION + " AND generation = ?", MemoryRows::generation, id, generation);
    }

    /** The last generations of a memory, the newest first. */
    static List<Generation> generations(Tx tx, String id, int most) {
        return tx.list(GENERATION + " ORDER BY generation DESC LIMIT ?", MemoryRows::generation, id, most);
    }

    private static Generation generation(Row row) {
        MemoryRow memory = new MemoryRow();
        memory.id = row.text(2);
        memory.namespace = or(row.textOrNull(4), MemoryDraft.SHARED);
        memory.tier = MemoryTier.of(or(row.textOrNull(5), MemoryTier.SLOW.text()));
        memory.content = or(row.textOrNull(6), "");
        memory.importance = MemoryRow.or(row.realOrNull(7), 0.5);
        memory.surprise = MemoryRow.or(row.realOrNull(8), 0);
        memory.consolidation = MemoryRow.or(row.realOrNull(9), 0);
        memory.updates = MemoryRow.or(row.numberOrNull(10), 1);
        memory.successes = MemoryRow.or(row.numberOrNull(11), 0);
        memory.failures = MemoryRow.or(row.numberOrNull(12), 0);
        Instant at = row.instantOrNull(15);
        Instant updated = row.instantOrNull(14);
        memory.updatedAt = updated != null ? updated : at != null ? at : Instant.EPOCH;
        Instant created = row.instantOrNull(13);
        memory.createdAt = created != null ? created : memory.updatedAt;
        memory.metadata = MemoryRow.metadata(row.textOrNull(17));
        String extra = row.textOrNull(18);
        List<MemorySource> sources = extra == null ? List.of() : unpack(memory, Json.parseObject(extra));
        return new Generation(row.text(1), memory, sources, new Archived(row.integer(3), row.textOrNull(16), at));
    }

    /** What the columns of the archive have no place for. */
    static Map<String, @Nullable Object> extra(MemoryRow row, List<MemorySource> sources) {
        Map<String, @Nullable Object> extra = new LinkedHashMap<>();
        extra.put("seq", row.seq);
        extra.put("trust", row.trust.level());
        extra.put("origin", row.origin);
        extra.put("ttl_mode", row.ttlMode.text());
        extra.put("expires_at", Memory.time(row.expiresAt));
        extra.put("last_promotion_at", Memory.time(row.lastPromotionAt));
        extra.put("embedding_model", row.embeddingModel);
        extra.put(
                "sources",
                sources.stream()
                        .map(source -> Json.object(
                                "kind",
                                source.kind(),
                                "id",
                                source.id(),
                                "trust",
                                source.trust().level()))
                        .toList());
        return extra;
    }

    private static List<MemorySource> unpack(MemoryRow row, Map<String, @Nullable Object> extra) {
        row.seq = extra.get("seq") instanceof Number number ? number.longValue() : 0;
        row.trust = extra.get("trust") instanceof Number number ? Trust.ofLevel(number.longValue()) : Trust.AGENT;
        row.origin = extra.get("origin") instanceof String text ? text : null;
        row.ttlMode = extra.get("ttl_mode") instanceof String text ? TtlMode.of(text) : TtlMode.TIER;
        row.expiresAt = extra.get("expires_at") instanceof String text ? Times.parse(text) : null;
        row.lastPromotionAt = extra.get("last_promotion_at") instanceof String text ? Times.parse(text) : null;
        row.embeddingModel = extra.get("embedding_model") instanceof String text ? text : null;
        List<MemorySource> sources = new ArrayList<>();
        if (extra.get("sources") instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> map
                        && map.get("kind") instanceof String kind
                        && map.get("id") instanceof String id
                        && map.get("trust") instanceof Number trust) {
                    sources.add(MemorySource.stored(kind, id, trust.longValue()));
                }
            }
        }
        return sources;
    }

    private static String or(@Nullable String value, String otherwise) {
        return value == null ? otherwise : value;
    }
}
