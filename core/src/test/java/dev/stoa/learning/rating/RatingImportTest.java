package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Page;
import dev.stoa.storage.Archive;
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
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that another program has left, with what it knew about its agents. */
class RatingImportTest {
    private static final String ROWS = """
            INSERT INTO ratings (agent_name, elo, domain_elos, wins, losses, draws, debates_count, updated_at) VALUES
                ('bot', 1620, '{"math": 1555.5, "law": 1490}', 2, 1, 0, 3, '2025-03-01 10:00:00'),
                ('bot2', 1400, NULL, 1, 1, 0, 2, '2025-03-01T10:00:00.250000'),
                ('odd', NULL, 'not json', NULL, NULL, NULL, NULL, 'yesterday');
            INSERT INTO matches (debate_id, winner, participants, domain, scores, elo_changes, created_at) VALUES
                ('m1', 'bot', '["bot","bot2"]', 'math', '{"bot": 0.9, "bot2": 0.4}', '{"bot": 16, "bot2": -16}',
                    '2025-03-01 10:00:00'),
                ('m2', 'bot2', '["bot","bot2","x"]', NULL, '{}', '{"bot": -5.5, "bot2": 11, "x": -5.5}',
                    '2025-03-01 11:00:00'),
                ('m3', NULL, 'broken', NULL, NULL, NULL, NULL);
            INSERT INTO elo_history (agent_name, elo, debate_id, created_at) VALUES
                ('bot', 1600, 'm1', '2025-03-01 10:00:00'), ('bot', 1594.5, 'm2', '2025-03-01 11:00:00');
            INSERT INTO agent_relationships (agent_a, agent_b, debate_count) VALUES ('bot', 'bot2', 2);
            INSERT INTO calibration_predictions (tournament_id, predictor_agent, predicted_winner, confidence)
                VALUES ('t1', 'bot', 'x', 0.7);
            INSERT INTO domain_calibration (agent_name, domain, total_predictions, total_correct, brier_sum)
                VALUES ('ghost', 'math', 4, 3, 0.5)""";

    @TempDir
    Path directory;

    private final TestClock clock = TestClock.at("2026-11-15T08:30:00Z");

    private void file(int version, int claimed) throws SQLException, IOException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(RatingArchive.SCHEMA.file()));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA journal_mode = WAL");
            for (int v = 1; v <= version; v++) {
                statement.executeUpdate(sql(v));
            }
            statement.executeUpdate("CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER,"
                    + " updated_at TIMESTAMP); INSERT INTO _schema_versions VALUES ('elo', " + claimed + ", NULL)");
            statement.executeUpdate(ROWS);
            if (version == 2) {
                statement.executeUpdate("UPDATE ratings SET calibration_total = 3, calibration_correct = 2,"
                        + " calibration_brier_sum = 0.6 WHERE agent_name = 'bot'");
            }
        }
    }

    private static String sql(int version) throws IOException {
        String path = String.format(Locale.ROOT, "/schema/rating/sqlite/%03d.sql", version);
        try (InputStream in = RatingArchive.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .replace("COLUMN IF NOT EXISTS", "COLUMN");
        }
    }

    private Archive open() {
        return SqliteArchive.open(RatingArchive.SCHEMA, directory, StorageSettings.defaults(), clock);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 9})
    @DisplayName("Old files (elo v1, and those whose number was raised without the columns) must gain what they lack,"
            + " keep every row, and leave a backup")
    void aFileWithoutCalibrationGainsWhatItLacks(int claimed) throws Exception {
        file(1, claimed);
        try (Archive archive = open()) {
            Ratings ratings = Ratings.over(archive, clock);
            assertThat(ratings.show("bot").calibration().weight()).isEqualTo(1);
            assertThat(ratings.matches(Page.Request.first()).items()).hasSize(3);
            assertThat(ratings.board(BoardQuery.best()))
                    .extracting(Standing::agentName)
                    .containsExactly("bot", "ghost", "odd", "x", "bot2");
            assertThat(RatingFixture.violations(archive)).isEmpty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().contains(".backup.")))
                    .hasSize(1);
        }
    }

    @Test
    void whatTheOtherProgramKnewIsGoneOnWith() throws Exception {
        file(2, 2);
        try (Archive archive = open()) {
            Ratings ratings = Ratings.over(archive, clock);
            Predictions predictions = Predictions.over(archive, clock);
            assertThat(archive.one("SELECT base_elo FROM ratings WHERE agent_name = 'bot'", row -> row.real(1)))
                    .hasValue(1620 - 16 + 5.5);
            assertThat(ratings.show("bot").domainElos()).containsOnlyKeys("law", "math");
            Versus pair = ratings.pair("bot", "bot2");
            assertThat(pair.games()).isEqualTo(2);
            assertThat(pair.aWins()).isOne();
            assertThat(ratings.bradleyTerry(null).agents()).hasSize(3);
            assertThat(ratings.bradleyTerry("math").agents()).hasSize(2);

            Match match = ratings.record(
                            RatingFixture.draft("new", "bot", 1, "bot2", 0).domain("math"))
                    .match();
            assertThat(match.eloChanges().get("bot")).isCloseTo(48 * (1 - Elo.expected(1620, 1400)), within(1e-9));
            assertThat(ratings.show("bot").domainElos().get("math"))
                    .isCloseTo(1555.5 + 48 * (1 - Elo.expected(1555.5, 1500)), within(1e-9));
            assertThat(RatingFixture.violations(archive)).isEmpty();

            ratings.record(RatingFixture.draft("newer", "x", 1, "bot2", 0));
            assertThat(ratings.show("x").elo()).isGreaterThan(1500);
            assertThat(RatingFixture.violations(archive)).isEmpty();

            Calibration before = predictions.of("bot", null);
            assertThat(before.n()).isEqualTo(3);
            assertThat(before.brier()).isCloseTo(0.2, within(1e-12));
            assertThat(before.logLoss()).as("the other program kept none").isNull();
            predictions.resolve("t1", Result.winner("x"));
            Calibration after = predictions.of("bot", null);
            assertThat(after.n()).isEqualTo(4);
            assertThat(after.brier()).isCloseTo(0.69 / 4, within(1e-12));
            assertThat(after.logLoss()).isCloseTo(-Math.log(0.7), within(1e-12));
            assertThat(RatingFixture.violations(archive)).isEmpty();
        }
    }

    @Test
    void timesInOlderFormsAreRewrittenAndWhatIsNoTimeStays() throws Exception {
        file(1, 1);
        try (Archive archive = open()) {
            assertThat(archive.list(
                            "SELECT updated_at FROM ratings WHERE agent_name <> 'x' ORDER BY agent_name",
                            row -> row.text(1)))
                    .startsWith("2025-03-01T10:00:00.000Z", "2025-03-01T10:00:00.250Z")
                    .endsWith("yesterday");
            assertThat(archive.list("SELECT COALESCE(created_at, 'none') FROM matches ORDER BY id", row -> row.text(1)))
                    .isEqualTo(List.of("2025-03-01T10:00:00.000Z", "2025-03-01T11:00:00.000Z", "none"));
            assertThat(archive.list("SELECT created_at FROM elo_history ORDER BY id", row -> row.text(1)))
                    .containsExactly("2025-03-01T10:00:00.000Z", "2025-03-01T11:00:00.000Z");
        }
    }
}
