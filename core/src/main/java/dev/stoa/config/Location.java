package dev.stoa.config;

import dev.stoa.base.InvalidException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the data lives: in a directory, or in a PostgreSQL database with a directory beside it. Immutable. */
public sealed interface Location {
    /** The variable that names the data directory. */
    String DATA_VARIABLE = "STOA_DATA";

    /** The variable that names the PostgreSQL database. */
    String DB_VARIABLE = "STOA_DB";

    /** The variable that holds the password of the database, so that it stands in no address and no command line. */
    String PASSWORD_VARIABLE = "STOA_DB_PASSWORD";

    /** The data directory used when none is named. */
    String DEFAULT_DIRECTORY = "stoa-data";

    /**
     * The data directory. With PostgreSQL it holds what never goes to the database: keys, checkpoints, the folders of
     * agents and {@code stoa.toml}.
     */
    Path directory();

    /** Where the choice of the directory or the database comes from, as in {@link ConfigEntry}. */
    String origin();

    /**
     * SQLite files in a directory.
     *
     * @param directory the data directory
     * @param origin who chose it
     */
    record Directory(Path directory, String origin) implements Location {}

    /**
     * A PostgreSQL database.
     *
     * @param url the JDBC address; it may hold a password, so only {@link #shownUrl} may be shown
     * @param directory the data directory
     * @param origin who chose the database
     * @param directoryOrigin who chose the directory
     */
    record Postgres(String url, Path directory, String origin, String directoryOrigin) implements Location {
        public Postgres {
            JdbcUrl.check(url, origin);
        }

        /** The address without passwords. */
        public String shownUrl() {
            return JdbcUrl.masked(url);
        }

        @Override
        public String toString() {
            return "Postgres[url=" + shownUrl() + ", directory=" + directory + ", origin=" + origin + "]";
        }
    }

    /** A data directory chosen by a program. */
    static Location directory(Path directory) {
        return new Directory(directory, ConfigSources.JAVA);
    }

    /** A database chosen by a program, and the data directory beside it. */
    static Location postgres(String url, Path directory) {
        return new Postgres(url, directory, ConfigSources.JAVA, ConfigSources.JAVA);
    }

    /**
     * The location that the options and the environment name. The archives are in the database of {@code --db}, or if no
     * {@code --data} is given of {@code STOA_DB}, else in the data directory. That is {@code --data}, else
     * {@code STOA_DATA}, else {@code ./stoa-data}. An empty variable counts as none. {@code STOA_DB_PASSWORD} is the
     * password of either database, unless its address has one.
     */
    static Location choose(
            @Nullable String data, @Nullable String db, Map<String, String> environment, Path workingDirectory) {
        String dataVariable = environment.getOrDefault(DATA_VARIABLE, "");
        Path directory = data != null
                ? resolve(data, "--data", workingDirectory)
                : dataVariable.isEmpty()
                        ? workingDirectory.resolve(DEFAULT_DIRECTORY)
                        : resolve(dataVariable, DATA_VARIABLE, workingDirectory);
        String origin =
                data != null ? "--data" : dataVariable.isEmpty() ? ConfigSources.DEFAULT : "env " + DATA_VARIABLE;
        String password = environment.getOrDefault(PASSWORD_VARIABLE, "");
        if (db != null) {
            return new Postgres(JdbcUrl.withPassword(db, password), directory, "--db", origin);
        }
        // An option outweighs a variable: --data alone means the files in that directory.
        String dbVariable = data != null ? "" : environment.getOrDefault(DB_VARIABLE, "");
        return dbVariable.isEmpty()
                ? new Directory(directory, origin)
                : new Postgres(JdbcUrl.withPassword(dbVariable, password), directory, "env " + DB_VARIABLE, origin);
    }

    private static Path resolve(String directory, String source, Path workingDirectory) {
        try {
            if (!directory.isBlank()) {
                return workingDirectory.resolve(directory).normalize();
            }
        } catch (InvalidPathException e) {
            throw new InvalidException("invalid", source + " is no path: " + e.getReason(), "name a directory", e);
        }
        throw new InvalidException("invalid", source + " is blank", "name a directory");
    }
}
