package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a power cut may do with durability normal: the end of the write-ahead log is missing, or is not what was written.
 * The last units are gone then, but those before are whole and nothing is damaged.
 */
@Tag("crash")
class PowerCutTest {
    private static final int UNITS = 60;
    private static final int CUTS = Integer.getInteger("stoa.crash.cuts", 60);

    @TempDir
    Path directory;

    @TempDir
    Path crashed;

    @TempDir
    Path scratch;

    @Test
    void aLogWithoutItsEndStillHoldsTheUnitsBefore() throws Exception {
        writeUnits();
        long length = Files.size(directory.resolve("notebook.db-wal"));
        long seed = Long.getLong("stoa.crash.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int cut = 0; cut < CUTS; cut++) {
            Audit.copy(directory, "notebook.db", crashed);
            try (RandomAccessFile log =
                    new RandomAccessFile(crashed.resolve("notebook.db-wal").toFile(), "rw")) {
                long end = random.nextLong(length);
                if (random.nextBoolean()) {
                    log.setLength(end);
                } else {
                    byte[] noise = new byte[random.nextInt(1, 9000)];
                    random.nextBytes(noise);
                    log.seek(end);
                    log.write(noise);
                }
            }
            try {
                opensWhole();
            } catch (AssertionError e) {
                throw new AssertionError("after cut " + cut + " with -Dstoa.crash.seed=" + seed, e);
            }
        }
    }

    private void writeUnits() throws Exception {
        Units.open(directory.toString()).close();
        try (Archive archive = Units.open(directory.toString())) {
            for (int i = 0; i < UNITS; i++) {
                Units.write(archive, "ana", Integer.toString(i));
            }
            Audit.copy(directory, "notebook.db", scratch);
        }
        Audit.copy(scratch, "notebook.db", directory);
    }

    private void opensWhole() throws Exception {
        long next;
        try (Archive archive = Units.open(crashed.toString())) {
            next = Units.write(archive, "bo", "after the cut");
        }
        assertThat(next).isBetween(1L, UNITS + 1L);
        Audit audit = new Audit();
        audit.acknowledge("bo", "after the cut", next);
        for (int i = 0; i < next - 1; i++) {
            audit.acknowledge("ana", Integer.toString(i), i + 1L);
        }
        audit.checkFile(crashed.resolve("notebook.db"));
    }
}
