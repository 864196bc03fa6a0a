package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.PostgresPair;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything that takes the address of a database takes one that names two hosts, also while one of them is away. */
@Tag("crash")
@Tag("failover")
@Timeout(300)
class TwoHostsTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA);

    @TempDir
    Path folder;

    @Test
    void archivesMoveThereAndBackAndAreWatchedExaminedBackedUpAndRestored() throws Exception {
        Path backup = folder.resolve("all.stoa-backup");
        try (PostgresPair pair = PostgresPair.lonely(folder);
                Site files = directory("data");
                Site back = directory("back");
                Site database = Site.postgres(
                        pair.url("postgres"), PostgresSettings.defaults(), StorageSettings.defaults(), CLOCK)) {
            try (Archive archive = files.open(Notebook.SCHEMA)) {
                Notebook.add(archive, "ana", "one");
            }
            move(files, database);
            assertThat(database.place()).isEqualTo(pair.url("postgres").replaceFirst("\\?.*", ""));
            try (Archive archive = database.open(Notebook.SCHEMA);
                    Archive other = database.open(Notebook.SCHEMA);
                    CommitSignal.Watch watch = other.commits().watch()) {
                Notebook.add(archive, "ana", "two");
                assertThat(watch.await(Duration.ofSeconds(60))).isTrue();
                assertThat(Notebook.bodies(other)).containsExactly("one", "two");
            }
            assertThat(database.examine(Notebook.SCHEMA, true).findings()).isEmpty();

            Backup.write(database, ALL, backup, false, "test", CLOCK);
            Backup.restore(backup, database, ALL, true);
            move(database, back);
            try (Archive archive = back.open(Notebook.SCHEMA)) {
                assertThat(Notebook.bodies(archive)).containsExactly("one", "two");
            }
        }
    }

    private Site directory(String name) {
        return Site.directory(folder.resolve(name), StorageSettings.defaults(), CLOCK);
    }

    private void move(Site from, Site to) {
        new Move(from, to, ALL, folder.resolve("data"), CLOCK, MoveListener.NONE).run();
    }
}
