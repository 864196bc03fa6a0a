package dev.stoa.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No question about one run, generation, profile or episode reads the rows of the others. */
class EvolutionPlansTest {
    private static final String TABLES = "dev.stoa.evolution.";

    /** What the stores ask, by the class that has the beginning of the statement; the rest stands beside it. */
    private static final Map<String, List<String>> ASKED = new LinkedHashMap<>();

    static {
        ASKED.put("run.RunTable", List.of(" WHERE id = ?", " WHERE seq < ? ORDER BY seq DESC LIMIT ?"));
        ASKED.put(
                "run.GenerationTable",
                List.of(" WHERE run_id = ? ORDER BY seq DESC LIMIT 1", " WHERE run_id = ? ORDER BY seq"));
        ASKED.put(
                "profile.ProfileTable",
                List.of(
                        " WHERE p.id = ?",
                        " WHERE p.run_id = ? ORDER BY p.seq",
                        " JOIN generation_actors a ON a.profile_id = p.id WHERE a.generation_id = ?"));
        ASKED.put(
                "verdict.VerdictTable",
                List.of(" WHERE g.run_id = ?", " WHERE v.generation_id = ?", " WHERE v.id = ?"));
        ASKED.put("created.CreatedTable", List.of(" WHERE id = ?", " WHERE run_id = ? ORDER BY seq"));
        ASKED.put("episode.EpochTable", List.of(" WHERE generation_id = ? ORDER BY ordinal", " WHERE id = ?"));
        ASKED.put("episode.EpisodeTable", List.of(" WHERE f.episode_id = ?"));
        ASKED.put("memory.ConstraintTable", List.of(" WHERE run_id = ? AND from_seq <= ? AND until_seq > ?"));
        ASKED.put(
                "",
                List.of(
                        "SELECT seq FROM run_events WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                        "SELECT id FROM trial_verdicts WHERE candidate_profile_id = ?",
                        "SELECT id FROM strategy_memory ORDER BY abs(judge_score), seq LIMIT ?",
                        "SELECT dims FROM strategy_memory WHERE embedding_model = ? ORDER BY seq LIMIT 1",
                        "SELECT actor_id FROM strategy_memory WHERE run_id = ?",
                        "SELECT score FROM observations WHERE profile_id = ? ORDER BY seq DESC LIMIT ?"));
    }

    @TempDir
    Path folder;

    @Test
    void everyQuestionHasAnIndex() throws ReflectiveOperationException {
        try (Laboratory lab = Laboratory.on(Dialect.SQLITE, folder)) {
            for (Map.Entry<String, List<String>> asked : ASKED.entrySet()) {
                String select = asked.getKey().isEmpty() ? "" : beginning(asked.getKey());
                for (String rest : asked.getValue()) {
                    Object[] values = Collections.nCopies(
                                    (int) rest.chars().filter(c -> c == '?').count(), "x")
                            .toArray();
                    assertThat(lab.archive().list("EXPLAIN QUERY PLAN " + select + rest, row -> row.text(4), values))
                            .as(asked.getKey() + rest)
                            .noneMatch(step -> step.startsWith("SCAN") && !step.contains("USING"))
                            .noneMatch(step -> rest.contains("LIMIT") && step.contains("TEMP B-TREE"));
                }
            }
        }
    }

    private static String beginning(String table) throws ReflectiveOperationException {
        var field = Class.forName(TABLES + table).getDeclaredField("SELECT");
        field.setAccessible(true);
        return (String) field.get(null);
    }
}
