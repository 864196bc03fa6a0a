package dev.stoa.learning.consensus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.TestClock;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of older programs gain what they lack and lose nothing. */
class ConsensusUpgradeTest {
    @TempDir
    Path directory;

    private final TestClock clock = TestClock.at("2026-11-15T08:30:00Z");

    /** A file of version 1 as the original left it, with rows that only its log holds; it claims what it is told to. */
    private void original(int claimed) throws Exception {
        Path workshop = Files.createDirectories(directory.resolve("workshop"));
        Path file = workshop.resolve("consensus_memory.db");
        try (InputStream sql = ConsensusArchive.class.getResourceAsStream("/schema/consensus/sqlite/001.sql");
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA journal_mode = WAL");
            statement.executeUpdate(new String(Objects.requireNonNull(sql).readAllBytes(), UTF_8));
            statement.executeUpdate(
                    "CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER, updated_at TIMESTAMP)");
            statement.executeUpdate("INSERT INTO _schema_versions VALUES ('consensus_memory', " + claimed + ", NULL)");
            statement.executeUpdate("""
                    INSERT INTO consensus (id, topic, topic_hash, conclusion, strength, confidence, domain, tags, timestamp, data) VALUES
                    ('new', 'Use Redis?', 'of old', 'Yes', 'strong', 0.9, 'ops', '["cache"]', '2025-06-02 10:00:00',
                     '{"participating_agents": ["a", "b", "c"], "agreeing_agents": ["a"], "key_claims": ["fast"], "supersedes": "old"}'),
                    ('old', 'use redis', 'of old', 'No', 'weak', 0.5, 'ops', '[]', '2025-06-01T10:00:00', '{}'),
                    ('odd', 'What now', 'of old', NULL, 'moderate', NULL, NULL, NULL, 'last week', 'no json {')""");
            statement.executeUpdate("""
                    INSERT INTO dissent (id, debate_id, agent_id, dissent_type, content, confidence, timestamp, data) VALUES
                    ('x1', 'new', 'b', 'fundamental_disagreement', 'Never', 0.9, '2025-06-02 10:00:01', '{"reasoning": "cost", "acknowledged": true, "rebuttal": "cheap"}'),
                    ('x2', 'lost', 'c', 'risk_warning', 'Adrift', 0.9, '2025-06-02 10:00:00', NULL)""");
            for (String name : List.of("consensus_memory.db", "consensus_memory.db-wal")) {
                Files.copy(workshop.resolve(name), directory.resolve(name));
            }
        }
    }

    private Archive open() {
        return SqliteArchive.open(ConsensusArchive.SCHEMA, directory, StorageSettings.defaults(), clock);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 9})
    @DisplayName(
            "Old files, and those whose number was raised without the columns, gain what they lack, keep every row,"
                    + " and leave a backup that contains the WAL")
    void oldFilesGainWhatTheyLackAndKeepEveryRow(int claimed) throws Exception {
        original(claimed);
        try (Archive archive = open()) {
            ConsensusMemory memory = ConsensusMemory.over(archive, clock, Embedder.off(), Runnable::run);
            List<Consensus> rows = memory.list(null, Page.Request.first()).items();
            assertThat(rows).extracting(Consensus::id).containsExactly("odd", "new", "old");

            Consensus row = memory.show("new");
            assertThat(row.participantCount()).isEqualTo(3);
            assertThat(row.agreeCount()).isEqualTo(1);
            assertThat(row.participants()).containsExactly("a", "b", "c");
            assertThat(row.strength()).isEqualTo(Strength.CONTESTED);
            assertThat(row.supersedes()).isEqualTo("old");
            assertThat(row.timestamp()).isEqualTo("2025-06-02T10:00:00Z");
            assertThat(row.dissents()).singleElement().satisfies(dissent -> {
                assertThat(dissent.acknowledged()).isTrue();
                assertThat(dissent.rebuttal()).isEqualTo("cheap");
                assertThat(dissent.reasoning()).isEqualTo("cost");
            });
            Consensus uncounted = memory.show("old");
            assertThat(uncounted.strength()).isEqualTo(Strength.WEAK);
            assertThat(uncounted.participantCount()).isNull();
            assertThat(uncounted.supersededBy()).isEqualTo("new");
            assertThat(memory.show("odd").timestamp()).isNull();
            assertThat(memory.dissents(DissentQuery.all(), Page.Request.first()).items())
                    .extracting(Dissent::id)
                    .containsExactly("x1", "x2");

            assertThat(memory.find(TopicQuery.of("USE redis").withSuperseded()))
                    .extracting(hit -> hit.consensus().id())
                    .containsExactly("new", "old");
            List<String> contradictions = archive.read(tx -> ConsensusInvariants.k1(tx, 10));
            assertThat(contradictions).as("a dissent without a consensus").containsExactly("dissent x2");
            List<String> unindexed = archive.read(tx -> ConsensusInvariants.c3(tx, 10));
            assertThat(unindexed).isEmpty();
            assertThat(memory.archive("odd", null).id()).isEqualTo("odd");
            assertThat(memory.restore("odd").conclusion()).isEmpty();
        }
        assertThat(times()).containsExactly("2025-06-01T10:00:00.000Z", "2025-06-02T10:00:00.000Z", "last week");
        try (Stream<Path> files = Files.list(directory)) {
            Path backup = files.filter(file -> file.toString().contains(".backup."))
                    .findFirst()
                    .orElseThrow();
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + backup);
                    Statement statement = connection.createStatement();
                    var result = statement.executeQuery("SELECT count(*), min(topic_hash) FROM consensus")) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(3);
                assertThat(result.getString(2)).isEqualTo("of old");
            }
        }
    }

    private List<String> times() {
        try (Archive archive = open()) {
            return archive.list("SELECT CAST(timestamp AS TEXT) FROM consensus ORDER BY 1", row -> row.text(1));
        }
    }

    @Test
    void aRowOfAnotherProgramIsTheSameIfTopicAndConclusionAre() throws Exception {
        original(1);
        try (Archive archive = open()) {
            ConsensusMemory memory = ConsensusMemory.over(archive, clock, Embedder.off(), Runnable::run);
            assertThat(memory.record(ConsensusDraft.of("old", "use redis", "No", 0.1, List.of("z"))
                                    .build())
                            .created())
                    .isFalse();
            assertThat(catchThrowable(
                            () -> memory.record(ConsensusDraft.of("old", "use redis", "Maybe", 0.1, List.of("z"))
                                    .build())))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("other content");
        }
    }
}
