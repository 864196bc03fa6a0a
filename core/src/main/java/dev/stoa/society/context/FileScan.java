package dev.stoa.society.context;

import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;

/**
 * Finds the files that globs mean. Stateless. Links are not followed, so that a scan stays where it was sent; what is
 * too large, too much or unreadable is left out.
 */
final class FileScan {
    private static final long LARGEST = 512 * 1024;
    private static final int MOST = 10_000;

    /** A longer path is too much for an entry of an index. */
    private static final int LONGEST_PATH = 2_000;

    private static final String WILD = "*?[{\\";

    private FileScan() {}

    /** What tells whether a file has changed. */
    record Stamp(long size, Instant at) {}

    /** The files of globs, which are absolute or below a folder, by their absolute paths. */
    static Map<String, Stamp> of(Path base, List<String> globs) {
        Map<String, Stamp> found = new TreeMap<>();
        for (String glob : globs) {
            String fixed = fixed(glob);
            Path root = base.resolve(fixed).toAbsolutePath().normalize();
            if (fixed.equals(glob)) {
                walk(root, root::equals, found);
            } else if (Files.isDirectory(root)) {
                PathMatcher below = matcher(glob.substring(fixed.length()));
                walk(root, file -> below.matches(root.relativize(file)), found);
            }
        }
        return found;
    }

    /** All files below a folder. */
    static Map<String, Stamp> below(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new NotFoundException("not_found", folder + " is no folder", "give one that exists");
        }
        Map<String, Stamp> found = new TreeMap<>();
        walk(folder.toAbsolutePath().normalize(), path -> true, found);
        return found;
    }

    /** What stands before the first part with a wildcard. */
    private static String fixed(String glob) {
        int wild = 0;
        while (wild < glob.length() && WILD.indexOf(glob.charAt(wild)) < 0) {
            wild++;
        }
        return wild == glob.length() ? glob : glob.substring(0, glob.lastIndexOf('/', wild) + 1);
    }

    private static PathMatcher matcher(String glob) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw Bounds.invalid("society.files has " + Bounds.shown(glob) + ", which is no glob", "correct it");
        }
    }

    private static void walk(Path root, PathMatcher wanted, Map<String, Stamp> found) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile()
                            && attributes.size() <= LARGEST
                            && wanted.matches(file)
                            && file.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH) {
                        found.put(
                                file.toString(),
                                new Stamp(
                                        attributes.size(),
                                        attributes
                                                .lastModifiedTime()
                                                .toInstant()
                                                .truncatedTo(ChronoUnit.MILLIS)));
                    }
                    return found.size() < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            // A folder went away while it was read: what was found before stays found.
        }
    }

    /** The text of a file; nothing if it is none, or no longer one that a scan would find. */
    static Optional<String> text(String name) {
        try {
            Path path = Path.of(name);
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isRegularFile()) {
                return Optional.empty();
            }
            byte[] bytes;
            try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
                bytes = in.readNBytes((int) LARGEST + 1);
            }
            if (bytes.length > LARGEST) {
                return Optional.empty();
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            // Gone, unreadable, or not text.
            return Optional.empty();
        }
    }
}
