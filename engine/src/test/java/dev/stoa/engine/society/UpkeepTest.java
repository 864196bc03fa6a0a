package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.provider.Providers;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.PromptParts;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.EmptyArchives;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.TestClock;
import dev.stoa.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class UpkeepTest {
    private static final Principal HUMAN = Principal.local();
    private static final String OUTPUT = "word ".repeat(1_000);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Location location;
    private Stoa stoa;

    @BeforeEach
    void open() {
        String url = EmptyArchives.all(dialect, folder);
        location = dialect == Dialect.SQLITE
                ? Location.directory(folder)
                : new Location.Postgres(url, folder, "test", "test");
        stoa = open(Map.of());
        stoa.society().agents().register(HUMAN, AgentDraft.of("ana", "command:none"));
    }

    @AfterEach
    void close() {
        stoa.close();
        if (location instanceof Location.Postgres postgres) {
            TestPostgres.drop(postgres.url());
        }
    }

    private Stoa open(Map<String, String> settings) {
        Map<String, String> environment = new TreeMap<>(settings);
        environment.put("STOA_SEARCH_EMBEDDER", "off");
        return Stoa.open(StoaConfig.load(ConfigSources.of(folder, environment, location)), clock);
    }

    private void reopen(Map<String, String> settings) {
        stoa.close();
        stoa = open(settings);
    }

    private Upkeep upkeep() {
        return new Upkeep(stoa, new Orphans(stoa.society().executions(), ThisProcess.here(), clock), folder, clock);
    }

    private Execution claim() {
        Execution.Plan plan = new Execution.Plan() {
            @Override
            public int retries(String model) {
                return 0;
            }

            @Override
            public String prompt(PromptParts parts) {
                return OUTPUT;
            }
        };
        return stoa.society()
                .executions()
                .claim("elsewhere/1/1", Duration.ofMinutes(1), plan)
                .orElseThrow();
    }

    @Test
    void leasesIdleRunsAndOrphansAreLookedAfterAtOnceAndThenEveryHalfMinute() {
        String work =
                stoa.society().tasks().add(HUMAN, WorkDraft.of("work")).value().id();
        stoa.society().tasks().claim(HUMAN, work, Duration.ofSeconds(10));
        Run kept =
                stoa.society().runs().start(HUMAN, RunRequest.of("ana", "wait").keep(true));
        stoa.society().executions().finish(claim(), Execution.Outcome.completed("done", false));
        Run lost = stoa.society().runs().start(HUMAN, RunRequest.of("ana", "lost"));
        claim();

        Upkeep upkeep = upkeep();
        clock.advance(Duration.ofSeconds(11));
        assertThat(upkeep.sweep()).isTrue();
        assertThat(stoa.society().tasks().get(HUMAN, work).status()).isEqualTo(TaskStatus.PENDING);
        clock.advance(Duration.ofSeconds(29));
        assertThat(upkeep.sweep()).isFalse();
        clock.advance(Duration.ofHours(1));
        assertThat(upkeep.sweep()).isTrue();
        assertThat(stoa.society().runs().get(HUMAN, kept.id()).endReason()).isEqualTo("idle");
        assertThat(stoa.society().runs().execution(HUMAN, lost.id()).error()).isEqualTo("orphaned");
        assertThat(upkeep().sweep()).as("another does it again, without effect").isTrue();
        assertThat(upkeep.sweep()).isFalse();
        clock.advance(Duration.ofSeconds(-1));
        assertThat(upkeep.sweep()).as("a clock that steps back delays nothing").isTrue();
    }

    @Test
    void oldChangesAreForgottenEveryHour() {
        Upkeep upkeep = upkeep();
        assertThat(upkeep.tidy()).isTrue();
        assertThat(stoa.society().feed().extent().oldest()).isZero();
        clock.advance(Duration.ofDays(8));
        stoa.society().notes().add(HUMAN, NoteDraft.of("young"));
        long newest = stoa.society().feed().extent().newest();
        assertThat(upkeep.tidy()).isTrue();
        assertThat(stoa.society().feed().extent().oldest()).isEqualTo(newest - 1);
        clock.advance(Duration.ofMinutes(59));
        assertThat(upkeep.tidy()).isFalse();
        assertThat(upkeep().tidy()).isTrue();
        assertThat(stoa.society().feed().extent().oldest()).isEqualTo(newest - 1);
    }

    private List<String> found(String words) {
        return stoa
                .society()
                .context()
                .search(HUMAN, ContextQuery.of(words).in(ContextQuery.Scope.FILES))
                .items()
                .stream()
                .map(hit -> Path.of(hit.id()).getFileName().toString())
                .toList();
    }

    @Test
    void aGlobThatIsNoneIsWarnedOfAndHoldsUpNothing() {
        reopen(Map.of("STOA_SOCIETY_FILES", "[.txt"));
        Upkeep upkeep = upkeep();
        try (CapturedLog log = CapturedLog.of(Upkeep.class)) {
            assertThat(upkeep.tidy()).isTrue();
            assertThat(log.warnings()).containsExactly("FILES could not be looked after; it is tried again");
        }
    }

    @Test
    void filesAreReadAtTheStartAndEveryHour() throws IOException {
        reopen(Map.of("STOA_SOCIETY_FILES", "*.txt"));
        Files.writeString(folder.resolve("one.txt"), "heron");
        Upkeep upkeep = upkeep();
        upkeep.tidy();
        assertThat(found("heron")).containsExactly("one.txt");
        Files.writeString(folder.resolve("two.txt"), "heron");
        clock.advance(Duration.ofMinutes(59));
        upkeep.tidy();
        assertThat(found("heron")).hasSize(1);
        clock.advance(Duration.ofMinutes(1));
        upkeep.tidy();
        assertThat(found("heron")).hasSize(2);
        Files.delete(folder.resolve("one.txt"));
        upkeep().tidy();
        assertThat(found("heron")).containsExactly("two.txt");
    }

    @Test
    void outputsAreCutDailyAndOnlyWhereThatIsWanted() {
        Run run = stoa.society().runs().start(HUMAN, RunRequest.of("ana", "go"));
        stoa.society().executions().finish(claim(), Execution.Outcome.completed(OUTPUT, false));
        clock.advance(Duration.ofDays(31));
        upkeep().tidy();
        assertThat(stoa.society().runs().execution(HUMAN, run.id()).output()).isEqualTo(OUTPUT);
        reopen(Map.of("STOA_SOCIETY_RETENTION", "true", "STOA_SOCIETY_KEEP_OUTPUT_DAYS", "32"));
        Upkeep upkeep = upkeep();
        upkeep.tidy();
        assertThat(stoa.society().runs().execution(HUMAN, run.id()).output()).isEqualTo(OUTPUT);
        clock.advance(Duration.ofHours(23));
        upkeep.tidy();
        clock.advance(Duration.ofHours(1).plusMillis(1));
        assertThat(stoa.society().runs().execution(HUMAN, run.id()).output()).isEqualTo(OUTPUT);
        upkeep.tidy();
        assertThat(stoa.society().runs().execution(HUMAN, run.id()).output()).hasSize(2_000);
    }

    @Test
    void aWorkerDoesAllOfIt() throws Exception {
        reopen(Map.of("STOA_SOCIETY_FILES", folder.resolve("*.txt").toString()));
        Files.writeString(folder.resolve("one.txt"), "heron");
        String work =
                stoa.society().tasks().add(HUMAN, WorkDraft.of("work")).value().id();
        stoa.society().tasks().claim(HUMAN, work, Duration.ofSeconds(10));
        clock.advance(Duration.ofDays(8));
        Worker.over(stoa, Providers.of(stoa.config(), Map.of(), clock), Map.of(), clock)
                .workOff(1);
        assertThat(stoa.society().tasks().get(HUMAN, work).status()).isEqualTo(TaskStatus.PENDING);
        assertThat(stoa.society().feed().extent().oldest()).isPositive();
        assertThat(found("heron")).containsExactly("one.txt");
    }
}
