package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.site.Site;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is found in a database after its nodes were beaten. Stateless. */
final class Aftermath {
    private Aftermath() {}

    /** How often each key is stored, by plain SQL. */
    static Map<String, Integer> stored(Statement statement, Collection<String> queries) throws SQLException {
        Map<String, Integer> stored = new HashMap<>();
        for (String sql : queries) {
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    stored.merge(rows.getString(1), 1, Integer::sum);
                }
            }
        }
        return stored;
    }

    /** Asserts that each archive keeps its laws; those that were written are returned. */
    static List<ArchiveSchema> sound(String url, Collection<ArchiveSchema> archives) throws Exception {
        try (Site site =
                Site.postgres(url, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system())) {
            List<ArchiveSchema> written = archives.stream().filter(site::exists).toList();
            for (ArchiveSchema schema : written) {
                assertThat(site.examine(schema, true).findings())
                        .as(schema.name())
                        .isEmpty();
            }
            return written;
        }
    }
}
