package dev.stoa.storage.site;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.postgres.PostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process that moves two archives. Its arguments: from where, to where, and the point at which it dies: a step, the
 * number of rows that were read, or {@code STEP#N}, where a step comes for the nth time. A database may be written as two
 * addresses with a blank between them; then the second is that of the diary.
 */
final class MovingProcess {
    static final ArchiveSchema DIARY =
            ArchiveSchema.named("diary").version(1, "days").build();
    static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA, DIARY);

    private MovingProcess() {}

    public static void main(String[] args) {
        String point = args[2];
        long most = point.matches("\\d+") ? Long.parseLong(point) : Long.MAX_VALUE;
        try (Site from = site(args[0]);
                Site to = site(args[1])) {
            move(from, to, new MoveListener() {
                        private final Map<String, Integer> steps = new HashMap<>();
                        private long rows;

                        @Override
                        public void step(String what) {
                            say(what);
                            int times = steps.merge(what, 1, Integer::sum);
                            dieAt(what.equals(point) || (what + "#" + times).equals(point));
                        }

                        @Override
                        public void rows(long more) {
                            rows += more;
                            dieAt(rows >= most);
                        }
                    })
                    .run();
        }
        say("finished");
    }

    static Move move(Site from, Site to, MoveListener listener) {
        Path beside = Path.of(from instanceof SqliteSite ? from.place() : to.place());
        return new Move(from, to, ALL, beside, InstantSource.system(), listener);
    }

    static Site site(String place) {
        StorageSettings settings = StorageSettings.defaults();
        String[] urls = place.split(" ", -1);
        PostgresSettings defaults = PostgresSettings.defaults();
        PostgresSettings postgres = new PostgresSettings(
                defaults.poolSize(),
                defaults.connectTimeout(),
                urls.length == 1 ? Map.of() : Map.of(DIARY.name(), urls[1]),
                null);
        return place.startsWith("jdbc:")
                ? Site.postgres(urls[0], postgres, settings, InstantSource.system())
                : Site.directory(Path.of(place), settings, InstantSource.system());
    }

    /** Waits until the server has noticed that the connections of the dead are gone. */
    static void awaitAlone(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            boolean others = true;
            while (others) {
                try (ResultSet result = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()")) {
                    others = result.next() && result.getLong(1) > 0;
                }
            }
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void dieAt(boolean now) {
        if (now) {
            Runtime.getRuntime().halt(9);
        }
    }
}
