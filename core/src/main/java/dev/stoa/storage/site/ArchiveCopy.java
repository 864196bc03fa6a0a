package dev.stoa.storage.site;

import dev.stoa.base.VerificationException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.Tx;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.move.MoveTable;
import dev.stoa.storage.move.TableDigest;
import dev.stoa.storage.postgres.PostgresMoveNotes;
import dev.stoa.storage.postgres.PostgresRows;
import dev.stoa.storage.sqlite.SqliteFile;
import dev.stoa.storage.sqlite.SqliteRows;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Copies one archive after the other from one database to the other, and compares what has come with what was there.
 * Not thread-safe. An archive has come completely or not at all.
 */
final class ArchiveCopy {
    /** Rows between two reports. */
    private static final int PORTION = 500;

    /** Rows from which on a table is quicker to fill without its indexes. */
    private static final int MANY = 1_000;

    private final SqliteSite files;
    private final PostgresSite database;
    private final InstantSource clock;
    private final MoveListener listener;
    private final List<String> leftOut;

    ArchiveCopy(
            SqliteSite files, PostgresSite database, InstantSource clock, MoveListener listener, List<String> leftOut) {
        this.files = files;
        this.database = database;
        this.clock = clock;
        this.listener = listener;
        this.leftOut = leftOut;
    }

    /** Reads the rows of a table. */
    private interface Reader {
        void read(MoveTable table, MoveTable.Rows rows) throws SQLException;
    }

    /** Passes every row on and answers what it was. */
    private MoveTable.Content pass(MoveTable table, Reader from, MoveTable.Rows to, long last) throws SQLException {
        TableDigest digest = new TableDigest(table.columns());
        from.read(table, values -> {
            digest.add(values);
            to.row(values);
            if (digest.rows() % PORTION == 0) {
                listener.rows(PORTION);
            }
        });
        listener.rows(digest.rows() % PORTION);
        return MoveTable.Content.of(table.name(), digest, last);
    }

    private static void compare(ArchiveSchema schema, MoveTable.Content there, MoveTable.Content here) {
        if (!there.equals(here)) {
            String what = there.rows() == here.rows()
                    ? "the content of the " + here.rows() + " rows differs"
                    : "of " + there.rows() + " rows " + here.rows() + " have arrived";
            throw new VerificationException(
                    "differs",
                    "table " + there.table() + " of archive " + schema.name() + " did not arrive as it was: " + what,
                    "the archives stay in use where they were; report it");
        }
    }

    List<MoveTable.Content> toPostgres(ArchiveSchema schema) throws SQLException {
        SqliteFile file = files.file(schema);
        List<MoveTable.Content> contents = new ArrayList<>();
        try (Connection connection = database.connect(schema);
                SqliteSession session = file.session(SqliteSession.Access.READ, file.path())) {
            connection.setAutoCommit(false);
            session.beginRead();
            SqliteRows source = new SqliteRows(session);
            PostgresRows target = new PostgresRows(connection, schema, clock);
            Map<String, List<String>> layout = source.layout();
            PostgresRows.Parts parts = target.build(source.smaller(MANY, layout.keySet()));
            List<MoveTable> tables = target.tables(layout, leftOut);
            for (MoveTable table : tables) {
                long last = source.last(table);
                MoveTable.Content there;
                try (PostgresRows.Writer writer = target.writer(table)) {
                    there = pass(table, source::read, writer, last);
                    writer.finish();
                }
                target.count(table, last);
                contents.add(there);
            }
            listener.step("index " + schema.name());
            target.complete(parts);
            listener.step("compare " + schema.name());
            for (int i = 0; i < tables.size(); i++) {
                MoveTable table = tables.get(i);
                compare(schema, contents.get(i), pass(table, target::read, values -> {}, target.last(table)));
            }
            PostgresMoveNotes.done(connection, schema.name(), contents);
            connection.commit();
            session.rollback();
        }
        return contents;
    }

    List<MoveTable.Content> toSqlite(ArchiveSchema schema, Path stage) throws SQLException, IOException {
        SqliteFile file = new SqliteFile(schema, stage, files.settings(), clock);
        Path fresh = file.path().resolveSibling(file.path().getFileName() + ".part");
        PrivateFiles.directories(Objects.requireNonNull(fresh.getParent()));
        for (String suffix : List.of("", "-journal", "-wal", "-shm")) {
            Files.deleteIfExists(fresh.resolveSibling(fresh.getFileName() + suffix));
        }
        List<MoveTable.Content> contents = new ArrayList<>();
        List<MoveTable> tables = new ArrayList<>();
        try (Connection connection = database.connect(schema)) {
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            PostgresRows source = new PostgresRows(connection, schema, clock);
            source.begin();
            file.make(fresh, false, (session, tx) -> {
                fill(schema, source, session, tx, tables, contents);
                return "";
            });
            connection.rollback();
        }
        listener.step("compare " + schema.name());
        try (SqliteSession session = file.session(SqliteSession.Access.READ, fresh)) {
            SqliteRows target = new SqliteRows(session);
            for (int i = 0; i < tables.size(); i++) {
                MoveTable table = tables.get(i);
                compare(schema, contents.get(i), pass(table, target::read, values -> {}, target.last(table)));
            }
        }
        Files.move(fresh, file.path(), StandardCopyOption.ATOMIC_MOVE);
        FileSync.force(Objects.requireNonNull(file.path().getParent()));
        FileSide.done(stage, schema, contents);
        return contents;
    }

    private void fill(
            ArchiveSchema schema,
            PostgresRows source,
            SqliteSession session,
            Tx tx,
            List<MoveTable> tables,
            List<MoveTable.Content> contents)
            throws SQLException {
        SqliteRows target = new SqliteRows(session);
        SqliteRows.Parts parts = target.clear();
        tables.addAll(source.tables(target.layout(), leftOut));
        for (MoveTable table : tables) {
            long last = source.last(table);
            try (SqliteRows.Writer writer = target.writer(table)) {
                contents.add(pass(table, source::read, writer, last));
            }
            target.count(table, last);
        }
        listener.step("index " + schema.name());
        target.restore(parts.indexes());
        target.refuseOrphans(schema.name());
        target.restore(parts.triggers());
        if (schema.reindex() != null) {
            schema.reindex().accept(tx);
        }
    }
}
