package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.learning.rating.Ratings;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Rows a day, by the times on record, on both backends. */
@OnBothDatabases
class GrowthTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-11-15T23:30:00Z");

    @Test
    void rowsAreCountedByTheirDayAndThoseBeforeTheFirstDayAreNot() {
        try (Place place = Place.on(dialect, folder, RatingArchive.SCHEMA)) {
            Archive archive = place.open(RatingArchive.SCHEMA, StorageSettings.defaults(), clock);
            Ratings ratings = Ratings.over(archive, clock);
            match(ratings, "first");
            clock.advance(Duration.ofHours(1));
            match(ratings, "second");
            match(ratings, "third");
            clock.advance(Duration.ofDays(28));
            match(ratings, "fourth");
            Growth all = counted(archive, RatingArchive.SCHEMA, Growth.MOST);
            assertThat(all.table()).isEqualTo("matches");
            assertThat(all.days()).hasSize(30).startsWith(1L, 2L, 0L).endsWith(0L, 1L);
            assertThat(all.atLeast()).isFalse();
            assertThat(all.document()).containsEntry("last_day", "2026-12-14");
            clock.advance(Duration.ofDays(1));
            assertThat(counted(archive, RatingArchive.SCHEMA, Growth.MOST).document())
                    .containsEntry("last_day", "2026-12-15");
            assertThat(counted(archive, RatingArchive.SCHEMA, Growth.MOST).days())
                    .startsWith(2L, 0L)
                    .endsWith(1L, 0L);
        }
    }

    @Test
    void ofManyRowsTheNewestAreLookedAt() {
        try (Place place = Place.on(dialect, folder, ContinuumArchive.SCHEMA)) {
            Archive archive = place.open(ContinuumArchive.SCHEMA, StorageSettings.defaults(), clock);
            Continuum memories = Continuum.over(
                    archive, clock, Ids.of(clock, new SplittableRandom(7)), Embedder.off(), Runnable::run);
            memories.add(MemoryDraft.of("old"));
            clock.advance(Duration.ofDays(40));
            for (int i = 0; i < 4; i++) {
                memories.add(MemoryDraft.of("new " + i));
                clock.advance(Duration.ofDays(1));
            }
            Growth some = counted(archive, ContinuumArchive.SCHEMA, 3);
            assertThat(some.days()).endsWith(0L, 1L, 1L, 1L, 0L);
            assertThat(some.atLeast()).isTrue();
            Growth all = counted(archive, ContinuumArchive.SCHEMA, 5);
            assertThat(all.days()).endsWith(0L, 1L, 1L, 1L, 1L, 0L);
            assertThat(all.days().stream().mapToLong(Long::longValue).sum()).isEqualTo(4);
            assertThat(all.atLeast()).isFalse();
        }
    }

    @Test
    void anExaminationCountsTheRowsOfEveryArchiveThatGrows() {
        String database = dialect == Dialect.SQLITE ? "" : TestPostgres.freshDatabase();
        StoaConfig config = StoaConfig.load(ConfigSources.of(
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "hashing"),
                dialect == Dialect.SQLITE
                        ? Location.directory(folder.resolve("data"))
                        : Location.postgres(database, folder.resolve("stoa-data"))));
        try (Stoa stoa = Stoa.open(config)) {
            stoa.openAll();
            stoa.learning().memories().add(MemoryDraft.of("Gate 3 is shut"));
            stoa.learning()
                    .consensus()
                    .record(ConsensusDraft.of("d1", "Ship?", "no", 0.8, List.of("ana", "bo"))
                            .build());
            stoa.learning().ratings().record(MatchDraft.won("d1", List.of("ana", "bo"), "ana"));
            stoa.learning().critiques().add(CritiqueDraft.of("d1", "ana", 0.5, "it is slow"));
            stoa.learning().evidence().add(EvidenceDraft.of("what was read", "web"));
            Map<String, Long> rows = new TreeMap<>();
            try (Site site = Stoa.site(config, InstantSource.system())) {
                for (ArchiveSchema schema : Stoa.ARCHIVES) {
                    Growth growth = site.examine(schema, false).growth();
                    rows.put(
                            schema.name(),
                            growth == null
                                    ? -1L
                                    : growth.days().stream()
                                            .mapToLong(Long::longValue)
                                            .sum());
                }
            }
            assertThat(rows)
                    .containsEntry("continuum", 1L)
                    .containsEntry("consensus", 1L)
                    .containsEntry("rating", 1L)
                    .containsEntry("critique", 1L)
                    .containsEntry("evidence", 1L)
                    .containsEntry("debate", 0L)
                    .containsEntry("evolution", 0L)
                    .containsEntry("breaker", -1L)
                    .hasEntrySatisfying("society", count -> assertThat(count).isNotNegative())
                    .hasEntrySatisfying("counsel", count -> assertThat(count).isNotNegative());
        } finally {
            if (!database.isEmpty()) {
                TestPostgres.drop(database);
            }
        }
    }

    private static void match(Ratings ratings, String debate) {
        ratings.record(MatchDraft.won(debate, List.of("ana", "bo"), "ana"));
    }

    private Growth counted(Archive archive, ArchiveSchema schema, int most) {
        return archive.read(tx -> Objects.requireNonNull(Growth.of(schema, tx, clock.instant(), most)));
    }
}
