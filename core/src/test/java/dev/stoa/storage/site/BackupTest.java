package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What a backup and its way back promise, on both backends. */
@OnBothDatabases
class BackupTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T08:30:00.123Z"));
    private static final ArchiveSchema DIARY =
            ArchiveSchema.named("diary").version(1, "days").build();
    private static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA, DIARY);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("all.stoa-backup");
    }

    @AfterEach
    void drop() {
        databases.values().forEach(TestPostgres::drop);
    }

    @Test
    void whatWasBackedUpComesBackEqual() {
        try (Site source = site("source");
                Site target = site("target")) {
            fill(source, 1_000);
            Map<String, @Nullable Object> manifest = backup(source);
            assertThat(manifest)
                    .containsEntry("program", "test 1")
                    .containsEntry("created_at", "2026-11-15T08:30:00.123Z");

            Backup.restore(file, target, ALL, false);

            assertThat(content(target)).isEqualTo(content(source)).hasSize(1_001);
            assertThat(target.examine(Notebook.SCHEMA, true).findings()).isEmpty();
            assertThat(target.examine(DIARY, true).findings()).isEmpty();
        }
    }

    @Test
    void numbersGoOnAfterARestoreWhereTheyWere() {
        try (Site source = site("source");
                Site target = site("target")) {
            fill(source, 3);
            try (Archive archive = source.open(Notebook.SCHEMA)) {
                archive.write(tx -> tx.update("DELETE FROM entry WHERE body = 'row 2'"));
            }
            backup(source);
            Backup.restore(file, target, ALL, false);
            try (Archive archive = target.open(Notebook.SCHEMA)) {
                assertThat(archive.<Long>write(tx -> Notebook.add(tx, "ana", "next")))
                        .isEqualTo(4);
                assertThat(archive.<Long>write(tx -> tx.next("entry"))).isEqualTo(4);
            }
        }
    }

    @Test
    void aBackupTakenWhileOthersWriteIsOneConsistentState() throws Exception {
        try (Site source = site("source");
                Site target = site("target");
                Archive archive = source.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "first");
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; !Thread.currentThread().isInterrupted() && i < 100_000; i++) {
                    String body = "pair " + i;
                    archive.write(tx -> {
                        Notebook.add(tx, "left", body);
                        return Notebook.add(tx, "right", body);
                    });
                }
            });
            try {
                backup(source);
            } finally {
                writer.interrupt();
                writer.join();
            }
            Backup.restore(file, target, ALL, false);
            try (Archive copy = target.open(Notebook.SCHEMA)) {
                assertThat(copy.list("SELECT body FROM entry WHERE author = 'left' ORDER BY body", row -> row.text(1)))
                        .isEqualTo(copy.list(
                                "SELECT body FROM entry WHERE author = 'right' ORDER BY body", row -> row.text(1)));
            }
        }
    }

    @Test
    void anExistingBackupIsNotOverwrittenUnlessAskedFor() {
        try (Site source = site("source")) {
            fill(source, 1);
            backup(source);
            assertThatThrownBy(() -> backup(source))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("exists already");
            fill(source, 2);
            Backup.write(source, ALL, file, true, "test 2", CLOCK);
            assertThat(Backup.verify(file, ALL, null).manifest()).containsEntry("program", "test 2");
        }
    }

    @Test
    void aRestoreOverExistingArchivesIsRefusedUnlessAskedForAndThenReplacesAll() {
        try (Site source = site("source");
                Site target = site("target")) {
            fill(source, 5);
            backup(source);
            fill(target, 50);
            assertThatThrownBy(() -> Backup.restore(file, target, ALL, false))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("notebook exists already");
            assertThat(content(target)).hasSize(51);
        }
        try (Site source = site("source");
                Site target = site("target")) {
            Backup.restore(file, target, ALL, true);
            assertThat(content(target)).isEqualTo(content(source)).hasSize(6);
        }
    }

    @Test
    void aFlippedByteAnywhereIsFoundBeforeAnythingIsTouched() throws IOException {
        try (Site source = site("source");
                Site target = site("target")) {
            fill(source, 100);
            backup(source);
            byte[] good = Files.readAllBytes(file);
            for (int position = 11; position < good.length; position += good.length / 23) {
                byte[] bad = good.clone();
                bad[position] ^= 0x40;
                Path damaged = folder.resolve("damaged");
                Files.write(damaged, bad);
                Object before = exists(target);
                try {
                    Backup.restore(damaged, target, ALL, false);
                } catch (StoaException e) {
                    assertThat(e.getMessage()).as("byte %d", position).doesNotContain("\n");
                    assertThat(exists(target)).isEqualTo(before).isEqualTo(List.of(false, false));
                    continue;
                }
                // Some bytes of a zip mean nothing, such as the time of an entry; then the content must be whole.
                assertThat(content(target)).as("byte %d", position).isEqualTo(content(source));
                return;
            }
        }
    }

    @Test
    void aTruncatedBackupAndAForeignFileAreRefusedInOneLine() throws IOException {
        try (Site source = site("source");
                Site target = site("target")) {
            fill(source, 10);
            backup(source);
            byte[] good = Files.readAllBytes(file);
            for (int length : new int[] {0, 1, 100, good.length / 2, good.length - 1}) {
                Path cut = folder.resolve("cut");
                Files.write(cut, Arrays.copyOf(good, length));
                assertThatThrownBy(() -> Backup.restore(cut, target, ALL, true))
                        .isInstanceOf(StoaException.class)
                        .hasMessageContaining("cannot be used");
            }
            assertThat(exists(target)).isEqualTo(List.of(false, false));
        }
    }

    @Test
    void aBackupOfANewerVersionIsRefused() {
        try (Site source = site("source");
                Site target = site("target")) {
            fill(source, 1);
            backup(source);
            List<ArchiveSchema> older = List.of(Notebook.upTo(1), DIARY);
            assertThatThrownBy(() -> Backup.restore(file, target, older, false))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("version 2 of archive notebook")
                    .hasMessageContaining("knows up to 1");
        }
    }

    @Test
    void aBackupOfAnOlderVersionComesBackAndIsUpgradedWhenOpened() {
        try (Site source = site("source");
                Site target = site("target")) {
            try (Archive old = source.open(Notebook.upTo(1))) {
                Notebook.add(old, "ana", "old row");
            }
            Backup.write(source, List.of(Notebook.upTo(1)), file, false, "test 1", CLOCK);
            Backup.restore(file, target, List.of(Notebook.upTo(3)), false);
            try (Archive upgraded = target.open(Notebook.upTo(3))) {
                assertThat(upgraded.list("SELECT length FROM entry", row -> row.number(1)))
                        .containsExactly(7L);
            }
        }
    }

    @Test
    void rowsThatBreakWhatAlwaysHoldsAreRefusedBeforeAnythingIsReplaced() {
        String broken = "SELECT author FROM entry WHERE body = 'row 3'";
        ArchiveSchema strict = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags")
                .invariant("N1", "there is a third row", broken, broken)
                .build();
        List<List<@Nullable Object>> before;
        try (Site source = site("source");
                Site target = site("target")) {
            fill(source, 5);
            backup(source);
            fill(target, 2);
            before = content(target);
        }
        try (Site target = site("target")) {
            assertThatThrownBy(() -> Backup.restore(file, target, List.of(strict, DIARY), true))
                    .isInstanceOf(VerificationException.class)
                    .hasMessageContaining("N1: there is a third row (ana)");
            assertThat(content(target)).isEqualTo(before);
        }
    }

    @Test
    void aBackupThatCannotBeWrittenLeavesNothingBehind() throws IOException {
        try (Site source = site("source")) {
            fill(source, 1);
            assertThatThrownBy(() ->
                            Backup.write(source, ALL, folder.resolve("missing").resolve("x"), false, "test", CLOCK))
                    .isInstanceOf(StoaException.class)
                    .hasMessageContaining("cannot be written");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> String.valueOf(path.getFileName()))).noneMatch(name -> name.contains(".new-"));
        }
    }

    private Map<String, @Nullable Object> backup(Site source) {
        return Backup.write(source, ALL, file, false, "test 1", CLOCK);
    }

    private final Map<String, String> databases = new HashMap<>();

    private Site site(String name) {
        return dialect == Dialect.SQLITE
                ? Site.directory(folder.resolve(name), StorageSettings.defaults(), CLOCK)
                : Site.postgres(
                        databases.computeIfAbsent(name, n -> TestPostgres.freshDatabase()),
                        PostgresSettings.defaults(),
                        StorageSettings.defaults(),
                        CLOCK);
    }

    private static List<Boolean> exists(Site site) {
        return ALL.stream().map(site::exists).toList();
    }

    private static void fill(Site site, int rows) {
        try (Archive archive = site.open(Notebook.SCHEMA);
                Archive diary = site.open(DIARY)) {
            archive.write(tx -> {
                tx.batch(
                        """
                        INSERT INTO entry (author, body, seq, score, done, blob, at) VALUES ('ana', ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (author, body) DO NOTHING""",
                        IntStream.range(0, rows).boxed().toList(),
                        i -> Tx.values(
                                "row " + i,
                                tx.next("entry"),
                                i / 3.0,
                                i % 2 == 0,
                                new byte[] {i.byteValue(), 0},
                                CLOCK.instant()));
                return null;
            });
            diary.write(tx -> tx.update("INSERT INTO day (name, notes) VALUES ('mon\tday', '{\"a\": \"\\\\n\"}')"
                    + " ON CONFLICT (name) DO NOTHING"));
        }
    }

    private static List<List<@Nullable Object>> content(Site site) {
        try (Archive archive = site.open(Notebook.SCHEMA);
                Archive diary = site.open(DIARY)) {
            List<List<@Nullable Object>> rows = archive.list(
                    "SELECT author, body, seq, score, done, blob, at FROM entry ORDER BY id",
                    row -> List.of(
                            row.text(1),
                            row.text(2),
                            row.number(3),
                            row.real(4),
                            row.flag(5),
                            List.of(row.bytes(6)[0], row.bytes(6)[1]),
                            row.instant(7)));
            List<List<@Nullable Object>> all = new ArrayList<>(rows);
            all.addAll(diary.list("SELECT name, notes FROM day", row -> List.of(row.text(1), row.text(2))));
            return all;
        }
    }
}
