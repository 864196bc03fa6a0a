package dev.stoa.society.foreign;

import dev.stoa.base.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A folder of constitutions, which agents of the other program name by file. Immutable. Nothing outside of it is read,
 * whatever a name or a link says.
 *
 * @param folder null if there is none
 */
record SpaceConstitutions(@Nullable Path folder) {
    private static final int LONGEST_NAME = 200;
    private static final long LARGEST = 4L << 20;

    static SpaceConstitutions of(@Nullable Path folder) {
        if (folder != null && !Files.isDirectory(folder)) {
            throw Bounds.invalid("--canon " + folder + " is not a folder", "name the folder of the constitutions");
        }
        return new SpaceConstitutions(folder);
    }

    /** The text that a name stands for, with or without its ending. */
    Optional<String> text(String name) {
        String file = name.strip();
        if (folder == null || file.isEmpty() || file.length() > LONGEST_NAME || file.indexOf('\n') >= 0) {
            return Optional.empty();
        }
        for (String ending : List.of("", ".md", ".txt")) {
            Optional<String> text = read(folder, file + ending);
            if (text.isPresent()) {
                return text;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> read(Path folder, String name) {
        try {
            Path root = folder.toRealPath();
            Path file = root.resolve(name).toRealPath();
            if (!file.startsWith(root) || !Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            String text = Files.readString(file).replace('\0', '\uFFFD');
            return text.isBlank() ? Optional.empty() : Optional.of(text);
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }
}
