package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.StorageSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process left behind that died while it made a file: taken away once it can belong to nobody alive. */
@Tag("crash")
class LeftoverTest {
    @TempDir
    Path directory;

    @Test
    void unfinishedFilesOfTheDeadAreTakenAwayAndThoseOfTheLivingAreNot() throws Exception {
        takesAway(1, List.of(".notebook.db.new-dead", ".notebook.db.new-dead-journal"), ".notebook.db.new-live");
        takesAway(
                2,
                List.of(".notebook.backup.new-dead", ".notebook.backup.new-dead-journal"),
                ".notebook.backup.new-live");
    }

    private void takesAway(int version, List<String> dead, String living) throws Exception {
        List<String> others = List.of(living, "notebook.backup.old.sqlite", ".other.db.new-dead");
        for (String name : dead) {
            make(name, Duration.ofHours(1));
        }
        for (String name : others) {
            make(name, name.endsWith("live") ? Duration.ZERO : Duration.ofHours(1));
        }
        open(version);
        assertThat(directory.toFile().list())
                .contains(others.toArray(String[]::new))
                .doesNotContainAnyElementsOf(dead);
    }

    private void make(String name, Duration age) throws Exception {
        Path file = Files.write(directory.resolve(name), new byte[10]);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    }

    private void open(int version) {
        Units.open(directory.toString(), Upgrade.upTo(version), StorageSettings.defaults(), InstantSource.system())
                .close();
    }
}
