package dev.stoa.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Checkup;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** What an examination finds in archives of PostgreSQL that somebody has damaged. */
class PostgresCheckupTest {
    @Test
    void aForeignKeyThatPostgresHasNotCheckedIsNamed() throws SQLException {
        String url = TestPostgres.freshDatabase();
        try (Site site = Site.postgres(
                        url, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system());
                Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            site.open(Notebook.SCHEMA).close();
            statement.execute("ALTER TABLE notebook.reply DROP CONSTRAINT reply_entry_id_fkey");
            statement.execute("ALTER TABLE notebook.reply ADD CONSTRAINT reply_entry_id_fkey FOREIGN KEY (entry_id)"
                    + " REFERENCES notebook.entry (id) ON DELETE CASCADE NOT VALID");
            assertThat(site.examine(Notebook.SCHEMA, true).findings())
                    .extracting(Checkup.Finding::check)
                    .contains("foreign_keys");
        } finally {
            TestPostgres.drop(url);
        }
    }
}
