package dev.stoa.storage.postgres;

import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Fault;
import dev.stoa.storage.move.MoveColumn;
import dev.stoa.storage.move.MoveNote;
import dev.stoa.storage.move.MoveNotes;
import dev.stoa.storage.move.MoveTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a database keeps in mind of moves, in tables of the schema {@code stoa_move}. Not thread-safe; each call commits.
 *
 * <p>Writers are refused by a trigger on every table, so that also a process that has had the archives open for long
 * cannot write, and no other write pays for it.
 */
public final class PostgresMoveNotes implements MoveNotes {
    private static final String TRIGGER = "stoa_moving";
    private static final long LOCK = 0x53544F41_4D4F5645L;

    /** The state of a lock that was not free in time. */
    private static final String NOT_AVAILABLE = "55P03";

    private final Connection connection;
    private final String place;

    /**
     * The notes of a database.
     *
     * @param connection one that commits by itself, and is used for nothing else
     * @param place the address of the database, without credentials
     */
    public PostgresMoveNotes(Connection connection, String place) {
        this.connection = connection;
        this.place = place;
    }

    /** Takes the only place of a move in this database, as long as the connection lives; false if another has it. */
    public boolean hold() {
        // The server needs a moment to notice that a process is gone.
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET lock_timeout = '3s'");
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
            statement.execute("RESET lock_timeout");
            return true;
        } catch (SQLException e) {
            if (NOT_AVAILABLE.equals(e.getSQLState())) {
                return false;
            }
            throw fault(e);
        }
    }

    /** How many connections of other processes use the archives. */
    public long others() {
        return Long.parseLong(ask("SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database()"
                + " AND application_name = 'stoa' AND pid <> pg_backend_pid()"));
    }

    private String ask(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? String.valueOf(result.getString(1)) : "";
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    private static RuntimeException fault(SQLException e) {
        return Fault.of("move", e);
    }

    @Override
    public @Nullable MoveNote closing() {
        return read(connection, "closed");
    }

    @Override
    public @Nullable MoveNote arrival() {
        return read(connection, "arrived");
    }

    private static @Nullable MoveNote read(Connection connection, String slot) {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet there = statement.executeQuery("SELECT to_regclass('stoa_move.note') IS NOT NULL")) {
                if (!there.next() || !there.getBoolean(1)) {
                    return null;
                }
            }
            try (ResultSet note =
                    statement.executeQuery("SELECT note FROM stoa_move.note WHERE slot = '" + slot + "'")) {
                return note.next() ? MoveNote.parse(note.getString(1)) : null;
            }
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    /** Refuses to use archives that went away, or that have not arrived yet. */
    public void refuseOpening() {
        MoveNote note = closing();
        if (note != null && !note.opens()) {
            throw note.refusal(place);
        }
    }

    /** Refuses to replace or create archives while a note closes them. */
    public void refuseReplacing() {
        MoveNote note = closing();
        if (note != null) {
            throw note.refusal(place);
        }
    }

    private interface Change {
        void run(Statement statement) throws SQLException;
    }

    private void change(Change change) {
        try {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA IF NOT EXISTS stoa_move");
                statement.execute("CREATE TABLE IF NOT EXISTS stoa_move.note"
                        + " (slot text PRIMARY KEY, note text NOT NULL, message text, hint text)");
                statement.execute("CREATE TABLE IF NOT EXISTS stoa_move.done"
                        + " (archive text PRIMARY KEY, tables text NOT NULL)");
                statement.execute("""
                        CREATE OR REPLACE FUNCTION stoa_move.refuse() RETURNS trigger LANGUAGE plpgsql AS $stoa$
                        DECLARE
                            said stoa_move.note;
                        BEGIN
                            SELECT * INTO said FROM stoa_move.note WHERE slot = 'closed';
                            RAISE EXCEPTION USING ERRCODE = '%s',
                                MESSAGE = coalesce(said.message, 'the archives are being moved'),
                                HINT = coalesce(said.hint, '');
                        END
                        $stoa$""".formatted(Fault.MOVED));
                change.run(statement);
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw fault(e);
        }
    }

    private void put(MoveNote note) throws SQLException {
        boolean opens = note.state() == MoveNote.State.ARRIVED;
        if (opens) {
            update("DELETE FROM stoa_move.note WHERE slot = 'closed'");
        }
        var refusal = note.refusal(place);
        update(
                """
                INSERT INTO stoa_move.note (slot, note, message, hint) VALUES (?, ?, ?, ?)
                ON CONFLICT (slot) DO UPDATE SET note = excluded.note, message = excluded.message, hint = excluded.hint""",
                opens ? "arrived" : "closed",
                note.json(),
                refusal.getMessage(),
                refusal.hint().orElse(null));
    }

    private void update(String sql, @Nullable String... params) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < params.length; i++) {
                statement.setString(i + 1, params[i]);
            }
            statement.executeUpdate();
        }
    }

    @Override
    public void set(MoveNote note) {
        change(statement -> put(note));
    }

    /** Sets the note of a move away from here and refuses every write from then on; waits for those that are running. */
    public void shut(MoveNote note, List<ArchiveSchema> schemas) {
        change(statement -> {
            for (ArchiveSchema schema : schemas) {
                // First as a writer that has the archive for itself: units lock tables in an order of their own.
                statement.execute(
                        "SELECT pg_advisory_xact_lock(" + PostgresSession.lockKey(schema.postgresSchema()) + ")");
            }
            for (String table : tables(statement, schemas)) {
                statement.execute("LOCK TABLE " + table + " IN SHARE ROW EXCLUSIVE MODE");
                statement.execute("DROP TRIGGER IF EXISTS " + TRIGGER + " ON " + table);
                statement.execute("CREATE TRIGGER " + TRIGGER + " BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "
                        + table + " FOR EACH STATEMENT EXECUTE FUNCTION stoa_move.refuse()");
            }
            put(note);
        });
    }

    @Override
    public void open() {
        change(statement -> {
            List<String> triggers = new ArrayList<>();
            try (ResultSet result = statement.executeQuery(
                    "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = '" + TRIGGER + "'")) {
                while (result.next()) {
                    triggers.add(result.getString(1));
                }
            }
            for (String table : triggers) {
                statement.execute("DROP TRIGGER " + TRIGGER + " ON " + table);
            }
            update("DELETE FROM stoa_move.note WHERE slot = 'closed'");
        });
    }

    private static List<String> tables(Statement statement, List<ArchiveSchema> schemas) throws SQLException {
        List<String> tables = new ArrayList<>();
        for (ArchiveSchema schema : schemas) {
            try (ResultSet result = statement.executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = '"
                    + schema.postgresSchema() + "' ORDER BY tablename")) {
                while (result.next()) {
                    tables.add(schema.postgresSchema() + "." + MoveColumn.quoted(result.getString(1)));
                }
            }
        }
        return tables;
    }

    /** Begins to take archives in: none of them is done yet. */
    public void expect(MoveNote note, List<ArchiveSchema> schemas) {
        change(statement -> {
            update("DELETE FROM stoa_move.done");
            for (ArchiveSchema schema : schemas) {
                statement.execute("DROP SCHEMA IF EXISTS " + schema.postgresSchema() + " CASCADE");
            }
            put(note);
        });
    }

    /** Forgets everything about moves to here, and the archives that came by one that was not finished. */
    public void discard(List<ArchiveSchema> schemas) {
        change(statement -> {
            for (ArchiveSchema schema : schemas) {
                statement.execute("DROP SCHEMA IF EXISTS " + schema.postgresSchema() + " CASCADE");
            }
            statement.execute("DROP SCHEMA stoa_move CASCADE");
        });
    }

    /** Notes within the transaction of another connection that an archive has come. */
    public static void done(Connection inTransaction, String archive, List<MoveTable.Content> tables)
            throws SQLException {
        try (PreparedStatement statement =
                inTransaction.prepareStatement("INSERT INTO stoa_move.done (archive, tables) VALUES (?, ?)")) {
            statement.setString(1, archive);
            statement.setString(
                    2,
                    Json.write(tables.stream().map(MoveTable.Content::document).toList()));
            statement.executeUpdate();
        }
    }

    /** The archives that have come, with what was counted of their tables. */
    public Map<String, List<MoveTable.Content>> done() {
        Map<String, List<MoveTable.Content>> done = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT archive, tables FROM stoa_move.done")) {
            while (result.next()) {
                List<MoveTable.Content> tables = new ArrayList<>();
                for (Object table : Json.parseArray(result.getString(2))) {
                    if (table instanceof Map<?, ?> said) {
                        tables.add(MoveTable.Content.of(said));
                    }
                }
                done.put(result.getString(1), tables);
            }
        } catch (SQLException e) {
            throw fault(e);
        }
        return done;
    }
}
