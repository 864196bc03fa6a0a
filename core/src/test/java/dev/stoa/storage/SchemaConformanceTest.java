package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the schema files build is what the seeds ask for: nothing missing, nothing changed, nothing besides. */
class SchemaConformanceTest {
    @ParameterizedTest
    @EnumSource
    void theSqliteArchiveIsItsSeed(SchemaSeed seed, @TempDir Path directory) throws SQLException {
        try (Connection connection = sqlite(directory)) {
            seed.buildSqlite(connection);

            assertThat(SchemaExpectation.ofSqlite(seed).differencesFrom(SchemaReport.ofSqlite(connection)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePostgresArchiveIsItsSeed(SchemaSeed seed) throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestPostgres.freshDatabase())) {
            seed.buildPostgres(connection);

            assertThat(SchemaExpectation.ofPostgres(seed)
                            .differencesFrom(SchemaReport.ofPostgres(connection, seed.archive())))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everySqliteFileRunsAgainWithoutEffect(SchemaSeed seed, @TempDir Path directory) throws SQLException {
        try (Connection connection = sqlite(directory)) {
            seed.buildSqlite(connection);
            SchemaReport once = SchemaReport.ofSqlite(connection);
            seed.buildSqlite(connection);

            assertThat(SchemaReport.ofSqlite(connection)).isEqualTo(once);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPostgresFileRunsAgainWithoutEffect(SchemaSeed seed) throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestPostgres.freshDatabase())) {
            seed.buildPostgres(connection);
            SchemaReport once = SchemaReport.ofPostgres(connection, seed.archive());
            for (int version : seed.versions()) {
                seed.applyPostgres(connection, version);
            }

            assertThat(SchemaReport.ofPostgres(connection, seed.archive())).isEqualTo(once);
        }
    }

    private static Connection sqlite(Path directory) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("archive.db"));
    }
}
