package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Taking over an old file and repairing an index, as somebody types it, on both backends. */
@OnBothDatabases
class ImportCommandTest {
    private static final String OLD_CONSENSUS = """
            CREATE TABLE consensus (id TEXT PRIMARY KEY, topic TEXT NOT NULL, topic_hash TEXT NOT NULL,
                conclusion TEXT, strength TEXT, confidence REAL, domain TEXT, tags TEXT, timestamp TEXT, data TEXT);
            CREATE TABLE dissent (id TEXT PRIMARY KEY, debate_id TEXT NOT NULL, agent_id TEXT NOT NULL,
                dissent_type TEXT NOT NULL, content TEXT, confidence REAL, timestamp TEXT, data TEXT);
            CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER NOT NULL, updated_at TIMESTAMP);
            INSERT INTO _schema_versions VALUES ('consensus_memory', 2, NULL);
            INSERT INTO consensus VALUES ('k1', 'Use Redis?', 'x', 'Yes', 'strong', 0.9, 'general', '[]',
                '2025-03-04 05:06:07', '{}');
            INSERT INTO dissent VALUES ('x1', 'k1', 'ana', 'risk_warning', 'Data loss', 0.5, '2025-03-04 05:06:07', '{}');""";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.bare(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    private String oldFile() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("old.db"));
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(OLD_CONSENSUS);
        }
        return "old.db";
    }

    @Test
    void importReportsWhatItDid() throws SQLException {
        assertThat(terminal.run("import", oldFile(), "--dry-run")).isZero();
        assertThat(terminal.out())
                .contains("consensus: version 1, now ")
                .contains(" would go to ")
                .contains("nothing was changed");
        assertThat(terminal.data()).doesNotExist();

        Map<String, ?> document = terminal.json("import", "old.db");
        assertThat(document)
                .containsOnlyKeys("file", "dry_run", "archives", "left_out", "altered", "set_aside", "quarantine");
        assertThat(document.get("dry_run")).isEqualTo(false);
        assertThat(terminal.items("archives")).singleElement().satisfies(archive -> {
            assertThat(archive)
                    .containsOnlyKeys(
                            "name",
                            "location",
                            "version_found",
                            "version_claimed",
                            "version",
                            "rows",
                            "tables",
                            "notes")
                    .containsEntry("name", "consensus")
                    .containsEntry("version_found", 1L)
                    .containsEntry("version_claimed", 2L);
            assertThat(String.valueOf(archive.get("tables"))).contains("{table=consensus, rows_found=1, rows=1}");
            assertThat(String.valueOf(archive.get("notes")))
                    .contains("its version row was named consensus_memory and is now consensus")
                    .contains("it claims version 2; its columns are those of version 1")
                    .contains("2 times were rewritten as UTC")
                    .contains("added table verified_proofs");
        });
        assertThat(terminal.value("consensus", "SELECT count(*) FROM dissent")).isEqualTo("1");

        assertThat(terminal.run("import", "old.db")).isEqualTo(4);
        assertThat(terminal.err())
                .contains("archive consensus has 2 rows already")
                .contains("import into an empty");
        assertThat(terminal.run("import", "old.db", "--json")).isEqualTo(4);
        assertThat(terminal.err()).contains("\"code\":\"precondition\"");
    }

    @Test
    void importedRowsWithoutVectorsAreSaidAndDoctorMakesThem() throws SQLException {
        terminal.environment().put("STOA_SEARCH_EMBEDDER", "hashing");
        assertThat(terminal.run("import", oldFile())).isZero();
        assertThat(terminal.out())
                .contains("note: 1 text has no vector yet, so the search is by words alone;"
                        + " make the missing vectors (stoa doctor --repair-index)");
        assertThat(terminal.run("doctor", "--repair-index")).isZero();
        assertThat(terminal.out()).contains("made 1 vector for the search by meaning");
        assertThat(terminal.value("consensus", "SELECT count(*) FROM consensus WHERE embedding IS NULL"))
                .isEqualTo("0");
        assertThat(terminal.run("doctor", "--repair-index")).isZero();
        assertThat(terminal.out()).doesNotContain("made ");
    }

    @Test
    void whatCannotBeTakenOverIsNamed() throws Exception {
        assertThat(terminal.run("import")).isEqualTo(2);
        assertThat(terminal.run("import", "none.db")).isEqualTo(3);
        Files.writeString(folder.resolve("text.db"), "a,b,c\n".repeat(100));
        assertThat(terminal.run("import", "text.db")).isEqualTo(5);
        assertThat(terminal.err()).contains("is not a SQLite database");
        assertThat(terminal.data()).doesNotExist();
    }

    @Test
    void doctorMakesATextIndexAnew() throws SQLException {
        terminal.run("init");
        assertThat(terminal.run(
                        "critique",
                        "add",
                        "--debate",
                        "d",
                        "--agent",
                        "ana",
                        "--issue",
                        "The query is slow",
                        "--severity",
                        "1",
                        "--key",
                        "k"))
                .isZero();
        terminal.run("critique", "resolve", "k", "--improved");
        terminal.alter("critique", dialect.pick("DELETE FROM patterns_fts", "UPDATE patterns SET search = NULL"));
        assertThat(terminal.run("doctor", "--deep")).isEqualTo(5);
        assertThat(terminal.out()).contains("C3");
        assertThat(terminal.run("doctor", "--deep", "--repair-index", "--json")).isZero();
        assertThat(terminal.document()).containsEntry("ok", true);
        assertThat(String.valueOf(terminal.document().get("repaired"))).contains("critique");
        assertThat(terminal.run("doctor", "--repair-index")).isZero();
        assertThat(terminal.out()).contains("rebuilt the text index of critique");
        assertThat(terminal.run("critique", "patterns", "query")).isZero();
        assertThat(terminal.out()).contains("The query is slow");
    }
}
