package dev.stoa.storage.sqlite;

import dev.stoa.base.UnavailableException;
import dev.stoa.storage.TemporaryFolder;
import java.io.File;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/**
 * The native library of SQLite, loaded once in a process. Safe from any thread.
 *
 * <p>The driver unpacks it into the temporary folder and deletes it when the process ends by itself; killed processes
 * left one each. Here it is unpacked into a folder of its own, which is deleted as soon as the library is loaded.
 */
final class SqliteLibrary {
    private static final String DRIVERS_FOLDER = "org.sqlite.tmpdir";

    /** Why it cannot be used; null if it can. The initialiser of the class runs once. */
    private static final @Nullable Obstacle OBSTACLE = load();

    private SqliteLibrary() {}

    private record Obstacle(
            String code, String message, @Nullable String hint) {}

    /** Makes sure that it is loaded; an obstacle is said to be what it is, and not one of the archive. */
    static void require() {
        if (OBSTACLE != null) {
            throw new UnavailableException(OBSTACLE.code(), OBSTACLE.message(), OBSTACLE.hint());
        }
    }

    private static @Nullable Obstacle load() {
        boolean unpacked = System.getProperty("org.sqlite.lib.path") != null;
        // On Windows a library that is loaded cannot be deleted; there the driver does it at the next start.
        if (unpacked || System.getProperty(DRIVERS_FOLDER) != null || File.separatorChar == '\\') {
            return initialize(null);
        }
        try (TemporaryFolder folder = TemporaryFolder.make("stoa-sqlite-")) {
            System.setProperty(DRIVERS_FOLDER, folder.path().toString());
            try {
                return initialize(folder);
            } finally {
                System.clearProperty(DRIVERS_FOLDER);
            }
        } catch (UnavailableException e) {
            return new Obstacle(
                    e.code(), String.valueOf(e.getMessage()), e.hint().orElse(null));
        }
    }

    private static @Nullable Obstacle initialize(@Nullable TemporaryFolder folder) {
        try {
            SQLiteJDBCLoader.initialize();
            return null;
        } catch (Exception | LinkageError e) {
            return new Obstacle(
                    "no_sqlite",
                    "the library of SQLite cannot be loaded"
                            + (folder == null ? "" : " from the temporary folder " + TemporaryFolder.place()) + " ("
                            + e.getMessage() + ")",
                    "check that the folder has space and allows running what is in it; -Djava.io.tmpdir=DIR names another");
        }
    }
}
