package dev.stoa.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit.Granted;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** That a store tells of what others commit to its archive, on both backends. */
@OnBothDatabases
class LearningWatchTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private String database = "";
    private Stoa here;
    private Stoa elsewhere;

    @BeforeEach
    void open() {
        database = dialect == Dialect.SQLITE ? "" : TestPostgres.freshDatabase();
        here = Stoa.open(config());
        elsewhere = Stoa.open(config());
    }

    @AfterEach
    void close() {
        elsewhere.close();
        here.close();
        if (!database.isEmpty()) {
            TestPostgres.drop(database);
        }
    }

    private StoaConfig config() {
        return StoaConfig.load(ConfigSources.of(
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "hashing"),
                dialect == Dialect.SQLITE
                        ? Location.directory(folder.resolve("data"))
                        : Location.postgres(database, folder.resolve("stoa-data"))));
    }

    private void told(Function<Learning, CommitSignal.Watch> watched, Consumer<Learning> written) throws Exception {
        try (CommitSignal.Watch watch = watched.apply(here.learning())) {
            assertThat(watch.await(Duration.ZERO)).isFalse();
            written.accept(elsewhere.learning());
            assertThat(watch.await(Duration.ofSeconds(60))).isTrue();
        }
    }

    @Test
    void whatAnotherProcessCommitsIsTold() throws Exception {
        elsewhere.openAll();
        here.openAll();
        told(
                learning -> learning.memories().watch(),
                learning -> learning.memories().add(MemoryDraft.of("Gate 3 is shut")));
        told(
                learning -> learning.consensus().watch(),
                learning -> learning.consensus()
                        .record(ConsensusDraft.of("d1", "Ship?", "no", 0.8, List.of("ana", "bo"))
                                .build()));
        told(
                learning -> learning.ratings().watch(),
                learning -> learning.ratings().record(MatchDraft.won("d1", List.of("ana", "bo"), "ana")));
        told(
                learning -> learning.critiques().watch(),
                learning -> learning.critiques().add(CritiqueDraft.of("d1", "ana", 0.5, "it is slow")));
        told(
                learning -> learning.evidence().watch(),
                learning -> learning.evidence().add(EvidenceDraft.of("what was read", "web")));
        told(learning -> learning.breakers().watch(), learning -> opened(learning.breakers()));
    }

    private static void opened(CircuitBreakers breakers) {
        while (breakers.acquire("openai:x", Duration.ofMinutes(1)) instanceof Granted permit) {
            breakers.report(permit, CallResult.failure("timeout"));
        }
    }
}
