package dev.stoa.storage;

import dev.stoa.base.UnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder of the owner alone, for as long as it is needed. Immutable. Closing it deletes it with what is in it. */
public record TemporaryFolder(Path path) implements AutoCloseable {
    /** Makes one; if that cannot be, the temporary folder of the system is named as the obstacle. */
    public static TemporaryFolder make(String prefix) {
        try {
            return new TemporaryFolder(Files.createTempDirectory(prefix));
        } catch (IOException e) {
            throw new UnavailableException(
                    "no_temporary_folder",
                    "the temporary folder " + place() + " cannot be used (" + e.getMessage() + ")",
                    "check that it exists, allows writing and has space; -Djava.io.tmpdir=DIR names another",
                    e);
        }
    }

    /** Where temporary folders are made. */
    public static String place() {
        return System.getProperty("java.io.tmpdir", "");
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException ignored) {
            // The system clears its temporary folder.
        }
    }
}
