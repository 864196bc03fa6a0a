package dev.stoa.learning.memory;

import dev.stoa.base.StoaException;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import dev.stoa.storage.foreign.OldTimes;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills what version 4 adds to the memories of an older file, and writes their times in the one form that sorts. Not
 * thread-safe. Every row is kept. What no rule of this program could work with (a time that cannot be read, an unknown
 * tier, a value outside its bounds) is brought within them, because one such row would stop a whole recall.
 */
final class ContinuumBackFill {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{9,11}(\\.[0-9]+)?");

    private final Tx tx;
    private final Instant now;
    private final Hyperparams params;

    private ContinuumBackFill(Tx tx, Instant now) {
        this.tx = tx;
        this.now = now;
        this.params = new Parameters().of(tx);
    }

    static void run(Tx tx) {
        MemoryWriter.TEXT.setUp(tx);
        Instant now = tx.one(
                        tx.dialect().pick("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", "SELECT now()"),
                        row -> Times.parse(row.text(1)))
                .orElseThrow();
        ContinuumBackFill fill = new ContinuumBackFill(tx, now);
        fill.memories();
        fill.generations();
        OldTimes.rewrite(tx, List.of("tier_transitions", "meta_learning_state"));
    }

    private record Known(String id, Instant created) {}

    private void memories() {
        nameTheNameless("continuum_memory");
        List<Known> known = tx.list(
                "SELECT id, created_at FROM continuum_memory WHERE seq IS NULL",
                row -> new Known(row.text(1), time(row.textOrNull(2), now)));
        known.sort(Comparator.comparing(Known::created).thenComparing(Known::id));
        for (Known row : known) {
            memory(row, tx.next("memory"));
        }
    }

    /** SQLite allows a text key to be null. */
    private void nameTheNameless(String table) {
        if (tx.dialect() == Dialect.SQLITE) {
            tx.update("UPDATE " + table + " SET id = 'imported-' || rowid WHERE id IS NULL");
        }
    }

    private void memory(Known known, long seq) {
        MemoryRow row = tx.one("""
                        SELECT tier, content, importance, surprise_score, consolidation_score, updated_at, expires_at,
                            last_promotion_at, red_line, red_line_reason
                        FROM continuum_memory WHERE id = ?""", found -> read(found, known), known.id()).orElseThrow();
        tx.update(
                """
                UPDATE continuum_memory SET seq = ?, tier = ?, importance = ?, surprise_score = ?,
                    consolidation_score = ?, created_at = ?, updated_at = ?, expires_at = ?, last_promotion_at = ?,
                    red_line_reason = ?, content_hash = ?, updated_ms = ?, log_strength = ?, rank_key = ?
                WHERE id = ?""",
                seq,
                row.tier.text(),
                row.importance,
                row.surprise,
                row.consolidation,
                row.createdAt,
                row.updatedAt,
                row.expiresAt,
                row.lastPromotionAt,
                row.redLineReason,
                Tokenizer.contentHash(row.content),
                row.updatedMs(),
                row.logStrength(),
                row.rankKey(params),
                known.id());
        metadata("continuum_memory", known.id());
        MemoryWriter.TEXT.put(tx, seq, row.content);
    }

    private MemoryRow read(Row found, Known known) {
        MemoryRow row = new MemoryRow();
        row.tier = tier(found.textOrNull(1));
        row.content = found.text(2);
        row.importance = unit(found.realOrNull(3), 0.5);
        row.surprise = unit(found.realOrNull(4), 0);
        row.consolidation = unit(found.realOrNull(5), 0);
        row.createdAt = known.created();
        row.updatedAt = time(found.textOrNull(6), known.created());
        row.redLine = MemoryRow.or(found.numberOrNull(9), 0) == 1;
        row.redLineReason = found.textOrNull(10);
        String promoted = found.textOrNull(8);
        row.lastPromotionAt = promoted == null ? null : time(promoted, row.updatedAt);
        if (row.redLine) {
            String reason = row.redLineReason;
            row.redLineReason = reason == null || reason.isBlank() ? "imported" : reason;
        } else {
            row.expiresAt = time(found.textOrNull(7), now.plus(params.life(row.tier)));
        }
        return row;
    }

    private void generations() {
        nameTheNameless("continuum_memory_archive");
        for (String id :
                tx.list("SELECT id FROM continuum_memory_archive WHERE memory_id IS NULL", row -> row.text(1))) {
            tx.one(
                            "SELECT tier, content, created_at, updated_at, archived_at FROM continuum_memory_archive WHERE id = ?",
                            row -> {
                                Instant archived = time(row.textOrNull(5), now);
                                Instant updated = time(row.textOrNull(4), archived);
                                String content = row.textOrNull(2);
                                return Tx.values(
                                        id,
                                        tier(row.textOrNull(1)).text(),
                                        Tokenizer.contentHash(content == null ? "" : content),
                                        time(row.textOrNull(3), updated),
                                        updated,
                                        archived,
                                        id);
                            },
                            id)
                    .ifPresent(values -> tx.update("""
                            UPDATE continuum_memory_archive SET memory_id = ?, generation = 1, namespace = 'shared',
                                tier = ?, content_hash = ?, created_at = ?, updated_at = ?, archived_at = ?
                            WHERE id = ?""", values));
            metadata("continuum_memory_archive", id);
        }
    }

    /** Metadata that is no object becomes one that holds it. */
    private void metadata(String table, String id) {
        tx.one("SELECT metadata FROM " + table + " WHERE id = ? AND metadata IS NOT NULL", row -> row.text(1), id)
                .filter(text -> !isObject(text))
                .ifPresent(text -> tx.update(
                        "UPDATE " + table + " SET metadata = ? WHERE id = ?",
                        Json.write(Json.object("imported", text)),
                        id));
    }

    private static boolean isObject(String text) {
        try {
            Json.parseObject(text);
            return true;
        } catch (StoaException e) {
            return false;
        }
    }

    private static Instant time(@Nullable String text, Instant otherwise) {
        if (text == null) {
            return otherwise;
        }
        try {
            return SECONDS.matcher(text).matches()
                    ? TimeForm.UNIX_SECONDS.parse(Double.valueOf(text))
                    : Times.parse(text.strip());
        } catch (StoaException e) {
            return otherwise;
        }
    }

    private static MemoryTier tier(@Nullable String text) {
        return text != null && MemoryTier.isKnown(text) ? MemoryTier.of(text) : MemoryTier.SLOW;
    }

    private static double unit(@Nullable Double value, double otherwise) {
        return value == null || value.isNaN() ? otherwise : Math.clamp(value, 0, 1);
    }
}
