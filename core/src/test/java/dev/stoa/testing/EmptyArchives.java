package dev.stoa.testing;

import dev.stoa.Stoa;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The files of empty SQLite archives, each made once in a JVM and then copied, because every statement of every version
 * takes longer than a copy: 230 ms of the processor for all archives, and 35 to open the copies. Thread-safe. A test of
 * how archives come to be must not use it.
 */
public final class EmptyArchives {
    private static final Map<ArchiveSchema, byte[]> MODELS = new ConcurrentHashMap<>();

    private EmptyArchives() {}

    /** Makes every archive in a data directory, or in a new database whose URL it answers; on SQLite that is empty. */
    public static String all(Dialect dialect, Path directory) {
        if (dialect == Dialect.POSTGRES) {
            return TestPostgres.freshDatabase(Stoa.ARCHIVES);
        }
        into(directory, Stoa.ARCHIVES);
        return "";
    }

    /** Puts empty archives into a data directory, which is made if need be; a file that is there stays as it is. */
    public static void into(Path directory, List<ArchiveSchema> schemas) {
        try {
            for (ArchiveSchema schema : schemas) {
                Path file = directory.resolve(schema.file());
                if (Files.notExists(file)) {
                    PrivateFiles.directories(Objects.requireNonNull(file.getParent()));
                    byte[] model = MODELS.computeIfAbsent(schema, EmptyArchives::made);
                    PrivateFiles.copy(new ByteArrayInputStream(model), file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] made(ArchiveSchema schema) {
        try {
            Path folder = Files.createTempDirectory("stoa-model");
            SqliteArchive.open(schema, folder, StorageSettings.defaults(), InstantSource.system())
                    .close();
            byte[] model = Files.readAllBytes(folder.resolve(schema.file()));
            try (Stream<Path> left = Files.walk(folder)) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
            return model;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
