package dev.stoa.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Files and folders that their owner alone may use, 0600 and 0700 from the moment they exist, whatever the umask.
 * Stateless. What exists already keeps its mode. Where the file system has no such modes, its own rules hold.
 */
public final class PrivateFiles {
    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final FileAttribute<?>[] FILE = attributes("rw-------");
    private static final FileAttribute<?>[] FOLDER = attributes("rwx------");
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private PrivateFiles() {}

    private static FileAttribute<?>[] attributes(String mode) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    /** Makes a folder and those above it that are missing. */
    public static Path directories(Path folder) throws IOException {
        return Files.createDirectories(folder, FOLDER);
    }

    /** Makes one folder, which must not exist. */
    public static Path directory(Path folder) throws IOException {
        return Files.createDirectory(folder, FOLDER);
    }

    /** Makes an empty file, unless there is one. */
    public static void touch(Path file) throws IOException {
        try {
            Files.createFile(file, FILE);
        } catch (FileAlreadyExistsException e) {
            // As good as the one that was to be made.
        }
    }

    /** A file to write, made or emptied; with {@link StandardOpenOption#CREATE_NEW} it must not exist. */
    public static OutputStream write(Path file, OpenOption... options) throws IOException {
        Set<OpenOption> all = options.length == 0
                ? Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)
                : Set.of(options);
        return Channels.newOutputStream(Files.newByteChannel(file, all, FILE));
    }

    /** Writes a text to a file, made or emptied. */
    public static void writeString(Path file, String text) throws IOException {
        try (OutputStream out = write(file)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Copies what can be read into a file that must not exist. */
    public static void copy(InputStream in, Path file) throws IOException {
        try (OutputStream out = write(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            in.transferTo(out);
        }
    }

    /** Copies a file to one that must not exist. */
    public static void copy(Path from, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(from)) {
            copy(in, file);
        }
    }

    /** The mode of a file or folder that others than its owner may use, as {@code rwxr-xr-x}; empty if none may. */
    public static Optional<String> exposed(Path path) throws IOException {
        if (!POSIX) {
            return Optional.empty();
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        return OWNER.containsAll(mode) ? Optional.empty() : Optional.of(PosixFilePermissions.toString(mode));
    }
}
