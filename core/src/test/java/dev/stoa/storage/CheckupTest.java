package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.site.Site;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an examination finds in archives that somebody has damaged. */
@Tag("quick")
class CheckupTest {
    @TempDir
    Path directory;

    @Test
    void aRowWithoutItsParentIsNamed() throws SQLException {
        create(SocietyArchive.SCHEMA);
        alter(
                SocietyArchive.SCHEMA,
                "PRAGMA foreign_keys = OFF",
                "INSERT INTO channels (channel_id, name) VALUES ('c', 'general')",
                "INSERT INTO messages (message_id, channel_id, agent_id, content) VALUES ('m', 'c', 'nobody', 'hello')");
        assertThat(damage(SocietyArchive.SCHEMA, false))
                .containsExactly("foreign_keys: row 1 of messages refers to a missing row of agents");
    }

    @Test
    void aTextIndexThatLostItsContentIsNamed() throws SQLException {
        create(EvidenceArchive.SCHEMA);
        alter(EvidenceArchive.SCHEMA, "INSERT INTO evidence_fts VALUES ('e1', 'title', 'the snippet', 'topics', '')");
        assertThat(damage(EvidenceArchive.SCHEMA, false)).isEmpty();
        alter(EvidenceArchive.SCHEMA, "UPDATE evidence_fts_content SET c2 = 'another text'");
        assertThat(damage(EvidenceArchive.SCHEMA, false))
                .contains("text_index: evidence_fts does not agree with its content");
    }

    @Test
    void anIndexThatDisagreesWithItsTableIsFoundByADeepExamination() throws SQLException, IOException {
        create(Notebook.SCHEMA);
        alter(Notebook.SCHEMA, """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO entry (author, body, tag) SELECT 'ana', 'body ' || i, 'tag ' || i FROM n""");
        Path file = directory.resolve("notebook.db");
        byte[] bytes = Files.readAllBytes(file);
        // Overwrites the last page, which belongs to a table or to an index of it.
        for (int i = bytes.length - 2_048; i < bytes.length; i++) {
            bytes[i] = 0x5a;
        }
        Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(damage(Notebook.SCHEMA, true)).isNotEmpty();
    }

    @Test
    void anArchiveOfAnOlderVersionIsNoDamage() {
        create(Notebook.upTo(1));
        Checkup checkup = examine(Notebook.upTo(3), true);
        assertThat(checkup.damaged()).isFalse();
        assertThat(checkup.findings())
                .extracting(Checkup.Finding::message)
                .containsExactly("it has version 1; migrate the archives to version 3");
    }

    @Test
    void anArchiveOfANewerVersionIsNamed() {
        create(Notebook.upTo(3));
        assertThat(examine(Notebook.upTo(1), false).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.check()).isEqualTo("version");
            assertThat(finding.kind()).isEqualTo(Checkup.Kind.UNEXAMINED);
            assertThat(finding.message()).contains("has version 3 of archive notebook, and this program knows up to 1");
        });
    }

    @Test
    void anExaminationChangesNothing() throws IOException {
        create(EvidenceArchive.SCHEMA);
        Path file = directory.resolve("evidence.db");
        byte[] before = Files.readAllBytes(file);
        assertThat(damage(EvidenceArchive.SCHEMA, false)).isEmpty();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private void create(ArchiveSchema schema) {
        SqliteArchive.open(schema, directory, StorageSettings.defaults(), InstantSource.system())
                .close();
    }

    private Checkup examine(ArchiveSchema schema, boolean deep) {
        try (Site site = Site.directory(directory, StorageSettings.defaults(), InstantSource.system())) {
            return site.examine(schema, deep);
        }
    }

    private List<String> damage(ArchiveSchema schema, boolean deep) {
        return examine(schema, deep).findings().stream()
                .filter(Checkup.Finding::damage)
                .map(finding -> finding.check() + ": " + finding.message())
                .toList();
    }

    private void alter(ArchiveSchema schema, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(schema.file()));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
