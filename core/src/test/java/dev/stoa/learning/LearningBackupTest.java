package dev.stoa.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.DissentDraft;
import dev.stoa.learning.consensus.DissentType;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.CritiqueResolution;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What a debate teaches, through a backup and back, on both backends. */
@OnBothDatabases
class LearningBackupTest {
    private static final int DEBATES = 120;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final Map<String, String> databases = new HashMap<>();

    @AfterEach
    void drop() {
        databases.values().forEach(TestPostgres::drop);
    }

    @Test
    @DisplayName("A backup taken under load and restored must satisfy section 10, with no learned debate lost and none"
            + " counted twice.")
    void aBackupUnderLoadComesBackWholeAndCanBeTaughtAgain() throws Exception {
        Path file = folder.resolve("all.backup");
        Semaphore taught = new Semaphore(0);
        try (Stoa stoa = Stoa.open(config("source"));
                ExecutorService teacher = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> debates = IntStream.range(0, DEBATES)
                    .<Future<?>>mapToObj(debate -> teacher.submit(() -> {
                        teach(stoa, debate);
                        taught.release();
                    }))
                    .toList();
            taught.acquire(DEBATES / 3);
            try (Site site = Stoa.site(config("source"), InstantSource.system())) {
                Backup.write(site, Stoa.ARCHIVES, file, false, "test", InstantSource.system());
            }
            for (Future<?> debate : debates) {
                debate.get();
            }
        }

        try (Site site = Stoa.site(config("target"), InstantSource.system())) {
            Backup.restore(file, site, Stoa.ARCHIVES, false);
        }
        assertEverythingHolds("target");
        try (Stoa stoa = Stoa.open(config("target"))) {
            IntStream.range(0, DEBATES).forEach(debate -> teach(stoa, debate));
            assertThat(stoa.learning().ratings().show("ana").debatesCount()).isEqualTo(DEBATES);
            assertThat(stoa.learning().reputation().find("ana").orElseThrow().critiquesGiven())
                    .isEqualTo(DEBATES);
            assertThat(stoa.learning().memories().show("seen").successCount()).isEqualTo(DEBATES);
            for (int debate = 0; debate < DEBATES; debate++) {
                assertThat(stoa.learning().consensus().show("d" + debate).dissents())
                        .hasSize(1);
            }
        }
        assertEverythingHolds("target");
    }

    /** Everything that one debate leaves, each under a key of its own, so that it can be applied twice. */
    private static void teach(Stoa stoa, int debate) {
        String id = "d" + debate;
        stoa.learning()
                .consensus()
                .record(ConsensusDraft.of(id, "topic " + debate, "yes", 0.8, List.of("ana", "bo", "cy"))
                        .agreeing(List.of("ana", "bo"))
                        .dissents(List.of(new DissentDraft(
                                "cy", DissentType.RISK_WARNING, "data loss in case " + debate, 0.7, null)))
                        .build());
        stoa.learning()
                .ratings()
                .record(MatchDraft.won(id, List.of("ana", "bo", "cy"), debate % 2 == 0 ? "ana" : "cy"));
        stoa.learning()
                .critiques()
                .add(CritiqueDraft.of(id, "ana", 0.5, "case " + debate + " is slow")
                        .key("c-" + id));
        stoa.learning().critiques().resolve(CritiqueResolution.of("c-" + id, debate % 3 != 0));
        stoa.learning().evidence().add(EvidenceDraft.of("what was read in case " + debate, "web"));
        stoa.learning()
                .memories()
                .add(MemoryDraft.of("a memory that every debate has seen").id("seen"));
        stoa.learning().memories().outcome("seen", Outcome.succeeded().key(id));
        stoa.learning()
                .memories()
                .add(MemoryDraft.of("topic " + debate + "\nyes").id("debate:" + id));
    }

    private void assertEverythingHolds(String name) {
        try (Site site = Stoa.site(config(name), InstantSource.system())) {
            Stoa.ARCHIVES.forEach(
                    archive -> assertThat(site.examine(archive, true).findings())
                            .as(archive.name())
                            .noneMatch(Checkup.Finding::damage));
        }
    }

    private StoaConfig config(String name) {
        Path data = folder.resolve(name);
        return StoaConfig.load(ConfigSources.of(
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "hashing"),
                dialect == Dialect.SQLITE
                        ? Location.directory(data)
                        : Location.postgres(
                                databases.computeIfAbsent(name, n -> TestPostgres.freshDatabase()),
                                folder.resolve("stoa-data"))));
    }
}
