package dev.stoa.storage;

import dev.stoa.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The two databases, each with an empty place for one archive and a way to run one of its schema files there. */
enum SchemaBackend {
    SQLITE {
        @Override
        Connection empty(SchemaSeed seed) throws SQLException {
            Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA foreign_keys = ON");
            }
            return connection;
        }

        @Override
        void apply(Connection connection, SchemaSeed seed, int version) throws SQLException {
            seed.applySqlite(connection, version);
        }
    },
    POSTGRES {
        @Override
        Connection empty(SchemaSeed seed) throws SQLException {
            Connection connection = DriverManager.getConnection(TestPostgres.freshDatabase());
            seed.createPostgresSchema(connection);
            return connection;
        }

        @Override
        void apply(Connection connection, SchemaSeed seed, int version) throws SQLException {
            seed.applyPostgres(connection, version);
        }
    };

    abstract Connection empty(SchemaSeed seed) throws SQLException;

    abstract void apply(Connection connection, SchemaSeed seed, int version) throws SQLException;
}
