package dev.stoa.evolution.memory;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of strategies, inside of the caller's unit of work. Stateless. */
public final class StrategyTable {
    /** The sequence that counts the rows, so that an addition costs the same however many there are. */
    public static final String COUNT = "strategy_count";

    /** The sequence that holds the cap under which rows were evicted last, for who examines the archive. */
    public static final String CAP = "strategy_cap";

    static final String COLUMNS = """
            s.id, s.seq, s.episode_id, s.generation_id, COALESCE(g.seq, 0), s.run_id, s.scenario, s.actor_id,
            s.agent_archetype, s.tactical_classification, s.judge_score, s.termination_reason,
            s.created_agents_present, s.document, s.embedding_model, s.created_at, s.embedding, s.dims""";

    static final String FROM = " FROM strategy_memory s LEFT JOIN Generations g ON g.id = s.generation_id";

    private StrategyTable() {}

    /**
     * Remembers a strategy and evicts what exceeds the cap; how many were evicted. One that is there already stays.
     *
     * @param cap the most strategies to remember
     */
    public static Added<Integer> add(Tx tx, String id, StrategyEntry entry, long cap, Instant now) {
        record Played(String generationId, String runId, long score) {}
        Optional<Played> played = tx.one(
                """
                SELECT p.generation_id, g.run_id, p.score FROM episode_participants p
                JOIN Generations g ON g.id = p.generation_id
                WHERE p.episode_id = ? AND p.actor_id = ? AND p.score IS NOT NULL""", row -> new Played(row.text(1), row.text(2), row.number(3)), entry.episodeId(), entry.actorId());
        if (played.isEmpty() || played.get().score() != entry.judgeScore()) {
            throw Bounds.invalid(
                    "judge_score " + entry.judgeScore() + " of " + entry.actorId() + " in episode " + entry.episodeId()
                            + " is "
                            + played.map(each -> String.valueOf(each.score())).orElse("unknown") + " there",
                    "give the score of the episode");
        }
        if (tx.one(
                        "SELECT 1 FROM strategy_memory WHERE episode_id = ? AND actor_id = ?",
                        row -> true,
                        entry.episodeId(),
                        entry.actorId())
                .isPresent()) {
            return Added.of(0, false);
        }
        needDimensions(tx, entry.embeddingModel(), entry.embedding().length);
        float[] unit = Vectors.normalise(entry.embedding());
        tx.update(
                """
                INSERT INTO strategy_memory (id, seq, episode_id, generation_id, run_id, scenario, actor_id,
                    agent_archetype, tactical_classification, judge_score, termination_reason, created_agents_present,
                    document, embedding_model, dims, embedding, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id,
                tx.next("strategy"),
                entry.episodeId(),
                played.get().generationId(),
                played.get().runId(),
                entry.scenario(),
                entry.actorId(),
                entry.agentArchetype().text(),
                entry.tacticalClassification(),
                entry.judgeScore(),
                entry.terminationReason().text(),
                Json.canonical(entry.createdAgentsPresent()),
                entry.document(),
                entry.embeddingModel(),
                unit.length,
                Vectors.encode(unit),
                now);
        return Added.of(evict(tx, tx.next(COUNT), cap), true);
    }

    /** Refuses a vector that cannot be compared with the others of its model: one of them would end every search. */
    public static void needDimensions(Tx tx, String model, long dimensions) {
        tx.one(
                        "SELECT dims FROM strategy_memory WHERE embedding_model = ? ORDER BY seq LIMIT 1",
                        row -> row.number(1),
                        model)
                .filter(dims -> dims != dimensions)
                .ifPresent(dims -> {
                    throw Bounds.invalid(
                            "embedding has " + dimensions + " dimensions; those of " + Bounds.shown(model) + " have "
                                    + dims,
                            "embed it with that model");
                });
    }

    /** Deletes what exceeds the cap: the weakest signal first, and of equal ones the oldest. */
    public static int evict(Tx tx, long count, long cap) {
        note(tx, cap);
        if (count <= cap) {
            return 0;
        }
        int evicted = tx.update("""
                DELETE FROM strategy_memory WHERE id IN
                    (SELECT id FROM strategy_memory ORDER BY abs(judge_score), seq LIMIT ?)""", count - cap);
        tx.update("UPDATE archive_sequence SET value = value - ? WHERE name = ?", evicted, COUNT);
        return evicted;
    }

    private static void note(Tx tx, long cap) {
        if (tx.number("SELECT COALESCE(max(value), 0) FROM archive_sequence WHERE name = ?", CAP) != cap) {
            tx.update("""
                    INSERT INTO archive_sequence (name, value) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value""", CAP, cap);
        }
    }

    static Strategy strategy(Row row) {
        return new Strategy(
                row.text(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.number(5),
                row.text(6),
                row.text(7),
                row.text(8),
                row.text(9),
                row.text(10),
                row.integer(11),
                row.text(12),
                names(row.text(13)),
                row.text(14),
                row.text(15),
                row.instant(16));
    }

    static List<String> names(String json) {
        return json.equals("[]")
                ? List.of()
                : Json.parseArray(json).stream().map(String::valueOf).toList();
    }
}
