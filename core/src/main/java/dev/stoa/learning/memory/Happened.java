package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    private static final String OUTCOMES = """
            SELECT created_at, success, outcome_key, tier, surprise_after FROM memory_outcomes
            WHERE memory_id = ? ORDER BY id DESC LIMIT ?""";

    private static final String MOVES = """
            SELECT created_at, from_tier, to_tier, surprise_score, reason FROM tier_transitions
            WHERE memory_id = ? ORDER BY id DESC LIMIT ?""";

    /** The last of everything that happened to a memory, the newest first; of one moment what follows comes first. */
    static List<Happened> of(MemoryTx unit, String id, int most) {
        MemoryReads.show(unit, id);
        List<Happened> archived = MemoryRows.generations(unit.tx, id, most).stream()
                .filter(found -> unit.sees(found.row().namespace))
                .map(Happened::archived)
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

    private Instant time() {
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
