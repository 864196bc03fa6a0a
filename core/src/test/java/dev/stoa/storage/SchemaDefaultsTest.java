package dev.stoa.storage;

import static dev.stoa.storage.SchemaSeed.BREAKER;
import static dev.stoa.storage.SchemaSeed.CONSENSUS;
import static dev.stoa.storage.SchemaSeed.CONTINUUM;
import static dev.stoa.storage.SchemaSeed.COUNSEL;
import static dev.stoa.storage.SchemaSeed.CRITIQUE;
import static dev.stoa.storage.SchemaSeed.DEBATE;
import static dev.stoa.storage.SchemaSeed.EVIDENCE;
import static dev.stoa.storage.SchemaSeed.EVOLUTION;
import static dev.stoa.storage.SchemaSeed.RATING;
import static dev.stoa.storage.SchemaSeed.SOCIETY;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A row given only what it must have gets the rest as the seeds say: its default, or nothing. */
@ParameterizedClass
@EnumSource
class SchemaDefaultsTest extends SchemaFixture {
    SchemaDefaultsTest(SchemaBackend backend) {
        super(backend);
    }

    @Test
    void continuum() throws SQLException {
        build(CONTINUUM);
        assertDefaults("continuum_memory(id, tier, content) VALUES ('m', 'fast', 'x')", """
                importance=0.5 surprise_score=0 consolidation_score=0 update_count=1 success_count=0 failure_count=0
                created_at=now updated_at=now red_line=0 namespace=shared ttl_mode=tier trust=1""");
        assertDefaults("meta_learning_state(forgetting_rate) VALUES (0.1)", "id=1 created_at=now through_outcome=0");
        assertDefaults(
                "tier_transitions(memory_id, from_tier, to_tier) VALUES ('m', 'fast', 'slow')", "id=1 created_at=now");
        assertDefaults("continuum_memory_archive(id) VALUES ('m')", "archived_at=now");
    }

    @Test
    void consensus() throws SQLException {
        build(CONSENSUS);
        assertDefaults("consensus(id, topic, topic_hash) VALUES ('c', 't', 'h')", "trust=1 simulated=0");
        assertDefaults(
                "dissent(id, debate_id, agent_id, dissent_type) VALUES ('d', 'c', 'a', 'abstention')",
                "acknowledged=0");
        assertDefaults("verified_proofs(id, debate_id) VALUES ('p', 'c')", "is_verified=0");
    }

    @Test
    void rating() throws SQLException {
        build(RATING);
        assertDefaults("ratings(agent_name) VALUES ('a')", """
                elo=1500 wins=0 losses=0 draws=0 debates_count=0 critiques_accepted=0 critiques_total=0
                calibration_correct=0 calibration_total=0 calibration_brier_sum=0 updated_at=now base_elo=1500 imported=0 calibration_log_loss_sum=0""");
        assertDefaults("matches(winner) VALUES ('a')", "id=1 created_at=now ordered=0 rated=1 simulated=0");
        assertDefaults("elo_history(agent_name, elo) VALUES ('a', 1500)", "id=1 created_at=now");
        assertDefaults("agent_relationships(agent_a, agent_b) VALUES ('a', 'b')", """
                debate_count=0 agreement_count=0 critique_count_a_to_b=0 critique_count_b_to_a=0
                critique_accepted_a_to_b=0 critique_accepted_b_to_a=0 position_changes_a_after_b=0
                position_changes_b_after_a=0 a_wins_over_b=0 b_wins_over_a=0 updated_at=now""");
        assertDefaults(
                "calibration_predictions(tournament_id, predictor_agent, predicted_winner, confidence)"
                        + " VALUES ('t', 'a', 'b', 0.5)",
                "id=1 created_at=now simulated=0");
        assertDefaults(
                "domain_calibration(agent_name, domain) VALUES ('a', 'd')",
                "total_predictions=0 total_correct=0 brier_sum=0 updated_at=now log_loss_sum=0");
    }

    @Test
    void critique() throws SQLException {
        build(CRITIQUE);
        assertDefaults("debates(id, task) VALUES ('d', 't')", "consensus_reached=0 created_at=now simulated=0");
        assertDefaults(
                "critiques(debate_id, agent) VALUES ('d', 'a')",
                "id=1 led_to_improvement=0 created_at=now simulated=0");
        assertDefaults("patterns(id, issue_type, issue_text) VALUES ('p', 't', 'x')", """
                success_count=0 failure_count=0 avg_severity=0.5 surprise_score=1 base_rate=0.5 avg_prediction_error=0
                prediction_count=0 created_at=now updated_at=now""");
        assertDefaults("agent_reputation(agent_name) VALUES ('a')", """
                proposals_made=0 proposals_accepted=0 critiques_given=0 critiques_valuable=0 total_predictions=0
                total_prediction_error=0 calibration_score=0.5 updated_at=now""");
    }

    @Test
    void evidence() throws SQLException {
        build(EVIDENCE);
        assertDefaults(
                "evidence(id, source, snippet) VALUES ('e', 'web', 'x')",
                "reliability_score=0.5 created_at=now updated_at=now trust=0 standalone=1");
        assertDefaults(
                "debate_evidence(debate_id, evidence_id) VALUES ('d', 'e')", "used_in_consensus=false created_at=now");
        assertDefaults("evidence_fts(evidence_id, snippet) VALUES ('e', 'x')", "");
    }

    @Test
    void breaker() throws SQLException {
        build(BREAKER);
        assertDefaults(
                "circuit_breakers(name, state_json, updated_at) VALUES ('b', '{}', '2026-01-01T00:00:00Z')",
                "failure_threshold=5 cooldown_seconds=60");
    }

    @Test
    void society() throws SQLException {
        build(SOCIETY);
        assertDefaults("""
                agents(agent_id, identity, model, created_at) VALUES ('a', 'ana', 'm', '2026-01-01T00:00:00.000')""", "spawn_count=0 kind=agent trigger_policy=anyone");
        assertDefaults(
                "sessions(session_id, agent_id, spawn_number) VALUES ('s', 'a', 1)",
                "started_at=now wakes=0 idle_seconds=0");
        assertDefaults(
                "tasks(task_id, agent_id, input) VALUES ('t', 'a', 'x')",
                "status=pending created_at=now kind=run priority=5 attempt=0 max_attempts=1 private=0 lease_token=0 raw=0"
                        + " output_truncated=0 depth=0");
        assertDefaults(
                "channels(channel_id, name) VALUES ('c', 'general')",
                "created_at=now last_seq=0 activity_seq=0 restricted=0");
        assertDefaults(
                "messages(message_id, channel_id, agent_id, content) VALUES ('m', 'c', 'a', 'x')",
                "created_at=now kind=text");
        assertDefaults("bookmarks(agent_id, channel_id) VALUES ('a', 'c')", "last_seen_seq=0");
        assertDefaults("""
                memories(memory_id, agent_id, topic, message, timestamp, created_at)
                VALUES ('n', 'a', 't', 'x', '2026-01-01T00:00:00.000', '2026-01-01T00:00:00.000')""", "core=0 source=manual public=0 trust=1");
        assertDefaults(
                "knowledge(knowledge_id, domain, agent_id, content) VALUES ('k', 'd', 'a', 'x')",
                "created_at=now origin_trust=1 trust=1");
    }

    @Test
    void counsel() throws SQLException {
        build(COUNSEL);
        assertDefaults(
                "promotions(id, created_at, specialist, event) VALUES ('p', 1.5, 's', 'promote')",
                "reverted=0 metadata={}");
        assertDefaults(
                "corrections(id, created_at, subject, domain, claim, confidence, effective_confidence)"
                        + " VALUES ('c', 1.5, 's', 'd', 'x', 0.5, 0.5)",
                "rejected= source=arbiter decay_class=C metadata={} scope=global status=active type=fact"
                        + " origin=explicit user_id=local pinned=0 violations=0");
        assertDefaults("sessions(id, created_at, updated_at) VALUES ('s', 1.5, 1.5)", "query_count=0 metadata={}");
        assertDefaults(
                "audit_log(id, created_at, event_type, prev_hash, curr_hash) VALUES ('a', 1.5, 'query', '0', '1')",
                "details={}");
        assertDefaults(
                "assertion_events(id, session_id, assertion_name, level, passed) VALUES ('e', 's', 'n', 'soft', 1)",
                "bonus_applied=0 retries_used=0 latency_ms=0");
        assertDefaults("projects(project_id, name, created_at) VALUES ('p', 'n', 1.5)", "user_id=local");
        assertDefaults("conversations(conversation_id, created_at, updated_at) VALUES ('c', 1.5, 1.5)", """
                user_id=local title=New_Chat last_seq=0""");
        assertDefaults(
                "messages(message_id, conversation_id, role, created_at) VALUES ('m', 'c', 'user', 1.5)", "notices=[]");
        assertDefaults(
                "model_runs(run_id, conversation_id, specialist, created_at) VALUES ('r', 'c', 's', 1.5)",
                "round=answer vcg_winner=0 domain=general status=ok gold=0");
        assertDefaults(
                "token_counters(counter_id, specialist, conversation_id, updated_at) VALUES ('t', 's', 'c', 1.5)",
                "token_estimate=0 message_count=0 thread_number=1 context_window=8192");
        assertDefaults(
                "message_keywords(keyword, message_id, conversation_id, created_at) VALUES ('k', 'm', 'c', 1.5)",
                "role=user tf=1");
        assertDefaults("""
                context_backups(backup_id, conversation_id, specialist, trigger, created_at)
                VALUES ('b', 'c', 's', 'manual', 1.5)""", "thread_number=1 token_estimate=0 covers_seq=0 author=extract");
        assertDefaults(
                "specialists(name, seq, active_model, created_at, updated_at) VALUES ('s', 1, 'm', 1.5, 1.5)",
                "fields=[] state=enabled");
        assertDefaults(
                "specialist_stats(specialist, model, field) VALUES ('s', 'm', 'law')",
                "runs=0 weight_sum=0 outcome_sum=0");
        assertDefaults(
                "correction_events(id, seq, created_at, correction_id, event) VALUES ('e', 1, 1.5, 'c', 'created')",
                "details={}");
        assertDefaults(
                "access_tokens(token_id, created_at, label, scopes, hash) VALUES ('t', 1.5, '', 'read', 'h')",
                "subject=local");
    }

    @Test
    void evolution() throws SQLException {
        build(EVOLUTION);
        assertDefaults("Generations(id) VALUES ('g')", "");
        assertDefaults("AgentProfiles(id) VALUES ('p')", "");
        assertDefaults("Episodes(id) VALUES ('e')", "");
        assertDefaults("ActionLogs(id) VALUES ('l')", "token_usage=0");
        assertDefaults("CreatedAgents(id) VALUES ('c')", "");
    }

    @Test
    void debate() throws SQLException {
        build(DEBATE);
        assertDefaults("debate_sessions(debate_id, topic) VALUES ('d', 't')", """
                id=uuid status=pending config={} created_at=now updated_at=now total_rounds=0 outcome={} metadata={}
                domain=general runner_epoch=0 active_ms=0 recoveries=0 turn_count=0 event_count=0""");
        String session = ask("SELECT id FROM debate_sessions").getFirst();
        assertDefaults(
                "debate_turns(session_id, round, phase, agent_id) VALUES ('%s', 1, 'proposal', 'a')".formatted(session),
                """
                id=uuid tool_calls=[] test_results={} reflections=[] metadata={} created_at=now attempt=0 step=1
                status=ok visible_turns=[]""");
        assertDefaults(
                "code_versions(session_id, code, version_number) VALUES ('%s', 'x', 1)".formatted(session),
                "id=uuid metrics={} created_at=now");
    }

    @Test
    void generatedIdsAreRandomVersionFourUuids() throws SQLException {
        build(DEBATE);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            run("INSERT INTO debate_sessions(debate_id, topic) VALUES ('d', 't')");
        }
        for (String id : ask("SELECT id FROM debate_sessions")) {
            UUID uuid = UUID.fromString(String.valueOf(id));
            assertThat(uuid.toString()).isEqualTo(id);
            assertThat(uuid.version()).isEqualTo(4);
            assertThat(uuid.variant()).isEqualTo(2);
            ids.add(uuid.toString());
        }
        assertThat(ids).hasSize(300);
        // All four values of the two free bits beside the variant occur; one would be missing with chance 4 * 0.75^300.
        assertThat(ids).extracting(id -> id.charAt(19)).contains('8', '9', 'a', 'b');
    }

    /**
     * Inserts the one row and checks every column that was not given: named here with its value, or else null. An
     * underscore in a value stands for a space.
     */
    private void assertDefaults(String insert, String expected) throws SQLException {
        String table = insert.substring(0, insert.indexOf('('));
        List<String> given = List.of(
                insert.substring(insert.indexOf('(') + 1, insert.indexOf(')')).split(", ", -1));
        Map<String, String> values = new HashMap<>();
        for (String pair : expected.isEmpty() ? new String[0] : expected.split("\\s+", -1)) {
            values.put(
                    pair.substring(0, pair.indexOf('=')),
                    pair.substring(pair.indexOf('=') + 1).replace('_', ' '));
        }
        run("INSERT INTO " + insert);
        try (Statement statement = connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + table)) {
            assertThat(row.next()).isTrue();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                String column = row.getMetaData().getColumnName(i);
                if (!given.contains(column)) {
                    assertValue(table + "." + column, row.getString(i), values.remove(column));
                }
            }
        }
        assertThat(values).as("columns of %s that do not exist", table).isEmpty();
    }

    private static void assertValue(String column, @Nullable String actual, @Nullable String expected) {
        if (expected == null) {
            assertThat(actual).as(column).isNull();
            return;
        }
        assertThat(actual).as(column).isNotNull();
        String value = String.valueOf(actual);
        switch (expected) {
            case "now" -> assertThat(value).as(column).matches("\\d{4}-\\d\\d-\\d\\d.*");
            case "uuid" ->
                assertThat(UUID.fromString(value).version()).as(column).isEqualTo(4);
            case "false" -> assertThat(value).as(column).isIn("0", "f");
            default -> {
                if (expected.matches("[\\d.]+")) {
                    assertThat(Double.parseDouble(value)).as(column).isEqualTo(Double.parseDouble(expected));
                } else {
                    assertThat(value).as(column).isEqualTo(expected);
                }
            }
        }
    }
}
