package dev.stoa.storage;

import static dev.stoa.storage.SchemaSeed.CONSENSUS;
import static dev.stoa.storage.SchemaSeed.CONTINUUM;
import static dev.stoa.storage.SchemaSeed.COUNSEL;
import static dev.stoa.storage.SchemaSeed.DEBATE;
import static dev.stoa.storage.SchemaSeed.EVIDENCE;
import static dev.stoa.storage.SchemaSeed.EVOLUTION;
import static dev.stoa.storage.SchemaSeed.RATING;
import static dev.stoa.storage.SchemaSeed.SOCIETY;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The constraints, cascades and triggers of the seeds, acting. */
@ParameterizedClass
@EnumSource
class SchemaSeedTest extends SchemaFixture {
    private static final String SESSION = "00000000-0000-4000-8000-000000000001";
    private static final String OTHER_SESSION = "00000000-0000-4000-8000-000000000002";
    private static final String TURN = "00000000-0000-4000-8000-000000000003";

    SchemaSeedTest(SchemaBackend backend) {
        super(backend);
    }

    private void debates() throws SQLException {
        build(DEBATE);
        run(
                "INSERT INTO debate_sessions(id, debate_id, topic) VALUES ('%s', 'd', 't')".formatted(SESSION),
                "INSERT INTO debate_sessions(id, debate_id, topic) VALUES ('%s', 'd', 't')".formatted(OTHER_SESSION),
                "INSERT INTO debate_turns(id, session_id, round, phase, agent_id) VALUES ('%s', '%s', 1, 'proposal', 'a')"
                        .formatted(TURN, SESSION),
                "INSERT INTO code_versions(session_id, turn_id, code, version_number) VALUES ('%s', '%s', 'x', 1)"
                        .formatted(SESSION, TURN));
    }

    private void society() throws SQLException {
        build(SOCIETY);
        run(
                "INSERT INTO agents(agent_id, identity, model, created_at) VALUES ('a', 'ana', 'm', '2026-01-01')",
                "INSERT INTO agents(agent_id, identity, model, created_at) VALUES ('b', 'bob', 'm', '2026-01-01')",
                "INSERT INTO channels(channel_id, name) VALUES ('c', 'general')",
                "INSERT INTO sessions(session_id, agent_id, spawn_number) VALUES ('s', 'a', 1)",
                "INSERT INTO tasks(task_id, agent_id, channel_id, input) VALUES ('t', 'a', 'c', 'x')",
                "INSERT INTO messages(message_id, channel_id, agent_id, content) VALUES ('m', 'c', 'a', 'x')",
                "INSERT INTO bookmarks(agent_id, channel_id, last_seen_id) VALUES ('b', 'c', 'm')",
                "INSERT INTO memories(memory_id, agent_id, topic, message, timestamp, created_at, bridge_channel)"
                        + " VALUES ('n1', 'a', 't', 'x', '2026-01-01', '2026-01-01', 'c')",
                "INSERT INTO memories(memory_id, agent_id, topic, message, timestamp, created_at, supersedes)"
                        + " VALUES ('n2', 'a', 't', 'y', '2026-01-01', '2026-01-01', 'n1')",
                "UPDATE memories SET superseded_by = 'n2' WHERE memory_id = 'n1'",
                "INSERT INTO knowledge(knowledge_id, domain, agent_id, content) VALUES ('k', 'd', 'a', 'x')");
    }

    @Test
    void aPairOfAgentsIsStoredOnceInBytewiseOrder() throws SQLException {
        build(RATING);
        String insert = "INSERT INTO agent_relationships(agent_a, agent_b) VALUES ";

        run(insert + "('ana', 'bob')", insert + "('Zoe', 'ana')");

        assertRefused("check", insert + "('bob', 'ana')");
        assertRefused("check", insert + "('ana', 'ana')");
        assertRefused("check", insert + "('ana', 'Zoe')");
        assertRefused("unique", insert + "('ana', 'bob')");
    }

    @Test
    void aDebateCountsOnceAndAnAgentPredictsOncePerTournament() throws SQLException {
        build(RATING);
        String match = "INSERT INTO matches(debate_id) VALUES ";
        String prediction = "INSERT INTO calibration_predictions"
                + "(tournament_id, predictor_agent, predicted_winner, confidence) VALUES ";

        run(match + "('d')", match + "(NULL)", match + "(NULL)");
        run(
                prediction + "('t', 'a', 'x', 0.5)",
                prediction + "('t', 'b', 'x', 0.5)",
                prediction + "('u', 'a', 'x', 1)");

        assertRefused("unique", match + "('d')");
        assertRefused("unique", prediction + "('t', 'a', 'y', 0.9)");
    }

    @Test
    void theSameEvidenceIsNotStoredTwice() throws SQLException {
        build(EVIDENCE);
        String evidence = "INSERT INTO evidence(id, content_hash, source, snippet) VALUES ";
        String link = "INSERT INTO debate_evidence(debate_id, evidence_id) VALUES ";

        run(evidence + "('e1', 'h', 'web', 'x')", link + "('d', 'e1')", link + "('d', 'e2')");

        assertRefused("unique", evidence + "('e2', 'h', 'web', 'x')");
        assertRefused("unique", link + "('d', 'e1')");
    }

    @Test
    void aSessionHasOneOfTheSixStates() throws SQLException {
        debates();
        for (String status : List.of("pending", "running", "paused", "completed", "failed", "cancelled")) {
            run(session(status));
        }

        assertRefused("chk_debate_sessions_status", session("done"));
        assertRefused("chk_debate_sessions_status", session("Pending"));
        assertRefused("null", "INSERT INTO debate_sessions(debate_id, topic, status) VALUES ('d', 't', NULL)");
    }

    private static String session(String status) {
        boolean ended = List.of("completed", "failed", "cancelled").contains(status);
        return "INSERT INTO debate_sessions(debate_id, topic, status, completed_at) VALUES ('d', 't', '%s', %s)"
                .formatted(status, ended ? "'2026-01-01T00:00:00.000Z'" : "NULL");
    }

    @Test
    void aTurnBelongsToOneOfTheEightPhases() throws SQLException {
        debates();
        for (String phase : List.of(
                "dehallucination",
                "self_evolvement",
                "proposal",
                "critique",
                "review",
                "optimization",
                "adversarial",
                "convergence")) {
            run(turn(phase));
        }

        assertRefused("chk_debate_turns_phase", turn("closing"));
    }

    private static String turn(String phase) {
        return "INSERT INTO debate_turns(session_id, round, phase, agent_id) VALUES ('%s', 2, '%s', 'a')"
                .formatted(SESSION, phase);
    }

    @Test
    void deletingASessionTakesItsTurnsAndVersionsAlong() throws SQLException {
        debates();

        run("DELETE FROM debate_sessions WHERE id = '%s'".formatted(SESSION));

        assertThat(count("debate_sessions")).isEqualTo(1);
        assertThat(count("debate_turns")).isZero();
        assertThat(count("code_versions")).isZero();
    }

    @Test
    void aTurnOfALivingSessionCannotBeDeleted() throws SQLException {
        debates();

        assertRefused("append-only", "DELETE FROM debate_turns");

        assertThat(ask("SELECT turn_id FROM code_versions")).containsExactly(TURN);
    }

    @Test
    void versionNumbersAreUniqueWithinTheirSession() throws SQLException {
        debates();
        String version = "INSERT INTO code_versions(session_id, code, version_number) VALUES ('%s', 'x', 1)";

        run(version.formatted(OTHER_SESSION));

        assertRefused("unique", version.formatted(SESSION));
        assertRefused("foreign key", version.formatted(TURN));
    }

    @Test
    void anUpdateMovesTheTimeOfTheSessionItTouchedOnly() throws SQLException {
        debates();
        run("UPDATE debate_sessions SET updated_at = '2001-02-03T04:05:06.789Z'");

        run("UPDATE debate_sessions SET total_rounds = 3 WHERE id = '%s'".formatted(SESSION));

        assertThat(ask("SELECT id FROM debate_sessions WHERE updated_at > '2026-01-01T00:00:00.000Z'"))
                .containsExactly(SESSION);
        assertThat(ask("SELECT id FROM debate_sessions WHERE updated_at = '2001-02-03T04:05:06.789Z'"))
                .containsExactly(OTHER_SESSION);
    }

    @Test
    void anUpdateThatSetsTheTimeItselfKeepsItsOwn() throws SQLException {
        debates();

        run("UPDATE debate_sessions SET total_rounds = 3, updated_at = '2001-02-03T04:05:06.789Z'");
        run("UPDATE debate_sessions SET total_rounds = 4, updated_at = '1999-01-01T00:00:00.000Z' WHERE id = '%s'"
                .formatted(SESSION));

        assertThat(ask("SELECT id FROM debate_sessions WHERE updated_at = '2001-02-03T04:05:06.789Z'"))
                .containsExactly(OTHER_SESSION);
        assertThat(ask("SELECT id FROM debate_sessions WHERE updated_at = '1999-01-01T00:00:00.000Z'"))
                .containsExactly(SESSION);
    }

    @Test
    void theTimeOfASessionThatHadNoneIsSetToo() throws SQLException {
        debates();
        run("UPDATE debate_sessions SET updated_at = NULL");

        run("UPDATE debate_sessions SET total_rounds = 3");

        assertThat(ask("SELECT id FROM debate_sessions WHERE updated_at IS NULL"))
                .isEmpty();
    }

    @Test
    void deletingAnAgentTakesAlongWhatIsItsOwn() throws SQLException {
        society();

        run("DELETE FROM agents WHERE agent_id = 'a'");

        for (String table : List.of("sessions", "tasks", "messages", "memories", "knowledge")) {
            assertThat(count(table)).as(table).isZero();
        }
        assertThat(ask("SELECT last_seen_id FROM bookmarks")).containsExactly((String) null);
        run("DELETE FROM agents");
        assertThat(count("bookmarks")).isZero();
        assertThat(count("channels")).isEqualTo(1);
    }

    @Test
    void deletingAChannelTakesItsMessagesAndLeavesTasksAndNotes() throws SQLException {
        society();

        run("DELETE FROM channels");

        assertThat(count("messages")).isZero();
        assertThat(count("bookmarks")).isZero();
        assertThat(ask("SELECT channel_id FROM tasks")).containsExactly((String) null);
        assertThat(ask("SELECT bridge_channel FROM memories WHERE memory_id = 'n1'"))
                .containsExactly((String) null);
    }

    @Test
    void deletingANoteLeavesTheOnesItWasTiedTo() throws SQLException {
        society();

        run("DELETE FROM memories WHERE memory_id = 'n1'");
        assertThat(ask("SELECT supersedes FROM memories")).containsExactly((String) null);
        run(
                "INSERT INTO memories(memory_id, agent_id, topic, message, timestamp, created_at, superseded_by)"
                        + " VALUES ('n3', 'a', 't', 'z', '2026-01-01', '2026-01-01', 'n2')",
                "DELETE FROM memories WHERE memory_id = 'n2'");

        assertThat(ask("SELECT superseded_by FROM memories")).containsExactly((String) null);
    }

    @Test
    void identitiesAndChannelNamesAreUnique() throws SQLException {
        society();

        assertRefused(
                "unique",
                "INSERT INTO agents(agent_id, identity, model, created_at) VALUES ('x', 'ana', 'm', '2026-01-01')");
        assertRefused("unique", "INSERT INTO channels(channel_id, name) VALUES ('x', 'general')");
        assertRefused("unique", "INSERT INTO bookmarks(agent_id, channel_id) VALUES ('b', 'c')");
        assertRefused("foreign key", "INSERT INTO tasks(task_id, agent_id, input) VALUES ('x', 'nobody', 'x')");
        assertRefused(
                "foreign key",
                "INSERT INTO tasks(task_id, agent_id, channel_id, input) VALUES ('x', 'a', 'nowhere', 'x')");
    }

    @Test
    void theCounselDeletesNothingThatHasChildren() throws SQLException {
        build(COUNSEL);
        run(
                "INSERT INTO projects(project_id, name, created_at) VALUES ('p', 'n', 1)",
                "INSERT INTO conversations(conversation_id, project_id, created_at, updated_at) VALUES ('c', 'p', 1, 1)",
                "INSERT INTO messages(message_id, conversation_id, role, created_at) VALUES ('m', 'c', 'user', 1)",
                "INSERT INTO sessions(id, created_at, updated_at) VALUES ('s', 1, 1)",
                "INSERT INTO assertion_events(id, session_id, assertion_name, level, passed)"
                        + " VALUES ('e', 's', 'n', 'soft', 1)");

        assertRefused("foreign key", "DELETE FROM projects");
        assertRefused("foreign key", "DELETE FROM conversations");
        assertRefused("foreign key", "DELETE FROM sessions");
        assertRefused(
                "foreign key",
                "INSERT INTO model_runs(run_id, conversation_id, specialist, created_at) VALUES ('r', 'x', 's', 1)");
    }

    @Test
    void theCounselCountsOncePerSpecialistAndConversationAndIndexesAWordOncePerMessage() throws SQLException {
        build(COUNSEL);
        String counter = "INSERT INTO token_counters(counter_id, specialist, conversation_id, updated_at) VALUES ";
        String keyword = "INSERT INTO message_keywords(keyword, message_id, conversation_id, created_at) VALUES ";

        run(counter + "('1', 's', 'c', 1)", counter + "('2', 's', 'd', 1)", keyword + "('k', 'm', 'c', 1)");

        assertRefused("unique", counter + "('3', 's', 'c', 1)");
        assertRefused("unique", keyword + "('k', 'm', 'd', 1)");
    }

    @Test
    void theCounselOrdersTextBytewise() throws SQLException {
        build(COUNSEL);
        for (String name : List.of("b", "B", "a", "ä", "_")) {
            run("INSERT INTO projects(project_id, name, created_at) VALUES ('%s', '%s', 1)".formatted(name, name));
        }

        assertThat(ask("SELECT name FROM projects ORDER BY name")).containsExactly("B", "_", "a", "b", "ä");
    }

    @Test
    void keysOfTheCounselTheDebatesAndTheEvolutionAreNeverNull() throws SQLException {
        build(COUNSEL);
        assertRefused("null", "INSERT INTO projects(project_id, name, created_at) VALUES (NULL, 'n', 1)");
        assertRefused("null", "INSERT INTO sessions(id, created_at, updated_at) VALUES (NULL, 1, 1)");
        build(DEBATE);
        assertRefused("null", "INSERT INTO debate_sessions(id, debate_id, topic) VALUES (NULL, 'd', 't')");
        build(EVOLUTION);
        assertRefused("null", "INSERT INTO Generations(id) VALUES (NULL)");
    }

    @Test
    void lineageIsHeldByForeignKeysButASpeakerNeedNotBeAProfile() throws SQLException {
        build(EVOLUTION);
        run(
                "INSERT INTO Generations(id) VALUES ('g1')",
                "INSERT INTO Generations(id, parent_generation_id) VALUES ('g2', 'g1')",
                "INSERT INTO AgentProfiles(id, generation_id) VALUES ('p', 'g1')",
                "INSERT INTO Episodes(id, generation_id, agent_a_profile_id) VALUES ('e', 'g2', 'p')",
                "INSERT INTO ActionLogs(id, episode_id, speaker_id) VALUES ('l', 'e', 'somebody')");

        assertRefused("foreign key", "DELETE FROM Generations WHERE id = 'g1'");
        assertRefused("immutable", "DELETE FROM AgentProfiles");
        assertRefused("foreign key", "DELETE FROM Episodes");
        assertRefused("foreign key", "INSERT INTO CreatedAgents(id, agent_profile_id) VALUES ('c', 'x')");
        assertRefused("foreign key", "INSERT INTO Episodes(id, agent_b_profile_id) VALUES ('x', 'x')");
    }

    @Test
    void oldRowsGetTheDefaultsOfTheColumnsAnUpgradeAdds() throws SQLException {
        apply(CONTINUUM, 2);
        run("INSERT INTO continuum_memory(id, tier, content) VALUES ('m', 'fast', 'x')");
        apply(CONTINUUM, 3);
        apply(RATING, 1);
        run("INSERT INTO ratings(agent_name, elo) VALUES ('a', 1612.5)");
        apply(RATING, 2);
        apply(EVOLUTION, 1);
        run("INSERT INTO ActionLogs(id) VALUES ('l')");
        apply(EVOLUTION, 2);

        assertThat(ask("SELECT red_line FROM continuum_memory WHERE red_line_reason IS NULL"))
                .containsExactly("0");
        assertThat(ask("SELECT agent_name FROM ratings WHERE elo = 1612.5 AND calibration_correct = 0"
                        + " AND calibration_total = 0 AND calibration_brier_sum = 0"))
                .containsExactly("a");
        assertThat(ask("SELECT token_usage FROM ActionLogs")).containsExactly("0");
    }

    @Test
    void aColumnThatIsThereAlreadyKeepsItsValues() throws SQLException {
        apply(EVOLUTION, 1);
        run(
                "ALTER TABLE ActionLogs ADD COLUMN token_usage INTEGER",
                "INSERT INTO ActionLogs(id, token_usage) VALUES ('l', 42)");

        apply(EVOLUTION, 2);
        apply(EVOLUTION, 3);

        assertThat(ask("SELECT token_usage FROM ActionLogs")).containsExactly("42");
        assertThat(ask("SELECT scout_hypotheses FROM Episodes")).isEmpty();
    }

    @Test
    void proofsAreAddedToAnArchiveWithoutThem() throws SQLException {
        apply(CONSENSUS, 1);
        run("INSERT INTO consensus(id, topic, topic_hash) VALUES ('c', 't', 'h')");
        apply(CONSENSUS, 2);

        assertThat(count("verified_proofs")).isZero();
        assertThat(count("consensus")).isEqualTo(1);
    }
}
