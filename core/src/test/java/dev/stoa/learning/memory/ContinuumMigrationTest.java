package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.TestClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of the original program: taken over with every row, in their old forms of time. */
class ContinuumMigrationTest {
    private static final String ROWS = """
            INSERT INTO continuum_memory (id, tier, content, importance, surprise_score, update_count, created_at,
                updated_at, metadata, expires_at, last_promotion_at) VALUES
            ('second', 'slow', 'postgres vacuum notes', 0.8, 0.25, 4, '2025-03-02 10:00:00', '2025-03-03 10:00:00',
                '{"a":1}', NULL, '2025-03-02T11:00:00.123456'),
            ('first', 'glacial', 'redis eviction notes', 0.5, 0.0, 1, '2025-03-01T10:00:00', '2025-03-01T10:00:00.5',
                NULL, '2999-01-01 00:00:00', NULL),
            ('odd', 'frozen', 'odd notes', 7.5, NULL, NULL, 'yesterday', NULL, 'plain text', 'never', 'soon'),
            ('old', 'fast', 'expired notes', 0.5, 0, 1, '2024-01-01 00:00:00', '2024-01-01 00:00:00', NULL,
                '2024-01-01 06:00:00', NULL);
            INSERT INTO tier_transitions (memory_id, from_tier, to_tier, reason, created_at) VALUES
            ('second', 'fast', 'slow', 'low_surprise', '2025-03-02 11:00:00');
            INSERT INTO meta_learning_state (hyperparams, cycles_evaluated, created_at) VALUES
            ('{"surprise_weight_success":0.3}', 2, '2025-03-02 11:00:00');
            INSERT INTO continuum_memory_archive (id, tier, content, importance, created_at, updated_at, archived_at,
                archive_reason) VALUES
            ('gone', 'slow', 'archived notes', 0.4, '2025-01-01 00:00:00', '2025-01-02 00:00:00',
                '2025-01-03 00:00:00', 'expired');
            """;

    private final TestClock clock = TestClock.at("2026-11-15T08:30:00Z");

    @TempDir
    Path directory;

    private void original(int version, String more) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("continuum.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA journal_mode = WAL");
            for (int number = 2; number <= version; number++) {
                statement.executeUpdate(sql(number));
            }
            statement.executeUpdate(ROWS);
            statement.executeUpdate(more);
        }
    }

    private static String sql(int version) throws IOException {
        String resource = "/schema/continuum/sqlite/00" + version + ".sql";
        try (InputStream in = ArchiveSchema.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .replace("COLUMN IF NOT EXISTS", "COLUMN");
        }
    }

    private static String ledger(int claimed) {
        return "CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER, updated_at TIMESTAMP);"
                + "INSERT INTO _schema_versions VALUES ('continuum_memory', " + claimed + ", NULL)";
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6, 9})
    @DisplayName("Old files must gain what they lack, keep every row, and leave a backup that contains the WAL")
    void anOldFileOfAnyClaimedVersionIsTakenOver(int claimed) throws Exception {
        original(2, ledger(claimed));
        try (Archive archive = open()) {
            Continuum continuum = continuum(archive);
            Memory second = continuum.show("second");
            assertThat(second.createdAt()).isEqualTo(Instant.parse("2025-03-02T10:00:00Z"));
            assertThat(second.updatedAt()).isEqualTo(Instant.parse("2025-03-03T10:00:00Z"));
            assertThat(second.lastPromotionAt()).isEqualTo(Instant.parse("2025-03-02T11:00:00.123Z"));
            assertThat(second.trust()).isEqualTo(Trust.AGENT);
            assertThat(second.metadata()).containsEntry("a", 1L);
            assertThat(second.seq()).isEqualTo(3);
            Instant upgraded = Objects.requireNonNull(second.expiresAt()).minus(Duration.ofDays(42));
            assertThat(Duration.between(upgraded, Instant.now())).isBetween(Duration.ZERO, Duration.ofMinutes(5));
            Memory first = continuum.show("first");
            assertThat(first.seq()).isEqualTo(2);
            assertThat(first.expiresAt()).isEqualTo(Instant.parse("2999-01-01T00:00:00Z"));
            Memory odd = continuum.show("odd");
            assertThat(odd.tier()).isEqualTo(MemoryTier.SLOW);
            assertThat(odd.importance()).isEqualTo(1);
            assertThat(odd.metadata()).containsEntry("imported", "plain text");
            assertThat(continuum.recall(RecallQuery.query("notes")))
                    .extracting(hit -> hit.memory().id())
                    .containsExactlyInAnyOrder("first", "second", "odd");
            assertThat(continuum.recall(RecallQuery.strongest())).hasSize(3);
            assertThat(continuum.cleanup(false)).isEqualTo(new CleanupResult(1, 0, 0, false));
            assertThat(continuum.show("gone").archive())
                    .isEqualTo(new Memory.Archived(1, "expired", Instant.parse("2025-01-03T00:00:00Z")));
            assertThat(continuum.restore("gone", OptionalInt.empty()).content()).isEqualTo("archived notes");
            assertThat(continuum.transitions("second", Page.Request.first()).items())
                    .singleElement()
                    .satisfies(move -> assertThat(move.createdAt()).isEqualTo(Instant.parse("2025-03-02T11:00:00Z")));
            assertThat(continuum.add(MemoryDraft.of("new")).value().seq()).isGreaterThan(4);
            assertThat(continuum.stats().hyperparamsSource()).isEqualTo("meta_learning_state 1");
            assertThat(archive.list("""
                            SELECT created_at FROM continuum_memory UNION ALL SELECT updated_at FROM continuum_memory
                            UNION ALL SELECT created_at FROM tier_transitions
                            UNION ALL SELECT created_at FROM meta_learning_state
                            UNION ALL SELECT archived_at FROM continuum_memory_archive""", row -> row.text(1)))
                    .allMatch(time -> time.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"));
            assertThat(violations(archive)).isEmpty();
        }
        Path backup = backup();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + backup);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM continuum_memory")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(4);
        }
    }

    @Test
    void redLinesOfAnOldFileAreKeptByTheStorage() throws Exception {
        original(3, """
                UPDATE continuum_memory SET red_line = 1, red_line_reason = 'law' WHERE id = 'first';
                UPDATE continuum_memory SET red_line = 1 WHERE id = 'second'""");
        try (Archive archive = open()) {
            Continuum continuum = continuum(archive);
            assertThat(List.of(continuum.show("first"), continuum.show("second")))
                    .allMatch(Memory::redLine)
                    .allMatch(memory -> memory.expiresAt() == null)
                    .extracting(Memory::redLineReason)
                    .containsExactly("law", "imported");
            assertThat(violations(archive)).isEmpty();
            assertThat(continuum.lift("first", "no longer").redLine()).isFalse();
        }
    }

    @Test
    @DisplayName("A file whose index had its own copy of the texts must find the same with the same scores, and shrink")
    void anIndexThatKeptTheTextsFindsTheSameWithoutThem() {
        ArchiveSchema before = ArchiveSchema.named("continuum")
                .version(2, "tiers")
                .version(3, "red lines")
                .version(4, "order", ContinuumBackFill::run)
                .version(5, "red lines kept")
                .version(6, "outcomes")
                .build();
        List<RecallHit> expected;
        try (Archive archive = SqliteArchive.open(before, directory, StorageSettings.defaults(), clock)) {
            Continuum continuum = continuum(archive);
            for (int i = 0; i < 300; i++) {
                continuum.add(MemoryDraft.of("note " + i + " on redis" + (i % 7 == 0 ? " eviction, evicting keys" : ""))
                        .id("m" + i));
            }
            continuum.forget("m14", null, false);
            expected =
                    continuum.recall(RecallQuery.query("which keys are evicted").limit(50));
            assertThat(expected).hasSize(42);
            assertThat(archive.list("SELECT count(*) FROM memory_fts_content", row -> row.number(1)))
                    .containsExactly(299L);
        }
        try (Archive archive = open()) {
            assertThat(archive.upgradedFrom()).isEqualTo(6);
            Continuum continuum = continuum(archive);
            assertThat(continuum.recall(
                            RecallQuery.query("which keys are evicted").limit(50)))
                    .isEqualTo(expected);
            assertThat(archive.list(
                            "SELECT name FROM sqlite_schema WHERE name = 'memory_fts_content'", row -> row.text(1)))
                    .isEmpty();
            assertThat(violations(archive)).isEmpty();
            continuum.forget("m21", null, false);
            continuum.add(MemoryDraft.of("an evicted key").id("later"));
            assertThat(continuum.recall(
                            RecallQuery.query("which keys are evicted").limit(50)))
                    .extracting(hit -> hit.memory().id())
                    .hasSize(42)
                    .contains("later")
                    .doesNotContain("m21", "m14");
            assertThat(violations(archive)).isEmpty();
        }
    }

    private static List<String> violations(Archive archive) {
        return archive.read(tx -> ContinuumArchive.SCHEMA.invariants().stream()
                .flatMap(invariant ->
                        invariant.finder().violations(tx, 5).stream().map(row -> invariant.id() + ": " + row))
                .toList());
    }

    private Archive open() {
        return SqliteArchive.open(ContinuumArchive.SCHEMA, directory, StorageSettings.defaults(), clock);
    }

    private Continuum continuum(Archive archive) {
        return Continuum.over(archive, clock, Ids.system(), Embedder.off(), Runnable::run);
    }

    private Path backup() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().contains(".backup."))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
