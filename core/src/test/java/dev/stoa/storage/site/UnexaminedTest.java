package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be looked at is not called damaged. */
@Tag("quick")
class UnexaminedTest {
    @TempDir
    Path folder;

    @Test
    void aServerThatDoesNotAnswerLeavesItsArchivesUnexaminedAndNotDamaged() {
        PostgresSettings soon = new PostgresSettings(2, Duration.ofSeconds(1));
        try (Site site = Site.postgres(
                "jdbc:postgresql://127.0.0.1:1/x?user=x", soon, StorageSettings.defaults(), InstantSource.system())) {
            unexamined(site.examine(Notebook.SCHEMA, true));
        }
    }

    @Test
    void anArchiveOfANewerProgramIsUnexaminedAndNotDamaged() {
        try (Site site = Site.directory(folder, StorageSettings.defaults(), InstantSource.system())) {
            site.open(Notebook.SCHEMA).close();
            unexamined(site.examine(Notebook.upTo(1), true));
        }
    }

    @Test
    void whatIsNoFileIsUnexaminedAndNotDamaged() throws Exception {
        Files.createDirectories(folder.resolve("notebook.db"));
        try (Site site = Site.directory(folder, StorageSettings.defaults(), InstantSource.system())) {
            unexamined(site.examine(Notebook.SCHEMA, true));
        }
    }

    @Test
    void bytesThatAreNoDatabaseAreDamage() throws Exception {
        Files.write(folder.resolve("notebook.db"), new byte[4096]);
        try (Site site = Site.directory(folder, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(site.examine(Notebook.SCHEMA, true).damaged()).isTrue();
        }
    }

    @Test
    void aMissingTableIsDamageAlsoWhereAnInvariantCannotBeAsked() {
        ArchiveSchema asking = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags")
                .invariant("N1", "there is none", "SELECT name FROM missing", "SELECT name FROM missing")
                .build();
        try (Site site = Site.directory(folder, StorageSettings.defaults(), InstantSource.system())) {
            site.open(Notebook.SCHEMA).close();
            assertThat(site.examine(asking, true).damaged()).isTrue();
        }
    }

    private static void unexamined(Checkup checkup) {
        assertThat(checkup.damaged()).isFalse();
        assertThat(checkup.findings()).isNotEmpty();
        assertThat(checkup.findings()).noneMatch(finding -> finding.message().contains("restore"));
        assertThat(checkup.unexamined()).isTrue();
    }
}
