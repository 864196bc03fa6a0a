package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Remains;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@OnBothDatabases
class MemoryPurgeTest extends ContinuumFixture {
    private static final String SECRET = "hunter2zyx";

    @TempDir
    Path elsewhere;

    private List<String> remains() {
        return Remains.of(SECRET, dialect, directory, archive);
    }

    @Test
    void afterAPurgeTheBytesAreInNoFileNoRowAndNoLaterBackup() throws IOException {
        for (int i = 0; i < 60; i++) {
            continuum.add(MemoryDraft.of("an ordinary sentence number " + i + " " + "more ".repeat(i)));
        }
        String id = continuum
                .add(MemoryDraft.of("the password is " + SECRET))
                .value()
                .id();
        continuum.forget(id, "for now", false);
        continuum.restore(id, OptionalInt.empty());
        assertThat(remains()).isNotEmpty();

        continuum.forget(id, null, true);

        assertThat(remains()).isEmpty();
        if (dialect == Dialect.SQLITE) {
            Path backup = elsewhere.resolve("b.zip");
            try (Site site = Site.directory(directory, StorageSettings.defaults(), clock)) {
                Backup.write(site, List.of(ContinuumArchive.SCHEMA), backup, false, "test", clock);
            }
            assertThat(unpacked(backup)).contains("an ordinary sentence").doesNotContain(SECRET);
        }
    }

    @Test
    void aPurgedMemoryIsNotFoundByMeaningAndItsVectorIsGone() {
        Continuum meaning = over(archive, Embedder.hashing(64));
        String id =
                meaning.add(MemoryDraft.of("the password is " + SECRET)).value().id();
        assertThat(meaning.recall(RecallQuery.query("password " + SECRET))).isNotEmpty();

        meaning.forget(id, null, true);

        assertThat(meaning.recall(RecallQuery.query("password " + SECRET))).isEmpty();
        assertThat(archive.one(
                        "SELECT count(*) FROM continuum_memory WHERE semantic_centroid IS NOT NULL",
                        row -> row.number(1)))
                .contains(0L);
        assertThat(remains()).isEmpty();
    }

    /** All bytes of all entries; an archive is compressed in a backup. */
    private static String unpacked(Path backup) throws IOException {
        StringBuilder all = new StringBuilder();
        try (InputStream file = Files.newInputStream(backup);
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                all.append(new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    @Test
    void generationsThatArePrunedLeaveNoBytes() {
        String id = continuum
                .add(MemoryDraft.of("the password is " + SECRET))
                .value()
                .id();
        continuum.forget(id, null, false);
        clock.advance(Duration.ofDays(366));
        assertThat(continuum.prune(false).generations()).isEqualTo(1);
        assertThat(remains()).isEmpty();
    }
}
