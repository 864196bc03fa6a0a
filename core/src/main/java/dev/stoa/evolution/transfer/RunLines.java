package dev.stoa.evolution.transfer;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The lines of rows, inside of the caller's unit of work. Stateless. */
final class RunLines {
    private static final String ACTORS =
            "SELECT ordinal, actor_id, profile_id FROM generation_actors WHERE generation_id = ? ORDER BY ordinal";
    private static final String FAILURES =
            "SELECT slot, attempts, error FROM slot_failures WHERE epoch_id = ? ORDER BY slot";

    // By their participants: the view of all episodes would be read as a whole.
    static final String EPISODES = """
            SELECT p.episode_id FROM episode_participants p WHERE p.generation_id = ? AND p.ordinal = 0
            ORDER BY p.episode_seq""";
    // In a run of another program the order of the episodes does not follow that of the generations.
    private static final String FOREIGN_EPISODES = """
            SELECT p.episode_id FROM Generations g JOIN episode_participants p ON p.generation_id = g.id
            WHERE g.run_id = ? AND p.ordinal = 0 ORDER BY p.episode_seq""";

    private RunLines() {}

    /** Is handed the lines one by one. */
    interface Sink {
        void take(Map<String, @Nullable Object> line);
    }

    static void each(Tx tx, RowType type, String runId, Sink sink) {
        if (type == RowType.EPISODE) {
            episodes(tx, runId, id -> one(tx, type, id).ifPresent(sink::take));
        } else if (type == RowType.LOG) {
            episodes(tx, runId, id -> tx.each(type.ofEpisode(), row -> sink.take(line(type, row)), id));
        } else if (type == RowType.GENERATION || type == RowType.EPOCH) {
            // The rows first: their lines need other queries, which a running one does not allow on every database.
            List<Map<String, @Nullable Object>> lines = tx.list(type.ofRun(), row -> line(type, row), runId);
            for (Map<String, @Nullable Object> line : lines) {
                sink.take(completed(tx, type, line));
            }
        } else {
            tx.each(type.ofRun(), row -> sink.take(line(type, row)), runId);
        }
    }

    /** The episodes of a run in their order, those of one generation at a time. */
    private static void episodes(Tx tx, String runId, Consumer<String> sink) {
        if (tx.one("SELECT 1 FROM evolution_runs WHERE id = ? AND kind = 'external'", row -> true, runId)
                .isPresent()) {
            tx.list(FOREIGN_EPISODES, row -> row.text(1), runId).forEach(sink);
            return;
        }
        tx.list("SELECT id FROM Generations WHERE run_id = ? ORDER BY seq", row -> row.text(1), runId)
                .forEach(generation ->
                        tx.list(EPISODES, row -> row.text(1), generation).forEach(sink));
    }

    static Optional<Map<String, @Nullable Object>> one(Tx tx, RowType type, String id) {
        return tx.one(type.one(), row -> line(type, row), id).map(line -> completed(tx, type, line));
    }

    private static Map<String, @Nullable Object> line(RowType type, Row row) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("type", type.text());
        int column = 0;
        for (Field field : type.fields()) {
            line.put(field.name(), field.shown(row, ++column));
        }
        return line;
    }

    /** A line with the rows that belong to its row. */
    private static Map<String, @Nullable Object> completed(Tx tx, RowType type, Map<String, @Nullable Object> line) {
        String id = String.valueOf(line.get("id"));
        switch (type) {
            case GENERATION ->
                line.put(
                        "actors",
                        tx.list(
                                ACTORS,
                                row -> Json.object(
                                        "ordinal", row.number(1), "actor_id", row.text(2), "profile_id", row.text(3)),
                                id));
            case EPOCH ->
                line.put(
                        "failures",
                        tx.list(
                                FAILURES,
                                row -> Json.object(
                                        "slot", row.number(1), "attempts", row.number(2), "error", row.text(3)),
                                id));
            case EPISODE -> {
                line.put("facts", facts(tx, id));
                line.put("participants", participants(tx, id));
            }
            default -> {
                // A row of its own.
            }
        }
        return line;
    }

    private static @Nullable Map<String, @Nullable Object> facts(Tx tx, String id) {
        return tx.one(
                        """
                        SELECT seq, epoch_id, slot, seed, min_score, nash_ratio, tokens, penalties, judge, rationale, logs
                        FROM episode_facts WHERE episode_id = ?""",
                        row -> {
                            Long seed = row.numberOrNull(4);
                            return Json.object(
                                    "seq", row.number(1),
                                    "epoch_id", row.textOrNull(2),
                                    "slot", row.numberOrNull(3),
                                    "seed", seed == null ? null : Json.exact(seed),
                                    "min_score", row.number(5),
                                    "nash_ratio", row.realOrNull(6),
                                    "tokens", row.number(7),
                                    "penalties", row.number(8),
                                    "judge", row.text(9),
                                    "rationale", row.textOrNull(10),
                                    "logs", row.text(11));
                        },
                        id)
                .orElse(null);
    }

    private static List<Map<String, @Nullable Object>> participants(Tx tx, String id) {
        return tx.list(
                """
                SELECT ordinal, actor_id, profile_id, archetype, score, utility, penalties, tokens
                FROM episode_participants WHERE episode_id = ? ORDER BY ordinal""",
                row -> Json.object(
                        "ordinal", row.number(1),
                        "actor_id", row.text(2),
                        "profile_id", row.textOrNull(3),
                        "archetype", row.text(4),
                        "score", row.numberOrNull(5),
                        "utility", row.realOrNull(6),
                        "penalties", row.number(7),
                        "tokens", row.number(8)),
                id);
    }

    /** What makes two lines equal. */
    static String content(RowType type, Map<String, @Nullable Object> line) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        for (Field field : type.fields()) {
            if (field.role() == Field.Role.KEY || field.role() == Field.Role.CONTENT) {
                content.put(field.name(), line.get(field.name()));
            }
        }
        switch (type) {
            case GENERATION -> content.put("actors", line.get("actors"));
            case EPOCH -> content.put("failures", line.get("failures"));
            case EPISODE -> {
                content.put("participants", line.get("participants"));
                if (line.get("facts") instanceof Map<?, ?> facts) {
                    Map<Object, @Nullable Object> kept = new LinkedHashMap<>(facts);
                    kept.remove("seq");
                    kept.remove("logs");
                    content.put("facts", kept);
                }
            }
            default -> {
                // A row of its own.
            }
        }
        return Json.canonical(content);
    }
}
