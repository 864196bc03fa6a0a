package dev.stoa.evolution;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.memory.StrategyEntry;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.run.Run;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Each kind of damage, done behind the stores' back, is found by the invariant that it breaks. */
@OnBothDatabases
class EvolutionInvariantsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void everyInvariantFindsTheDamageItIsFor() {
        try (Laboratory lab = Laboratory.on(dialect, folder)) {
            Run run = lab.run(1);
            RunState state = lab.state(run);
            String episode = lab.record(Laboratory.episode(state, state.epochs().getFirst(), 0, 2, 1, 2))
                    .getFirst()
                    .id();
            lab.stores().epochs().complete(ME, state.epochs().getFirst().id());
            lab.stores()
                    .strategies()
                    .add(
                            ME,
                            new StrategyEntry(
                                    episode,
                                    "split",
                                    "left",
                                    Archetype.PRIMARY_ACTOR,
                                    "soft",
                                    1,
                                    TerminationReason.AGREEMENT,
                                    List.of(),
                                    "d",
                                    "m",
                                    new float[] {1}));
            lab.next(run);
            assertThat(lab.violations()).isEmpty();
            damages().forEach((damage, expected) -> {
                List<String> found = lab.archive().rehearse(tx -> {
                    damage.forEach(tx::update);
                    return EvolutionArchive.SCHEMA.invariants().stream()
                            .filter(each -> !each.finder().violations(tx, 20).isEmpty())
                            .map(ArchiveSchema.Invariant::id)
                            .toList();
                });
                if (expected.isEmpty()) {
                    assertThat(found).as("%s", damage).isEmpty();
                } else {
                    assertThat(found).as("%s", damage).contains(expected);
                }
            });
            assertThat(lab.violations()).isEmpty();
        }
    }

    @Test
    void aRowOfACompletedRunThatWasForgedInAllItsPlacesIsFoundByTheFingerprint() {
        try (Laboratory lab = Laboratory.on(dialect, folder)) {
            Run run = lab.run(1);
            RunState state = lab.state(run);
            lab.record(Laboratory.episode(state, state.epochs().getFirst(), 0, 2, 1, 2));
            lab.stores().epochs().complete(ME, state.epochs().getFirst().id());
            lab.stores().steps().run(ME, run.id(), 1, step -> step.finish("max_generations", step.fingerprint()));
            assertThat(lab.violations()).isEmpty();
            List<String> found = lab.archive().rehearse(tx -> {
                tx.update("UPDATE Episodes SET agent_a_score = 5");
                tx.update("UPDATE episode_participants SET score = 5 WHERE ordinal = 0");
                tx.update("UPDATE episode_facts SET min_score = 2");
                return EvolutionArchive.SCHEMA.invariants().stream()
                        .filter(each -> !each.finder().violations(tx, 20).isEmpty())
                        .map(ArchiveSchema.Invariant::id)
                        .toList();
            });
            assertThat(found).containsExactly("E10");
        }
    }

    /** What is done to the rows, and the invariant that finds it; none if it is allowed. */
    private Map<List<String>, String> damages() {
        Map<List<String>, String> damages = new LinkedHashMap<>();
        damages.put(List.of("UPDATE Generations SET status = 'active'"), "E1");
        damages.put(List.of("UPDATE Generations SET parent_generation_id = NULL"), "E1");
        damages.put(List.of("UPDATE Generations SET seq = seq + 5"), "E1");
        damages.put(List.of("INSERT INTO Episodes (id) VALUES ('stray')"), "E2");
        damages.put(List.of("INSERT INTO episodes_archive (id) SELECT id FROM Episodes"), "E2");
        damages.put(List.of("UPDATE episode_facts SET min_score = 2"), "E3");
        damages.put(List.of("UPDATE episode_participants SET score = 4 WHERE ordinal = 1"), "E3");
        damages.put(List.of("UPDATE episode_participants SET score = 9, archetype = 'created_agent'"), "E3");
        damages.put(List.of("UPDATE Episodes SET agent_b_profile_id = agent_a_profile_id"), "E3");
        damages.put(List.of("DELETE FROM episode_participants WHERE ordinal = 1"), "E3");
        damages.put(List.of("UPDATE episode_facts SET logs = 'pruned'"), "E4");
        damages.put(List.of("DELETE FROM ActionLogs WHERE turn_number = 1"), "E4");
        damages.put(
                List.of("DELETE FROM ActionLogs", "UPDATE episode_facts SET logs = 'pruned', min_score = -3"), "E4");
        damages.put(List.of("UPDATE Episodes SET is_shadow_trial = " + dialect.pick("1", "true")), "E5");
        damages.put(List.of("UPDATE epochs SET kind = 'trial'"), "E5");
        damages.put(List.of("UPDATE epochs SET planned = 2"), "E5");
        damages.put(List.of(verdict("review", "pending", 1, "NULL", .01)), "E5");
        damages.put(List.of(verdict("creation", "accepted", 2, "NULL", .06)), "E6");
        String mutant = profile("'human', 'c' || '\n\n' || 's'", "NULL");
        damages.put(List.of(mutant), "");
        damages.put(List.of(mutant, verdict("mutation", "accepted", 1, "'x'", .01)), "E6");
        String accused = profile("'mutator', 'c' || '\n\n' || 's'", "NULL");
        String deployed = "UPDATE generation_actors SET profile_id = 'x' WHERE actor_id = 'left'"
                + " AND generation_id IN (SELECT id FROM Generations WHERE seq = 2)";
        damages.put(List.of(accused, deployed), "E6");
        damages.put(List.of(accused, verdict("mutation", "accepted", 1, "'x'", .01), deployed), "");
        damages.put(List.of(accused, verdict("observed", "accepted", 1, "'x'", .01), deployed), "");
        damages.put(List.of("INSERT INTO AgentProfiles (id, seq) VALUES ('x', 99)"), "E7");
        damages.put(List.of(profile("'human', 'another prompt'", "NULL")), "E7");
        damages.put(List.of(profile("'human', 'c' || '\n\n' || 's'", "'x'")), "E7");
        damages.put(List.of("UPDATE strategy_memory SET judge_score = 3"), "E7s");
        damages.put(List.of("UPDATE archive_sequence SET value = 9 WHERE name = 'strategy_count'"), "E7s");
        damages.put(
                List.of(
                        "UPDATE archive_sequence SET value = 1 WHERE name = 'strategy_cap'",
                        "UPDATE archive_sequence SET value = 2 WHERE name = 'strategy_count'",
                        second()),
                "E7s");
        damages.put(List.of("UPDATE archive_sequence SET value = 2 WHERE name = 'strategy_count'", second()), "");
        String accepted = verdict("creation", "accepted", 2, "NULL", .01);
        damages.put(List.of(created("c1", "NULL", "'me'", "active")), "E8");
        damages.put(List.of(accepted, created("c1", "'v'", "NULL", "active")), "E8");
        damages.put(List.of(accepted, created("c1", "'v'", "'me'", "active")), "");
        damages.put(
                List.of(
                        accepted,
                        created("c1", "'v'", "'me'", "active"),
                        created("c2", "'v'", "'me'", "active"),
                        created("c3", "'v'", "'me'", "active"),
                        created("c4", "'v'", "'me'", "active")),
                "E8");
        String spoke = created("c1", "NULL", "'me'", "terminated");
        String named = "UPDATE CreatedAgents SET agent_profile_id = (SELECT id FROM AgentProfiles WHERE seq = 1)";
        damages.put(List.of(spoke, named, spec("offer")), "");
        damages.put(List.of(spoke, named, spec("off")), "E8");
        damages.put(List.of("UPDATE evolution_runs SET status = 'completed'"), "E9");
        damages.put(
                List.of("INSERT INTO pending_turns (epoch_id, slot, turn_number, entry_json)"
                        + " SELECT id, 0, 0, '{}' FROM epochs"),
                "E9");
        return damages;
    }

    private static String second() {
        return "INSERT INTO strategy_memory (id, seq, episode_id, generation_id, run_id, scenario, actor_id,"
                + " agent_archetype, tactical_classification, judge_score, termination_reason, document,"
                + " embedding_model, dims, embedding, created_at) SELECT 'second', 99, episode_id, generation_id,"
                + " run_id, scenario, 'right', agent_archetype, tactical_classification, 2, termination_reason,"
                + " document, embedding_model, dims, embedding, created_at FROM strategy_memory";
    }

    private static String verdict(String kind, String outcome, int generation, String candidate, double p) {
        return "INSERT INTO trial_verdicts (id, generation_id, kind, actor_id, candidate_profile_id, variant, operator,"
                + " outcome, reason, margin, lambda, test, family_size, alpha, p_holm, lcb, created_at) SELECT 'v', id, '"
                + kind + "', 'left', " + candidate + ", 0, 'x', '" + outcome + "', '', 0.5, 1, 'x', 1, 0.05, " + p
                + ", 3, created_at FROM Generations WHERE seq = " + generation;
    }

    private static String profile(String originAndPrompt, String parent) {
        return "INSERT INTO AgentProfiles (id, seq, run_id, actor_id, core_prompt, strategy_text, created_by,"
                + " system_prompt, parent_profile_id) SELECT 'x', 3, run_id, 'left', 'c', 's', " + originAndPrompt
                + ", " + parent + " FROM Generations WHERE seq = 1";
    }

    private static String created(String id, String verdict, String by, String status) {
        return "INSERT INTO CreatedAgents (id, run_id, seq, status, verdict_id, decided_by) SELECT '" + id
                + "', run_id, " + id.substring(1) + ", '" + status + "', " + verdict + ", " + by
                + " FROM Generations WHERE seq = 1";
    }

    private static String spec(String allowed) {
        return "UPDATE CreatedAgents SET spec_json = '{\"allow\":[\"" + allowed + "\"],\"deny\":[]}'";
    }
}
