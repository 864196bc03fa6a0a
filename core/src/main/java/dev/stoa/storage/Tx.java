package dev.stoa.storage;

import dev.stoa.base.UnitOfWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a unit of work sees of its archive: SQL in, values out. Not thread-safe, and dead when the unit has returned.
 *
 * <p>Parameters are strings, whole numbers, reals, booleans, byte arrays, instants and null. On PostgreSQL a string
 * takes the type of the place it stands in, so JSON, times and UUIDs are passed as text on both backends. After a
 * statement has failed nothing more can be done in the unit (on PostgreSQL the transaction is gone, and SQLite is held
 * to the same), unless the failure happened inside {@link #attempt}.
 */
public final class Tx implements UnitOfWork {
    private static final String NEXT = """
            INSERT INTO archive_sequence (name, value) VALUES (?, 1)
            ON CONFLICT (name) DO UPDATE SET value = archive_sequence.value + 1
            RETURNING value""";

    private static final int FEW = 8;

    private final Session session;
    private @Nullable RuntimeException failure;
    private boolean over;
    private int depth;

    public Tx(Session session) {
        this.session = session;
    }

    public Dialect dialect() {
        return session.dialect();
    }

    /** Runs one statement that returns nothing and tells how many rows it touched. */
    public int update(String sql, @Nullable Object... params) {
        return run(() -> session.update(sql, params));
    }

    /**
     * Runs one statement whose answer is not needed. On PostgreSQL it goes with the next one that is, or with the end of
     * the unit, which saves a message; what the unit reads afterwards sees it.
     */
    public void later(String sql, @Nullable Object... params) {
        run(() -> {
            session.later(sql, params);
            return 0;
        });
    }

    /** The same for each of some items; many are written as a {@link #batch}. */
    public <I> void later(String sql, Collection<I> items, Function<? super I, @Nullable Object[]> params) {
        if (items.size() > FEW) {
            batch(sql, items, params);
        } else {
            items.forEach(item -> later(sql, params.apply(item)));
        }
    }

    /**
     * Runs one statement whose answer is not needed and whose effect the unit does not read, as late as possible. It is
     * for what units of different scopes have in common: numbers in the order of commits, and rows that all of them
     * change. Until the commit no other unit of a scope runs such a statement.
     */
    public void last(String sql, @Nullable Object... params) {
        run(() -> {
            session.last(sql, params);
            return 0;
        });
    }

    /**
     * Asks for the rows of a query, or of an {@code INSERT … RETURNING}, after what {@link #last} was given. They are
     * looked at when the unit is committed, and not before.
     */
    public <T> Supplier<List<T>> askLast(String sql, Row.Mapper<T> mapper, @Nullable Object... params) {
        return run(() -> {
            Session.Asked<List<T>> asked = session.askLast(sql, params, rows -> read(rows, mapper));
            return () -> {
                try {
                    return asked.get();
                } catch (SQLException e) {
                    throw session.fault(e);
                }
            };
        });
    }

    /** The first row of a query, or of an {@code INSERT … RETURNING}. */
    public <T> Optional<T> one(String sql, Row.Mapper<T> mapper, @Nullable Object... params) {
        return run(() -> session.query(
                sql, params, rows -> rows.next() ? Optional.of(mapper.map(new Row(rows, session))) : Optional.empty()));
    }

    public <T> List<T> list(String sql, Row.Mapper<T> mapper, @Nullable Object... params) {
        return run(() -> session.query(sql, params, rows -> read(rows, mapper)));
    }

    private <T> List<T> read(Rows rows, Row.Mapper<T> mapper) throws SQLException {
        List<T> list = new ArrayList<>();
        Row row = new Row(rows, session);
        while (rows.next()) {
            list.add(mapper.map(row));
        }
        return list;
    }

    /**
     * Asks for the rows of a query that are looked at later. On PostgreSQL it goes with the next statement, which saves a
     * message; elsewhere it is run when they are looked at, and never if they are not. So nothing that the unit writes
     * meanwhile may change them.
     */
    public <T> Supplier<List<T>> ask(String sql, Row.Mapper<T> mapper, @Nullable Object... params) {
        return run(() -> {
            Session.Asked<List<T>> asked = session.ask(sql, params, rows -> read(rows, mapper));
            return () -> run(asked::get);
        });
    }

    /** Runs one statement of which it is asked later how many rows it touched, as {@link #later} does. */
    public IntSupplier change(String sql, @Nullable Object... params) {
        return run(() -> {
            Session.Asked<Integer> asked = session.change(sql, params);
            return () -> run(asked::get);
        });
    }

    /** Hands every row to the consumer, without keeping them in memory. */
    public void each(String sql, Consumer<Row> consumer, @Nullable Object... params) {
        run(() -> {
            // By itself: what is read together with something else is read whole.
            session.flush();
            return session.query(sql, params, rows -> {
                Row row = new Row(rows, session);
                while (rows.next()) {
                    consumer.accept(row);
                }
                return 0;
            });
        });
    }

    /** The one number a query such as {@code SELECT count(*)} returns. */
    public long number(String sql, @Nullable Object... params) {
        return one(sql, row -> row.number(1), params)
                .orElseThrow(() -> new IllegalStateException("the query returned no row: " + sql));
    }

    /** Runs one statement for many items, in as few round trips as the backend allows. */
    public <I> void batch(String sql, Iterable<I> items, Function<? super I, @Nullable Object[]> params) {
        check();
        try (Session.Use use = session.use(sql)) {
            session.flush();
            PreparedStatement statement = use.statement();
            try {
                int pending = 0;
                for (I item : items) {
                    session.bind(statement, params.apply(item));
                    statement.addBatch();
                    if (++pending == Session.BATCH) {
                        statement.executeBatch();
                        pending = 0;
                    }
                }
                if (pending > 0) {
                    statement.executeBatch();
                }
            } finally {
                // The statement is kept: what is left in it by items that threw would go into the next unit.
                statement.clearBatch();
            }
        } catch (SQLException e) {
            throw failed(session.fault(e));
        }
    }

    /** The parameters of one item of a batch. */
    public static @Nullable Object[] values(@Nullable Object... values) {
        return values;
    }

    /** The placeholders of a list of {@code number} parameters, for {@code IN (…)}. */
    public static String marks(int number) {
        return String.join(", ", Collections.nCopies(number, "?"));
    }

    /**
     * The next number of a sequence of this archive. Numbers follow commits and are never reused, because the row
     * that holds them is updated in the writing transaction; the archive must have the table archive_sequence.
     */
    public long next(String sequence) {
        return one(NEXT, row -> row.number(1), sequence).orElseThrow();
    }

    /** Runs a part of the unit in a savepoint: if it throws, only that part is undone and the unit can go on. */
    public <T extends @Nullable Object> T attempt(Work<T> part) {
        check();
        String savepoint = "part" + depth++;
        try {
            session.savepoint(savepoint);
            T result;
            try {
                result = part.run(this);
                flush();
            } catch (Throwable t) {
                undo(savepoint);
                throw t;
            }
            if (failure != null) {
                RuntimeException swallowed = failure;
                undo(savepoint);
                throw swallowed;
            }
            session.release(savepoint);
            return result;
        } catch (SQLException e) {
            throw failed(session.fault(e));
        } finally {
            depth--;
        }
    }

    private void undo(String savepoint) throws SQLException {
        session.rollbackTo(savepoint);
        session.release(savepoint);
        failure = null;
    }

    /** The failure that makes the unit undoable even if its code swallowed it. */
    @Nullable
    public RuntimeException failure() {
        return failure;
    }

    public void end() {
        over = true;
    }

    Session session() {
        return session;
    }

    /** Runs what {@link #later} has left, so that what it throws is thrown here. */
    void flush() {
        run(() -> {
            session.flush();
            return 0;
        });
    }

    @FunctionalInterface
    private interface Execution<T extends @Nullable Object> {
        T run() throws SQLException;
    }

    private <T extends @Nullable Object> T run(Execution<T> execution) {
        check();
        try {
            return execution.run();
        } catch (SQLException e) {
            throw failed(session.fault(e));
        }
    }

    private RuntimeException failed(RuntimeException fault) {
        failure = fault;
        return fault;
    }

    private void check() {
        if (over) {
            throw new IllegalStateException("the unit of work is over; its Tx cannot be used any more");
        }
        if (failure != null) {
            throw failure;
        }
    }
}
