package dev.stoa.config;

import java.nio.file.Path;

/** Where the data lives: in a directory, or in a PostgreSQL database with a directory beside it. Immutable. */
public sealed interface Location {
    /** The variable that names the data directory. */
    String DATA_VARIABLE = "STOA_DATA";

    /** The variable that names the PostgreSQL database. */
    String DB_VARIABLE = "STOA_DB";

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
}
