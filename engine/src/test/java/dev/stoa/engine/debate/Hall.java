package dev.stoa.engine.debate;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.provider.Providers;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.EmptyArchives;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A place where debates of simulated seats are held, on one backend. Not thread-safe; closing it drops it. */
final class Hall implements AutoCloseable {
    private final String url;
    private final Dialect dialect;
    private final Stoa stoa;
    private final DebateEngine engine;

    private Hall(Dialect dialect, Path folder) {
        this.dialect = dialect;
        boolean files = dialect == Dialect.SQLITE;
        String database = EmptyArchives.all(dialect, folder);
        this.url = files ? "jdbc:sqlite:" + folder.resolve("debate.db") : database;
        StoaConfig config = StoaConfig.load(ConfigSources.of(
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "off"),
                files ? Location.directory(folder) : Location.postgres(url, folder)));
        this.stoa = Stoa.open(config);
        this.engine = DebateEngine.over(
                stoa,
                Providers.of(config, Map.of(), InstantSource.system()),
                InstantSource.system(),
                CodeRunner.create(false, List.of()),
                "test");
    }

    static Hall on(Dialect dialect, Path folder) {
        return new Hall(dialect, folder);
    }

    Stoa stoa() {
        return stoa;
    }

    DebateEngine engine() {
        return engine;
    }

    /** Seats that are often wrong and easily swayed, so that there are dissents and changes of mind. */
    static List<Seat> seats(int number) {
        return IntStream.range(0, number)
                .mapToObj(seat -> Seat.of("a" + seat, "sim", "")
                        .params(Map.of("accuracy", "0.5", "conformity", "0.4", "flip", "0.3")))
                .toList();
    }

    /** Holds a debate to its end; whatever it waits for is approved. */
    DebateSession hold(DebateRequest request) throws InterruptedException {
        DebateSession session = engine.run(request, "local", DebateListener.NONE);
        while (session.gate() != null) {
            stoa.debate().gates().decide(session.gate().id(), Verdict.APPROVE, "ann", "go on");
            session = engine.resume(session.id(), DebateListener.NONE);
        }
        return session;
    }

    /** A connection that no guard of the tables stops. */
    Connection behind() throws SQLException {
        return behind(dialect, url);
    }

    /** The same of a database with a debate archive. */
    static Connection behind(Dialect dialect, String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (var statement = connection.createStatement()) {
            if (dialect == Dialect.POSTGRES) {
                statement.execute("SET session_replication_role = replica");
                statement.execute("SET search_path = debate");
                return connection;
            }
            List<String> names = new ArrayList<>();
            try (var triggers = statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'trigger'")) {
                while (triggers.next()) {
                    names.add(triggers.getString(1));
                }
            }
            for (String name : names) {
                statement.execute("DROP TRIGGER " + name);
            }
            statement.execute("PRAGMA synchronous = OFF");
        }
        return connection;
    }

    @Override
    public void close() {
        stoa.close();
        if (dialect == Dialect.POSTGRES) {
            TestPostgres.drop(url);
        }
    }
}
