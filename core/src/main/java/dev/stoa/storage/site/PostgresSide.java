package dev.stoa.storage.site;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.postgres.PostgresIntake;
import dev.stoa.storage.postgres.PostgresRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;

/** Looks at the database of a move. Stateless. */
final class PostgresSide {
    private PostgresSide() {}

    static MoveReport.Archive estimate(PostgresSite site, ArchiveSchema schema, InstantSource clock)
            throws SQLException {
        try (Connection connection = site.connect()) {
            return new MoveReport.Archive(
                    schema.name(),
                    new PostgresIntake(connection, schema, clock).rows(),
                    new PostgresRows(connection, schema, clock).bytes(),
                    List.of());
        }
    }
}
