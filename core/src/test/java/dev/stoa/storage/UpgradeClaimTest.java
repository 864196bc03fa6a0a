package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.CounselArchive;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Which of several processes that open an archive at once says that it upgraded it. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class UpgradeClaimTest {
    private static final int OPENERS = 6;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private List<Integer> claims(Place place) throws Exception {
        CyclicBarrier start = new CyclicBarrier(OPENERS);
        Callable<Integer> opening = () -> {
            start.await();
            StorageSettings settings = StorageSettings.defaults();
            try (Archive archive = dialect == Dialect.SQLITE
                    ? SqliteArchive.open(CounselArchive.SCHEMA, folder, settings, InstantSource.system())
                    : PostgresArchive.open(
                            CounselArchive.SCHEMA,
                            place.where(),
                            PostgresSettings.defaults(),
                            settings,
                            InstantSource.system())) {
                return archive.upgradedFrom();
            }
        };
        List<Integer> claims = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(OPENERS)) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < OPENERS; i++) {
                all.add(threads.submit(opening));
            }
            for (Future<Integer> one : all) {
                claims.add(one.get());
            }
        }
        return claims;
    }

    @Test
    void ofManyThatUpgradeAnArchiveAtOnceOneSaysSo() throws Exception {
        try (Place place = Place.on(dialect, folder)) {
            place.open(ArchiveSchema.named("counsel")
                    .file("aua.db")
                    .postgresSchema("aua")
                    .module("aua")
                    .times(TimeForm.UNIX_SECONDS)
                    .version(1, "conversations, corrections, model runs and the audit log")
                    .build());
            place.closeArchives();
            assertThat(claims(place)).filteredOn(from -> from > 0).hasSize(1);
        }
    }

    @Test
    void noneOfManyThatCreateAnArchiveAtOnceSaysThatItUpgradedIt() throws Exception {
        try (Place place = Place.on(dialect, folder)) {
            assertThat(claims(place)).containsOnly(0);
        }
    }
}
