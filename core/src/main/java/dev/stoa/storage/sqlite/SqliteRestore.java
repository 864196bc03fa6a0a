package dev.stoa.storage.sqlite;

import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.backup.BackupReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the archives of a backup into a data directory. Not thread-safe; holds the directory alone while it works.
 *
 * <p>The new files are laid out and verified in a folder of their own. Giving that folder its final name is the moment
 * at which the restore has happened: the next process that opens the directory finishes the remaining moves, so a
 * process killed at any point leaves the old archives or the new ones. What was there before is kept in {@code
 * replaced-TIME}.
 */
public final class SqliteRestore {
    /** How the folder begins into which a restore moves what it replaces. */
    public static final String REPLACED = "replaced-";

    private static final String READY = ".restore-ready-";
    private static final String AWAY = "away.txt";

    private final Path directory;
    private final StorageSettings settings;
    private final InstantSource clock;

    public SqliteRestore(Path directory, StorageSettings settings, InstantSource clock) {
        this.directory = directory;
        this.settings = settings;
        this.clock = clock;
    }

    public void run(BackupReader backup, List<ArchiveSchema> schemas) throws IOException {
        replace(schemas, stage -> lay(backup, schemas, stage));
    }

    /** Lays new files out in a folder. */
    public interface Layout {
        void lay(Path stage) throws IOException;
    }

    /** Puts what is laid out in place of the files of these archives, all or none. */
    public void replace(List<ArchiveSchema> schemas, Layout layout) throws IOException {
        try (DirectoryLease lease = DirectoryLease.exclusive(directory)) {
            finish(directory);
            Path stage = directory.resolve(".restore-" + UUID.randomUUID());
            try {
                PrivateFiles.directory(stage);
                layout.lay(stage);
                PrivateFiles.writeString(
                        stage.resolve(AWAY),
                        schemas.stream().map(schema -> schema.file() + "\n").collect(Collectors.joining()));
                forceAll(stage);
                Path ready = directory.resolve(READY + SqliteFile.stamp(clock.instant()));
                Files.move(stage, ready, StandardCopyOption.ATOMIC_MOVE);
                FileSync.force(directory);
            } finally {
                deleteAll(stage);
            }
            finish(directory);
        }
    }

    private void lay(BackupReader backup, List<ArchiveSchema> schemas, Path stage) throws IOException {
        for (BackupReader.Entry entry : backup.archives()) {
            ArchiveSchema schema = schemas.stream()
                    .filter(known -> known.name().equals(entry.name()))
                    .findFirst()
                    .orElseThrow();
            Path file = stage.resolve(schema.file());
            extract(backup, entry.parts().get(0), stage, file);
            verify(schema, stage);
        }
        for (BackupReader.Part part : backup.files()) {
            extract(backup, part, stage, stage.resolve(part.entry()));
        }
    }

    private static void extract(BackupReader backup, BackupReader.Part part, Path stage, Path target)
            throws IOException {
        Path normal = target.normalize();
        if (!normal.startsWith(stage)) {
            throw new VerificationException(
                    "damaged", "the backup names " + part.entry() + ", which lies outside of it", "use another backup");
        }
        PrivateFiles.directories(Objects.requireNonNull(normal.getParent()));
        try (InputStream in = backup.read(part)) {
            PrivateFiles.copy(in, normal);
        }
    }

    private void verify(ArchiveSchema schema, Path stage) {
        Checkup checkup = new SqliteCheckup(new SqliteFile(schema, stage, settings, clock), schema).run(true);
        if (checkup.unexamined()) {
            throw new UnavailableException(
                    "cannot_open",
                    "archive " + schema.name() + " of the backup could not be examined, so nothing was replaced: "
                            + checkup.findings().getFirst().message(),
                    null);
        }
        if (checkup.damaged()) {
            throw new VerificationException(
                    "damaged",
                    "archive " + schema.name() + " in the backup is damaged: "
                            + checkup.findings().get(0).message(),
                    "use another backup");
        }
    }

    /** Finishes a restore whose process was killed after its decisive moment. */
    public static void finishInterrupted(Path directory) {
        try {
            if (Files.isDirectory(directory) && !ready(directory).isEmpty()) {
                try (DirectoryLease lease = DirectoryLease.exclusive(directory)) {
                    finish(directory);
                }
            }
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_open",
                    "an interrupted restore of " + directory + " cannot be finished (" + e.getMessage() + ")",
                    "check that the directory allows writing",
                    e);
        }
    }

    private static List<Path> ready(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> name(file).startsWith(READY)).sorted().toList();
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    /** Moves old files away and new ones in; can be repeated from any point at which it was cut off. */
    private static void finish(Path directory) throws IOException {
        for (Path ready : ready(directory)) {
            Path replaced = directory.resolve(REPLACED + name(ready).substring(READY.length()));
            Path list = ready.resolve(AWAY);
            if (Files.exists(list)) {
                for (String file : Files.readAllLines(list, StandardCharsets.UTF_8)) {
                    for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
                        moveAway(directory.resolve(file + suffix), replaced.resolve(file + suffix));
                    }
                }
                // From here on nothing old is left, and what stands in the directory must not be moved again.
                Files.delete(list);
            }
            for (Path file : files(ready)) {
                Path target = directory.resolve(ready.relativize(file));
                moveAway(target, replaced.resolve(ready.relativize(file)));
                PrivateFiles.directories(Objects.requireNonNull(target.getParent()));
                Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            }
            FileSync.force(directory);
            deleteAll(ready);
        }
    }

    private static void moveAway(Path file, Path to) throws IOException {
        if (Files.exists(file)) {
            PrivateFiles.directories(Objects.requireNonNull(to.getParent()));
            Files.move(file, to, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void forceAll(Path folder) throws IOException {
        for (Path file : files(folder)) {
            FileSync.force(file);
        }
        FileSync.force(folder);
    }

    public static void deleteAll(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
