package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.ArchiveSchema;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongConsumer;

/** The versions of the notebook, and what a database of each of them must look like. Stateless. */
final class Upgrade {
    private Upgrade() {}

    static ArchiveSchema upTo(int version) {
        return upTo(version, row -> {});
    }

    /**
     * The notebook as a program of that version knows it. The third version is filled row by row, each of them announced
     * before, and it adds to what is there: a row that is filled twice shows it.
     */
    static ArchiveSchema upTo(int version, LongConsumer beforeRow) {
        ArchiveSchema.Builder builder = ArchiveSchema.named("notebook").version(1, "entries");
        if (version >= 2) {
            builder.version(2, "tags");
        }
        if (version >= 3) {
            builder.version(3, "lengths", tx -> {
                long done = 0;
                for (long id : tx.list("SELECT id FROM entry ORDER BY id", row -> row.number(1))) {
                    beforeRow.accept(done++);
                    tx.update("UPDATE entry SET length = coalesce(length, 0) + length(body) WHERE id = ?", id);
                }
            });
        }
        return builder.build();
    }

    /** The version of a file that nobody uses: by its ledger, by its columns and by its values. */
    static int versionOf(Path file, List<String> bodies) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            assertThat(Audit.texts(connection, "PRAGMA integrity_check")).containsExactly("ok");
            return versionOf(connection, bodies);
        }
    }

    static int versionOf(Connection connection, List<String> bodies) throws SQLException {
        List<String> ledger = Audit.texts(connection, "SELECT version FROM _schema_versions WHERE module = 'notebook'");
        assertThat(ledger).hasSize(1);
        int version = Integer.parseInt(ledger.get(0));
        Set<String> columns = columns(connection);
        assertThat(columns.contains("tag")).as("version %d has tags", version).isEqualTo(version >= 2);
        assertThat(columns.contains("length"))
                .as("version %d has lengths", version)
                .isEqualTo(version >= 3);
        assertThat(Audit.texts(connection, "SELECT body FROM entry ORDER BY id"))
                .isEqualTo(bodies);
        if (version >= 3) {
            assertThat(Audit.texts(connection, "SELECT body FROM entry WHERE coalesce(length, -1) <> length(body)"))
                    .as("rows that were filled wrongly, twice or not at all")
                    .isEmpty();
        }
        return version;
    }

    private static Set<String> columns(Connection connection) throws SQLException {
        Set<String> columns = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM entry WHERE 1 = 0")) {
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                columns.add(none.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT));
            }
        }
        return columns;
    }
}
