package dev.stoa.storage;

import dev.stoa.storage.postgres.PostgresSchema;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteFile;
import dev.stoa.storage.sqlite.SqliteSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;

/**
 * The process that applies one version of the notebook to a database of the version before and dies when all of it is
 * written and nothing is committed. Its arguments: where the archive is, and the version.
 */
public final class HaltBeforeCommit {
    private HaltBeforeCommit() {}

    public static void main(String[] args) throws SQLException {
        ArchiveSchema schema = Notebook.upTo(Integer.parseInt(args[1]));
        ArchiveSchema.Version last = schema.versions().get(schema.versions().size() - 1);
        InstantSource clock = InstantSource.system();
        Migrations migrations = new Migrations(schema, clock);
        Session session = session(schema, args[0], clock);
        session.beginWrite();
        migrations.apply(session, last);
        System.out.println("version " + migrations.claimed(session).orElseThrow());
        System.out.flush();
        Runtime.getRuntime().halt(9);
    }

    private static Session session(ArchiveSchema schema, String where, InstantSource clock) throws SQLException {
        StorageSettings settings = StorageSettings.defaults();
        if (where.startsWith("jdbc:")) {
            return new PostgresSchema(schema, where, PostgresSettings.defaults(), settings, clock).session();
        }
        SqliteFile file = new SqliteFile(schema, Path.of(where), settings, clock);
        return file.session(SqliteSession.Access.WRITE, file.path());
    }
}
