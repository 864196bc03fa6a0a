package dev.stoa.learning.memory;

import dev.stoa.base.Times;
import dev.stoa.base.Trust;
import dev.stoa.json.Etag;
import dev.stoa.json.Json;
import dev.stoa.search.text.PromptData;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A memory as it was read. Immutable.
 *
 * @param trust the trust of its text; text below {@code confirmed} is a claim, not a fact
 * @param embedded whether it has a vector of the present model
 * @param archive what is known of its end, null as long as it is live
 */
public record Memory(
        String id,
        long seq,
        String namespace,
        MemoryTier tier,
        String content,
        double importance,
        double surpriseScore,
        double consolidationScore,
        long updateCount,
        long successCount,
        long failureCount,
        Trust trust,
        @Nullable String origin,
        List<MemorySource> sources,
        boolean redLine,
        @Nullable String redLineReason,
        TtlMode ttlMode,
        @Nullable Instant expiresAt,
        @Nullable Instant lastPromotionAt,
        Instant createdAt,
        Instant updatedAt,
        Map<String, @Nullable Object> metadata,
        boolean embedded,
        @Nullable Archived archive) {

    /** What ends the life of a memory; the names are what is stored. */
    public enum TtlMode {
        /** It lives on with every use, as long as its tier says. */
        TIER,
        /** It ends at a time that was set. */
        FIXED,
        /** It does not end by itself. */
        NEVER;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        static TtlMode of(String text) {
            return switch (text) {
                case "fixed" -> FIXED;
                case "never" -> NEVER;
                default -> TIER;
            };
        }
    }

    /**
     * The end of a memory.
     *
     * @param generation how many times something was archived under this id, this time included
     * @param reason such as {@code expired} or {@code forgotten: …}
     */
    public record Archived(
            int generation,
            @Nullable String reason,
            @Nullable Instant at) {}

    /**
     * Something that happened to a memory, as it is on record. Immutable.
     *
     * @param kind {@code outcome}, {@code move} or {@code archived}
     * @param success how the use ended, for an outcome
     * @param fromTier the tier before a move
     * @param tier the tier in which it was then
     * @param surpriseScore the surprise after it; null for what is archived
     * @param generation the number of what was archived; {@code restore} takes it
     * @param content the text that was archived
     */
    public record Happened(
            @Nullable Instant at,
            String kind,
            @Nullable Boolean success,
            @Nullable String key,
            @Nullable String fromTier,
            @Nullable String tier,
            @Nullable Double surpriseScore,
            @Nullable String reason,
            @Nullable Integer generation,
            @Nullable String content) {
        /** When it was; before everything if that is not on record. */
        Instant time() {
            return Objects.requireNonNullElse(at, Instant.MIN);
        }

        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "at", Memory.time(at),
                    "kind", kind,
                    "success", success,
                    "key", key,
                    "from_tier", fromTier,
                    "tier", tier,
                    "surprise_score", surpriseScore,
                    "reason", reason,
                    "generation", generation,
                    "content", content);
        }
    }

    public boolean archived() {
        return archive != null;
    }

    /** Whether its time was over, and not that it was put away on purpose. */
    public boolean expired() {
        return archive != null && MemoryCleanup.EXPIRED.equals(archive.reason());
    }

    /** Its text in the form in which it may enter a prompt. */
    public PromptData promptData() {
        return new PromptData("memory", id, trust, origin, content);
    }

    /** Its version, whether its vector is there yet or not. */
    public String etag() {
        return Etag.of(document(), "embedded");
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "seq", seq,
                "namespace", namespace,
                "tier", tier.text(),
                "content", content,
                "importance", importance,
                "surprise_score", surpriseScore,
                "consolidation_score", consolidationScore,
                "update_count", updateCount,
                "success_count", successCount,
                "failure_count", failureCount,
                "trust", trust.text(),
                "origin", origin,
                "sources", sources.stream().map(MemorySource::document).toList(),
                "red_line", redLine,
                "red_line_reason", redLineReason,
                "ttl_mode", ttlMode.text(),
                "expires_at", time(expiresAt),
                "last_promotion_at", time(lastPromotionAt),
                "created_at", time(createdAt),
                "updated_at", time(updatedAt),
                "metadata", metadata,
                "embedded", embedded,
                "archived", archived());
    }

    static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : Times.show(instant);
    }
}
