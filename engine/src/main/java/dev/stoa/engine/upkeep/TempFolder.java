package dev.stoa.engine.upkeep;

import dev.stoa.base.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for as long as it is needed. Closing it deletes it. */
record TempFolder(Path folder) implements AutoCloseable {
    static TempFolder make() {
        try {
            return new TempFolder(Files.createTempDirectory("stoa-"));
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write", "no temporary folder can be made (" + e.getMessage() + ")", "make space", e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        } catch (IOException ignored) {
            // The system clears its temporary folder.
        }
    }
}
