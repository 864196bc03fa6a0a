package dev.stoa.engine.upkeep;

import dev.stoa.config.ConfigLoader;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what others than their owner may use in a data directory. Stateless. */
final class ExposedFiles {
    private static final int SHOWN = 20;
    private static final int DEPTH = 3;
    private static final int LOOKED_AT = 10_000;

    private ExposedFiles() {}

    /** The directory, its files and folders; but not what agents keep in theirs, nor the user's own settings. */
    static List<Diagnosis.Exposed> of(Path data) {
        List<Diagnosis.Exposed> exposed = new ArrayList<>();
        if (!Files.isDirectory(data)) {
            return exposed;
        }
        Path agents = data.resolve("agents");
        Path settings = data.resolve(ConfigLoader.FILE);
        try (Stream<Path> files = Files.walk(data, DEPTH)) {
            for (Path file : (Iterable<Path>) files.limit(LOOKED_AT)::iterator) {
                boolean ofAgent = file.startsWith(agents) && file.getNameCount() > agents.getNameCount() + 1;
                if (exposed.size() < SHOWN && !ofAgent && !file.equals(settings) && !Files.isSymbolicLink(file)) {
                    mode(file).ifPresent(mode -> exposed.add(new Diagnosis.Exposed(file, mode)));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // What cannot be listed is the archives' finding; here only what was seen is named.
        }
        return exposed;
    }

    private static Optional<String> mode(Path file) {
        try {
            return PrivateFiles.exposed(file);
        } catch (IOException e) {
            // Gone meanwhile, as logs of SQLite go.
            return Optional.empty();
        }
    }
}
