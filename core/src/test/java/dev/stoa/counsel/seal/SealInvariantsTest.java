package dev.stoa.counsel.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.CounselArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class SealInvariantsTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void clearTextInASealedColumnIsDamage() {
        try (Place place = Place.on(dialect, folder, CounselArchive.SCHEMA)) {
            Archive archive = place.open(CounselArchive.SCHEMA);
            String sealed = "AQoLDA0AAQIDBAUGBwgJCgsvZ7p3qiQd9F+Rdy8Wil1zt5FgC4s=";
            project(archive, "sealed", sealed, 168496141L);
            project(archive, "plain", "no key says that it is sealed", null);
            assertThat(place.examine(CounselArchive.SCHEMA, true).damaged()).isFalse();

            project(archive, "spaces", "words that anyone can read, and long enough", 168496141L);
            project(archive, "short", "secret", 168496141L);
            Checkup checkup = place.examine(CounselArchive.SCHEMA, true);
            assertThat(checkup.damaged()).isTrue();
            for (String row : List.of("spaces", "short")) {
                assertThat(checkup.findings())
                        .anySatisfy(finding -> assertThat(finding.message())
                                .contains("projects.name of row " + row + " has plain text"));
            }
        }
    }

    private static void project(Archive archive, String id, String name, @Nullable Long keyId) {
        archive.write(tx -> tx.update(
                "INSERT INTO projects (project_id, name, created_at, seq, key_id) VALUES (?, ?, 1.0, ?, ?)",
                id,
                name,
                tx.next("project"),
                keyId));
    }
}
