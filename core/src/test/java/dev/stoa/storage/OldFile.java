package dev.stoa.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A database as the original program left it, with the tables of its earlier versions. Not thread-safe. */
public final class OldFile implements AutoCloseable {
    /** Continuum, version 2: no red lines yet. */
    public static final String CONTINUUM_2 = """
            CREATE TABLE continuum_memory (id TEXT PRIMARY KEY, tier TEXT NOT NULL, content TEXT NOT NULL,
                importance REAL DEFAULT 0.5, surprise_score REAL DEFAULT 0.0, consolidation_score REAL DEFAULT 0.0,
                update_count INTEGER DEFAULT 1, success_count INTEGER DEFAULT 0, failure_count INTEGER DEFAULT 0,
                semantic_centroid BLOB, last_promotion_at TEXT, created_at TEXT DEFAULT CURRENT_TIMESTAMP,
                updated_at TEXT DEFAULT CURRENT_TIMESTAMP, metadata TEXT, expires_at TEXT);
            CREATE INDEX idx_continuum_tier ON continuum_memory(tier);
            CREATE TABLE meta_learning_state (id INTEGER PRIMARY KEY AUTOINCREMENT, hyperparams TEXT,
                learning_efficiency REAL, pattern_retention_rate REAL, forgetting_rate REAL, cycles_evaluated INTEGER,
                created_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE tier_transitions (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_id TEXT NOT NULL,
                from_tier TEXT NOT NULL, to_tier TEXT NOT NULL, reason TEXT, surprise_score REAL,
                created_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE continuum_memory_archive (id TEXT PRIMARY KEY, tier TEXT, content TEXT, importance REAL,
                surprise_score REAL, consolidation_score REAL, update_count INTEGER, success_count INTEGER,
                failure_count INTEGER, semantic_centroid BLOB, created_at TEXT, updated_at TEXT,
                archived_at TEXT DEFAULT CURRENT_TIMESTAMP, archive_reason TEXT, metadata TEXT);""";

    /** Consensus, version 1: no proofs yet. */
    public static final String CONSENSUS_1 = """
            CREATE TABLE consensus (id TEXT PRIMARY KEY, topic TEXT NOT NULL, topic_hash TEXT NOT NULL,
                conclusion TEXT, strength TEXT, confidence REAL, domain TEXT, tags TEXT, timestamp TEXT, data TEXT);
            CREATE TABLE dissent (id TEXT PRIMARY KEY, debate_id TEXT NOT NULL, agent_id TEXT NOT NULL,
                dissent_type TEXT NOT NULL, content TEXT, confidence REAL, timestamp TEXT, data TEXT);""";

    /** Ratings, version 1: no calibration columns yet. */
    public static final String ELO_1 = """
            CREATE TABLE ratings (agent_name TEXT PRIMARY KEY, elo REAL DEFAULT 1500.0, domain_elos TEXT,
                wins INTEGER DEFAULT 0, losses INTEGER DEFAULT 0, draws INTEGER DEFAULT 0,
                debates_count INTEGER DEFAULT 0, critiques_accepted INTEGER DEFAULT 0,
                critiques_total INTEGER DEFAULT 0, updated_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE matches (id INTEGER PRIMARY KEY AUTOINCREMENT, debate_id TEXT UNIQUE, winner TEXT,
                participants TEXT, domain TEXT, scores TEXT, elo_changes TEXT,
                created_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE elo_history (id INTEGER PRIMARY KEY AUTOINCREMENT, agent_name TEXT NOT NULL,
                elo REAL NOT NULL, debate_id TEXT, created_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE agent_relationships (agent_a TEXT NOT NULL, agent_b TEXT NOT NULL,
                debate_count INTEGER DEFAULT 0, agreement_count INTEGER DEFAULT 0,
                critique_count_a_to_b INTEGER DEFAULT 0, critique_count_b_to_a INTEGER DEFAULT 0,
                critique_accepted_a_to_b INTEGER DEFAULT 0, critique_accepted_b_to_a INTEGER DEFAULT 0,
                position_changes_a_after_b INTEGER DEFAULT 0, position_changes_b_after_a INTEGER DEFAULT 0,
                a_wins_over_b INTEGER DEFAULT 0, b_wins_over_a INTEGER DEFAULT 0,
                updated_at TEXT DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (agent_a, agent_b), CHECK (agent_a < agent_b));
            CREATE TABLE calibration_predictions (id INTEGER PRIMARY KEY AUTOINCREMENT, tournament_id TEXT NOT NULL,
                predictor_agent TEXT NOT NULL, predicted_winner TEXT NOT NULL, confidence REAL NOT NULL,
                created_at TEXT DEFAULT CURRENT_TIMESTAMP, UNIQUE(tournament_id, predictor_agent));
            CREATE TABLE domain_calibration (agent_name TEXT NOT NULL, domain TEXT NOT NULL,
                total_predictions INTEGER DEFAULT 0, total_correct INTEGER DEFAULT 0, brier_sum REAL DEFAULT 0.0,
                updated_at TEXT DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (agent_name, domain));""";

    /** Traces: critiques and patterns. */
    public static final String TRACES_1 = """
            CREATE TABLE debates (id TEXT PRIMARY KEY, task TEXT NOT NULL, final_answer TEXT,
                consensus_reached INTEGER DEFAULT 0, confidence REAL, rounds_used INTEGER, duration_seconds REAL,
                grounded_verdict TEXT, created_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE critiques (id INTEGER PRIMARY KEY AUTOINCREMENT, debate_id TEXT NOT NULL,
                agent TEXT NOT NULL, target_agent TEXT, issues TEXT, suggestions TEXT, severity REAL, reasoning TEXT,
                led_to_improvement INTEGER DEFAULT 0, expected_usefulness REAL, actual_usefulness REAL,
                prediction_error REAL, created_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE patterns (id TEXT PRIMARY KEY, issue_type TEXT NOT NULL, issue_text TEXT NOT NULL,
                suggestion_text TEXT, success_count INTEGER DEFAULT 0, failure_count INTEGER DEFAULT 0,
                avg_severity REAL DEFAULT 0.5, surprise_score REAL DEFAULT 1.0, base_rate REAL DEFAULT 0.5,
                avg_prediction_error REAL DEFAULT 0.0, prediction_count INTEGER DEFAULT 0, example_task TEXT,
                created_at TEXT DEFAULT CURRENT_TIMESTAMP, updated_at TEXT DEFAULT CURRENT_TIMESTAMP);
            CREATE TABLE agent_reputation (agent_name TEXT PRIMARY KEY, proposals_made INTEGER DEFAULT 0,
                proposals_accepted INTEGER DEFAULT 0, critiques_given INTEGER DEFAULT 0,
                critiques_valuable INTEGER DEFAULT 0, total_predictions INTEGER DEFAULT 0,
                total_prediction_error REAL DEFAULT 0.0, calibration_score REAL DEFAULT 0.5,
                updated_at TEXT DEFAULT CURRENT_TIMESTAMP);""";

    /** Evidence with its text index. */
    public static final String EVIDENCE_1 = """
            CREATE TABLE evidence (id TEXT PRIMARY KEY, content_hash TEXT UNIQUE, source TEXT NOT NULL, title TEXT,
                snippet TEXT NOT NULL, url TEXT, reliability_score REAL DEFAULT 0.5,
                created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
                metadata_json TEXT, enriched_metadata_json TEXT, quality_scores_json TEXT);
            CREATE TABLE debate_evidence (debate_id TEXT NOT NULL, evidence_id TEXT NOT NULL, round_number INTEGER,
                relevance_score REAL, used_in_consensus BOOLEAN DEFAULT 0,
                created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (debate_id, evidence_id));
            CREATE VIRTUAL TABLE evidence_fts USING fts5(evidence_id, title, snippet, topics);""";

    /** Evolution, version 1 with the tokens of version 2, and the table that its pruning made. */
    public static final String EVOLUTION_1 = """
            CREATE TABLE Generations (id TEXT PRIMARY KEY, created_at TEXT, status TEXT, parent_generation_id TEXT);
            CREATE TABLE AgentProfiles (id TEXT PRIMARY KEY, generation_id TEXT, archetype TEXT, system_prompt TEXT,
                hyperparameters TEXT, expected_performance_baseline REAL, created_by TEXT);
            CREATE TABLE Episodes (id TEXT PRIMARY KEY, generation_id TEXT, agent_a_profile_id TEXT,
                agent_b_profile_id TEXT, agent_a_score INTEGER, agent_b_score INTEGER, total_turns INTEGER,
                termination_reason TEXT, final_state_snapshot TEXT, is_shadow_trial BOOLEAN, created_at TEXT);
            CREATE TABLE ActionLogs (id TEXT PRIMARY KEY, episode_id TEXT, turn_number INTEGER, speaker_id TEXT,
                internal_monologue TEXT, public_dialogue TEXT, state_mutations TEXT, propose_resolution BOOLEAN,
                abort_episode BOOLEAN, token_usage INTEGER DEFAULT 0);
            CREATE TABLE CreatedAgents (id TEXT PRIMARY KEY, creator_trigger_generation_id TEXT,
                agent_profile_id TEXT, archetype_designed TEXT, design_rationale TEXT, shadow_trial_score_delta REAL,
                status TEXT, created_at TEXT);
            CREATE TABLE episodes_archive AS SELECT * FROM Episodes;""";

    private static final String NAIVE = "2025-03-04 05:06:07";
    private static final List<String> TIERS = List.of("fast", "medium", "slow", "glacial");

    private final Connection connection;

    private OldFile(Connection connection) {
        this.connection = connection;
    }

    public static OldFile at(Path path) throws SQLException {
        return new OldFile(DriverManager.getConnection("jdbc:sqlite:" + path));
    }

    /** The bookkeeping of the original, with one row. */
    public static String ledger(String module, int version) {
        return "CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER NOT NULL,"
                + " updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);"
                + "INSERT INTO _schema_versions (module, version) VALUES ('" + module + "', " + version + ")";
    }

    public void run(String... scripts) throws SQLException {
        for (String sql : scripts) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate(sql);
            }
        }
    }

    public List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                texts.add(result.getString(1));
            }
        }
        return texts;
    }

    private void insert(String into, int values, List<Object[]> rows) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO " + into + " VALUES (?" + ", ?".repeat(values - 1) + ")")) {
            for (Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    statement.setObject(i + 1, row[i]);
                }
                statement.executeUpdate();
            }
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    public void memories(int count) throws SQLException {
        List<Object[]> memories = new ArrayList<>();
        List<Object[]> moves = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            memories.add(new Object[] {
                "m" + i,
                TIERS.get(i % 4),
                "memory " + i + " with 'quotes', \"doubles\"\nand 🜚",
                i % 100 / 100.0,
                new byte[] {(byte) i, 0, -1},
                NAIVE,
                "2025-03-05T05:06:07.123456",
                "{\"n\": " + i + "}"
            });
            moves.add(new Object[] {"m" + i, "fast", "medium", NAIVE});
        }
        insert(
                "continuum_memory (id, tier, content, importance, semantic_centroid, created_at, updated_at, metadata)",
                8,
                memories);
        insert("tier_transitions (memory_id, from_tier, to_tier, created_at)", 4, moves);
    }

    public void consensus(int count) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        List<Object[]> dissents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Object[] {
                "k" + i,
                "Topic number " + i,
                "hash" + i,
                "Conclusion " + i,
                "strong",
                0.8,
                "general",
                "[\"a\"]",
                NAIVE,
                "{\"id\": \"k" + i + "\"}"
            });
            dissents.add(new Object[] {"x" + i, "k" + i, "ana", "risk_warning", "Risk " + i, 0.5, NAIVE, "{}"});
        }
        insert("consensus", 10, rows);
        insert("dissent", 8, dissents);
    }

    public void ratings(int count) throws SQLException {
        List<Object[]> ratings = new ArrayList<>();
        List<Object[]> matches = new ArrayList<>();
        List<Object[]> history = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ratings.add(new Object[] {"agent" + i, 1500.0, "{}", i < 2 ? count : 0, i < 2 ? count : 0, NAIVE});
            matches.add(new Object[] {
                "d" + i,
                null,
                "[\"agent0\", \"agent1\"]",
                "{\"agent0\": 1, \"agent1\": 1}",
                "{\"agent0\": 0, \"agent1\": 0}",
                NAIVE
            });
            history.add(new Object[] {"agent" + i, 1500.0, "d" + i, NAIVE});
        }
        insert("ratings (agent_name, elo, domain_elos, draws, debates_count, updated_at)", 6, ratings);
        insert("matches (debate_id, winner, participants, scores, elo_changes, created_at)", 6, matches);
        insert("elo_history (agent_name, elo, debate_id, created_at)", 4, history);
    }

    /** Every second pattern is one of those before it in other words. */
    public void traces(int count) throws SQLException {
        List<Object[]> debates = new ArrayList<>();
        List<Object[]> critiques = new ArrayList<>();
        List<Object[]> patterns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String thing = "gadget" + (char) ('a' + i / 2 % 26) + "x" + (i / 52 == 0 ? "" : "q".repeat(i / 52));
            debates.add(new Object[] {"d" + i, "Task " + i, "{\"ok\": true}", NAIVE});
            critiques.add(new Object[] {"d" + i, "ana", "[\"Issue " + i + "\"]", "[]", 0.5, NAIVE});
            patterns.add(new Object[] {
                "p" + i, "general", i % 2 == 0 ? "The " + thing + " leaks" : thing + ": leak!", 1 + i % 3, i % 2, NAIVE
            });
        }
        insert("debates (id, task, grounded_verdict, created_at)", 4, debates);
        insert("critiques (debate_id, agent, issues, suggestions, severity, created_at)", 6, critiques);
        insert("patterns (id, issue_type, issue_text, success_count, failure_count, updated_at)", 6, patterns);
        run("INSERT INTO agent_reputation (agent_name, critiques_given) VALUES ('ana', " + count + ")");
    }

    public void evidence(int count) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        List<Object[]> links = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Object[] {
                "e" + i,
                "hash" + i,
                "web",
                "Title " + i,
                "Snippet number " + i,
                null,
                0.5,
                NAIVE,
                NAIVE,
                "{}",
                null,
                null
            });
            links.add(new Object[] {"d" + i, "e" + i, i, 0.5, i % 2, NAIVE});
        }
        insert("evidence", 12, rows);
        insert("debate_evidence", 6, links);
        run("INSERT INTO evidence_fts SELECT id, title, snippet, '' FROM evidence");
    }

    /** Evidence of any text; answers its rows as text, sorted. */
    public List<String> randomEvidence(long seed, int count) throws SQLException {
        Random random = new Random(seed);
        List<Object[]> rows = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = "e" + i;
            String source = text(random, 1 + random.nextInt(10));
            String title = random.nextInt(4) == 0 ? null : text(random, random.nextInt(30));
            String snippet = text(random, 1 + random.nextInt(300)) + " " + i;
            String url = random.nextBoolean() ? null : "https://example.org/" + i;
            Double reliability = random.nextInt(5) == 0 ? null : (Double) random.nextDouble();
            rows.add(new Object[] {
                id, "hash" + i, source, title, snippet, url, reliability, NAIVE, NAIVE, null, null, null
            });
            expected.add(String.join(
                    "|", id, source, String.valueOf(title), snippet, String.valueOf(url), String.valueOf(reliability)));
        }
        insert("evidence", 12, rows);
        expected.sort(null);
        return expected;
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    switch (random.nextInt(8)) {
                        case 0 -> ' ';
                        case 1 -> '\'';
                        case 2 -> 0x1F700 + random.nextInt(50);
                        case 3 -> 0xE0 + random.nextInt(30);
                        case 4 -> '\n';
                        default -> 'a' + random.nextInt(26);
                    });
        }
        return text.toString();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
