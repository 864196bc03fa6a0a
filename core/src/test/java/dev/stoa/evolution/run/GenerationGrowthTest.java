package dev.stoa.evolution.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.SqliteSteps;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationGrowthTest {
    private static final TestClock CLOCK = TestClock.at("2026-01-01T00:00:00Z");
    private static final int EACH = 10;

    @TempDir
    Path folder;

    /** What is asked about two generations, and about a run of two generations beside a long one. */
    private static Map<String, Object[]> statements() {
        Map<String, Object[]> all = new LinkedHashMap<>();
        for (String table : List.of("Episodes", "episodes_archive")) {
            all.put(
                    GenerationSummary.production(Dialect.SQLITE, table, GenerationSummary.among(2)),
                    new Object[] {"g0", "g1"});
            all.put(GenerationSummary.production(Dialect.SQLITE, table, "g.run_id = ?"), new Object[] {"short"});
        }
        return all;
    }

    private static void fill(Archive archive, int generations) {
        List<Integer> numbers = IntStream.range(0, generations).boxed().toList();
        List<Integer> episodes = IntStream.range(0, generations * EACH).boxed().toList();
        archive.write(tx -> {
            tx.batch(
                    """
                    INSERT INTO evolution_runs (id, seq, name, kind, scenario_json, seed, status, heartbeat_at, created_at)
                    VALUES (?, ?, 'run', 'negotiation', '{}', 1, 'running', ?, ?)""",
                    List.of("short", "long"),
                    run -> Tx.values(run, run.length(), CLOCK.instant(), CLOCK.instant()));
            tx.batch(
                    "INSERT INTO Generations (id, status, run_id, seq) VALUES (?, 'archived', ?, ?)",
                    numbers,
                    n -> Tx.values("g" + n, n < 2 ? "short" : "long", n));
            tx.batch("""
                    INSERT INTO Episodes (id, generation_id, total_turns, termination_reason, is_shadow_trial)
                    VALUES (?, ?, 3, 'agreement', ?)""", episodes, n -> Tx.values("e" + n, "g" + n / EACH, n % 2));
            tx.batch("""
                    INSERT INTO episode_facts (episode_id, seq, min_score, tokens, penalties, judge, logs)
                    VALUES (?, ?, 0, 0, 0, 'rubric', 'kept')""", episodes, n -> Tx.values("e" + n, n));
            return true;
        });
    }

    private Map<String, Long> costs(int generations) throws SQLException {
        Path place = folder.resolve("of" + generations);
        try (Archive archive = SqliteArchive.open(EvolutionArchive.SCHEMA, place, StorageSettings.defaults(), CLOCK)) {
            fill(archive, generations);
        }
        Map<String, Long> costs = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + place.resolve("evolution.sqlite"))) {
            connection.setAutoCommit(false);
            for (Map.Entry<String, Object[]> entry : statements().entrySet()) {
                costs.put(entry.getKey(), SqliteSteps.of(connection, entry.getKey(), entry.getValue()));
            }
        }
        return costs;
    }

    @Test
    void whatTheNewestGenerationsAchievedDoesNotReadTheEpisodesOfTheOthers() throws SQLException {
        Map<String, Long> few = costs(10);
        Map<String, Long> many = costs(500);
        many.forEach((sql, cost) -> assertThat(cost).as(sql).isLessThanOrEqualTo(few.getOrDefault(sql, 0L) + 5));
    }
}
