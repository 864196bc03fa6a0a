package dev.stoa.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TestPostgresTest {
    @Test
    void everyDatabaseIsNewAndEmpty() throws SQLException {
        String first = TestPostgres.freshDatabase();
        String second = TestPostgres.freshDatabase();

        assertThat(second).isNotEqualTo(first);
        assertThat(ask(first, "CREATE TABLE t(x int); SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isEqualTo("1");
        assertThat(ask(second, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isEqualTo("0");
    }

    @Test
    void theEmbeddedServerOrdersTextAsALanguageDoesAndNotBytewise() throws SQLException {
        assumeThat(System.getenv("STOA_TEST_DB")).isNull();

        assertThat(ask(TestPostgres.freshDatabase(), "SELECT 'a' < 'B'")).isEqualTo("t");
    }

    @Test
    void theNameOfTheDatabaseIsReplacedAndNothingElse() {
        assertThat(TestPostgres.withDatabase("jdbc:postgresql://db:5433/postgres?user=me&password=a/b?c", "fresh"))
                .isEqualTo("jdbc:postgresql://db:5433/fresh?user=me&password=a/b?c");
        assertThat(TestPostgres.withDatabase("jdbc:postgresql://db/", "fresh")).isEqualTo("jdbc:postgresql://db/fresh");
    }

    @Test
    void aServerNamedInAnotherFormIsRefusedWithTheFormThatWorks() {
        assertThatThrownBy(() -> TestPostgres.withDatabase("postgres://db/x", "fresh"))
                .hasMessageContaining("postgres://db/x")
                .hasMessageContaining("jdbc:postgresql://host:port/database");
    }

    @Test
    @Timeout(300)
    void theServerOfABuildIsOneForAllAndIsGoneWithItsFilesWhenTheBuildIs(@TempDir Path target) throws Exception {
        Path folder = target.resolve("server");
        Process build = new ProcessBuilder("cat").start();
        int port = BuildServer.port(build.toHandle(), folder);
        assertThat(BuildServer.port(build.toHandle(), folder)).isEqualTo(port);
        Path data =
                Path.of(ask("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres", "SHOW data_directory"));
        assertThat(data).isDirectory();

        // As nobody could prepare for.
        build.destroyForcibly().waitFor();

        while (Files.exists(folder)) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> ask("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres", "SELECT 7"))
                .hasMessageContaining("refused");
        assertThat(data).doesNotExist();
    }

    private static String ask(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            boolean isResult = statement.execute(sql);
            while (!isResult) {
                isResult = statement.getMoreResults();
            }
            try (ResultSet result = statement.getResultSet()) {
                result.next();
                return result.getString(1);
            }
        }
    }
}
