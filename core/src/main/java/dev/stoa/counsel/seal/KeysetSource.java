package dev.stoa.counsel.seal;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a keyset is kept. Immutable. Messages name the place and never what is in it. */
sealed interface KeysetSource {
    /** Above this it is no keyset. */
    long MOST_BYTES = 1_000_000;

    /** The keyset. */
    String read();

    /** What a person calls the place. */
    String shown();

    /** The source that a setting names; a relative path is below the data directory. */
    static KeysetSource of(String setting, String text, Path directory, Map<String, String> environment) {
        if (text.startsWith("file:") && text.length() > 5) {
            return new InFile(setting, directory.resolve(text.substring(5)).normalize());
        }
        if (text.startsWith("env:") && text.length() > 4) {
            String name = text.substring(4);
            return new InVariable(setting, name, environment.get(name));
        }
        throw Bounds.invalid(
                setting + " " + Bounds.shown(text) + " is neither file:PATH nor env:NAME", "name where the keyset is");
    }

    /** Says that there is no usable keyset. */
    static StoaException missing(String message, String hint, @Nullable Throwable cause) {
        return new ConflictException("key_missing", message, hint, cause);
    }

    /** A keyset in a file. */
    record InFile(String setting, Path file) implements KeysetSource {
        @Override
        public String shown() {
            return file.toString();
        }

        @Override
        public String read() {
            try {
                if (Files.size(file) > MOST_BYTES) {
                    throw missing(
                            "the keyset of " + setting + ", " + file + ", has more than 1,000,000 bytes",
                            "name the file of the keyset",
                            null);
                }
                return Files.readString(file);
            } catch (IOException e) {
                throw missing(
                        "the keyset of " + setting + ", " + file + ", " + why(e),
                        "put it back from where you keep it; without it nothing sealed can be read",
                        e);
            }
        }

        private static String why(IOException e) {
            return e instanceof NoSuchFileException
                    ? "does not exist"
                    : e instanceof CharacterCodingException ? "is no text" : "cannot be read";
        }

        /** Makes the file, which must not exist, for its owner alone. */
        void create(String keyset) {
            try {
                Path folder = file.toAbsolutePath().getParent();
                if (folder != null) {
                    PrivateFiles.directories(folder);
                }
                write(file, keyset);
            } catch (FileAlreadyExistsException e) {
                throw there();
            } catch (IOException e) {
                throw cannotWrite(e);
            }
        }

        /** Refuses to go on if there is a file already. */
        void refuseIfThere() {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw there();
            }
        }

        private ConflictException there() {
            return new ConflictException(
                    "key_exists", "there is a file " + file + " already", "keep it, or name another in " + setting);
        }

        /** Replaces the file as a whole: a reader sees the old keyset or the new one. */
        void replace(String keyset) {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            try {
                Files.deleteIfExists(next);
                write(next, keyset);
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                Path folder = file.toAbsolutePath().getParent();
                if (folder != null) {
                    FileSync.force(folder);
                }
            } catch (IOException e) {
                throw cannotWrite(e);
            }
        }

        private static void write(Path to, String keyset) throws IOException {
            try (OutputStream out = PrivateFiles.write(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                out.write(keyset.getBytes(StandardCharsets.UTF_8));
            }
            FileSync.force(to);
        }

        private UnavailableException cannotWrite(IOException e) {
            return new UnavailableException(
                    "cannot_write",
                    "the keyset of " + setting + ", " + file + ", cannot be written",
                    "check that the folder allows writing and the disk has space",
                    e);
        }
    }

    /** A keyset in a variable of the environment. */
    record InVariable(String setting, String name, @Nullable String value) implements KeysetSource {
        @Override
        public String shown() {
            return "environment variable " + name;
        }

        @Override
        public String read() {
            if (value == null || value.isBlank()) {
                throw missing(
                        "the keyset of " + setting + ", environment variable " + name + ", is not set",
                        "set it; without it nothing sealed can be read",
                        null);
            }
            return value;
        }

        /** Without the keyset. */
        @Override
        public String toString() {
            return shown();
        }
    }
}
