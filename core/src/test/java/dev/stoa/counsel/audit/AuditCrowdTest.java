package dev.stoa.counsel.audit;

import static dev.stoa.counsel.audit.LogFixture.ANN;
import static dev.stoa.counsel.audit.LogFixture.classes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Trace;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Threads and processes that write to one log at once, and processes that die while they do. */
@Tag("crash")
@OnBothDatabases
class AuditCrowdTest {
    private static final int THREADS = 64;
    private static final int PROCESSES = 4;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private final List<Child> children = new ArrayList<>();

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder);
    }

    @AfterEach
    void close() {
        children.forEach(Child::close);
        place.close();
    }

    private Stoa stoa() {
        return Stoa.open(AuditProcess.config(place.where(), folder));
    }

    @Test
    void sixtyFourThreadsKeepOneChain() throws Exception {
        int each = 10;
        try (Stoa stoa = stoa();
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                running.add(threads.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        stoa.counsel()
                                .audit()
                                .record(
                                        ANN,
                                        AuditEvent.of("export", Trace.NONE, Map.of("thread", thread, "number", i)));
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
            VerifyReport report = stoa.counsel().audit().verify(ANN, List.of(), List.of());
            assertThat(classes(report)).isEmpty();
            assertThat(report.size()).isEqualTo(1 + THREADS * each);
        }
    }

    @Test
    void fourProcessesThatBeginTheLogTogetherKeepOneChain() {
        int each = 40;
        for (int p = 0; p < PROCESSES; p++) {
            children.add(Child.start(AuditProcess.class, place.where(), folder, "process" + p, each));
        }
        children.forEach(child -> child.expect("started"));
        children.forEach(child -> child.say("go"));
        for (Child child : children) {
            assertThat(child.rest()).endsWith("done");
            child.succeed();
        }
        try (Stoa stoa = stoa()) {
            VerifyReport report = stoa.counsel().audit().verify(ANN, List.of(), List.of());
            assertThat(classes(report)).isEmpty();
            assertThat(report.size())
                    .as("none found what another creates half done")
                    .isEqualTo(1 + PROCESSES * each);
            assertThat(report.largest()).as("each signed when it ended").isEqualTo(report.size());
        }
    }

    @Test
    void aProcessKilledWhileItSignsLeavesALogThatVerifiesAndIsSignedOn() {
        for (int round = 0; round < 5; round++) {
            try (Child child = Child.start(AuditProcess.class, place.where(), folder, "round" + round, 100_000)) {
                child.expect("started");
                child.say("go");
                // Later in each round, so that death comes at another step.
                for (int i = 0; i <= round; i++) {
                    child.expect("signing");
                }
                child.kill();
            }
            try (Stoa stoa = stoa()) {
                VerifyReport report = stoa.counsel().audit().verify(ANN, List.of(), List.of());
                assertThat(classes(report)).as("round %s", round).isEmpty();
                assertThat(stoa.counsel().audit().checkpoint(ANN).size()).isEqualTo(report.size());
                assertThat(classes(stoa.counsel().audit().verify(ANN, List.of(), List.of())))
                        .isEmpty();
            }
        }
    }
}
