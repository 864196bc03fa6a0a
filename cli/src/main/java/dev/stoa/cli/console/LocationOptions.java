package dev.stoa.cli.console;

import dev.stoa.base.InvalidException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the options and variables that say where the data lives. Stateless. */
public final class LocationOptions {
    private LocationOptions() {}

    /**
     * The location that the options and the environment name. The archives are in the database of {@code --db}, or if no
     * {@code --data} is given of {@code STOA_DB}, else in the data directory. That is {@code --data}, else
     * {@code STOA_DATA}, else {@code ./stoa-data}. An empty variable counts as none.
     */
    public static Location choose(
            @Nullable String data, @Nullable String db, Map<String, String> environment, Path workingDirectory) {
        String dataVariable = environment.getOrDefault(Location.DATA_VARIABLE, "");
        Path directory = data != null
                ? resolve(data, "--data", workingDirectory)
                : dataVariable.isEmpty()
                        ? workingDirectory.resolve(Location.DEFAULT_DIRECTORY)
                        : resolve(dataVariable, Location.DATA_VARIABLE, workingDirectory);
        String origin = data != null
                ? "--data"
                : dataVariable.isEmpty() ? ConfigSources.DEFAULT : "env " + Location.DATA_VARIABLE;
        if (db != null) {
            return new Location.Postgres(db, directory, "--db", origin);
        }
        // An option outweighs a variable: --data alone means the files in that directory.
        String dbVariable = data != null ? "" : environment.getOrDefault(Location.DB_VARIABLE, "");
        return dbVariable.isEmpty()
                ? new Location.Directory(directory, origin)
                : new Location.Postgres(dbVariable, directory, "env " + Location.DB_VARIABLE, origin);
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
