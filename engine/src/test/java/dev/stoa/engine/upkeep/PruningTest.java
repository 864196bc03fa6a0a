package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.Outbox;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.provider.Providers;
import dev.stoa.json.Json;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class PruningTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private UpkeepFixture place;

    @BeforeEach
    void open() {
        place = UpkeepFixture.on(dialect, folder);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void whatIsPastItsTimeIsCountedThenGoesAndTheRestStays() throws Exception {
        place.with(Map.of(
                "STOA_RATING_HISTORY_DAYS", "30",
                "STOA_DEBATE_KEEP_PROMPTS_DAYS", "30",
                "STOA_DEBATE_RETENTION_DAYS", "60"));
        fill("old");
        place.clock().advance(Duration.ofDays(400));
        fill("young");

        PruneReport counted = prune(true);
        PruneReport pruned = prune(false);

        assertThat(counted.dryRun()).isTrue();
        assertThat(pruned.dryRun()).isFalse();
        for (PruneReport report : List.of(counted, pruned)) {
            assertThat(Json.write(report.document().get("memory")))
                    .isEqualTo("{\"expired\":1,\"evicted\":0,\"overflowed\":0,\"generations\":0,\"outcomes\":1}");
            assertThat(report.history()).isEqualTo(2);
            assertThat(report.evidence()).isEqualTo(1);
            assertThat(report.breakers()).isZero();
            assertThat(report.critiques().critiques()).isEqualTo(1);
            // The debate goes as a whole, so that its prompts need not be dropped before; a dry run counts both.
            assertThat(report.debates().sessions()).isEqualTo(1);
            assertThat(report.society().changes()).isPositive();
        }
        Stoa stoa = place.stoa();
        assertThat(stoa.learning().memories().show("young").content()).isEqualTo("kept as young");
        assertThat(stoa.debate()
                        .sessions()
                        .list(SessionFilter.all(), Page.Request.first())
                        .items())
                .singleElement()
                .satisfies(session -> assertThat(session.row().topic()).isEqualTo("topic young"));
        assertThat(stoa.learning().ratings().matches(Page.Request.first()).items())
                .hasSize(2);
        assertThat(stoa.society()
                        .feed()
                        .read(Principal.local(), FeedQuery.after(0))
                        .toString())
                .contains("young");

        PruneReport again = prune(false);
        assertThat(again.history()
                        + again.evidence()
                        + again.debates().sessions()
                        + again.society().changes())
                .isZero();
        place.sound();
    }

    @Test
    void withoutSettingsDebatesPromptsAndTheHistoryOfRatingsAreKept() throws Exception {
        fill("old");
        place.clock().advance(Duration.ofDays(4_000));

        PruneReport pruned = prune(false);

        assertThat(pruned.history()).isZero();
        assertThat(pruned.debates().prompts()).isZero();
        assertThat(pruned.debates().sessions()).isZero();
        assertThat(pruned.evidence()).isEqualTo(1);
        assertThat(place.stoa()
                        .debate()
                        .sessions()
                        .list(SessionFilter.all(), Page.Request.first())
                        .items())
                .hasSize(1);
        place.sound();
    }

    @Test
    void promptsAreDroppedOfDebatesThatStay() throws Exception {
        place.with(Map.of("STOA_DEBATE_KEEP_PROMPTS_DAYS", "30"));
        fill("old");
        place.clock().advance(Duration.ofDays(31));

        long counted = prune(true).debates().prompts();
        assertThat(counted).isPositive();
        assertThat(prune(false).debates().prompts()).isEqualTo(counted);
        assertThat(prune(false).debates().prompts()).isZero();
        String id = place.stoa()
                .debate()
                .sessions()
                .list(SessionFilter.all(), Page.Request.first())
                .items()
                .getFirst()
                .id();
        assertThat(place.stoa().debate().replay().replay(id).mismatches()).isEmpty();
    }

    @Test
    void correctionsThatWereProposedAndNotConfirmedAreRetiredAfterThirtyDays() {
        place.stoa()
                .counsel()
                .corrections()
                .suggest(Principal.local(), CorrectionDraft.of("height of the tower", "It is 330 m high."));
        assertThat(prune(false).counsel().corrections().expired()).isZero();
        place.clock().advance(Duration.ofDays(31));

        assertThat(prune(true).counsel().corrections().expired()).isEqualTo(1);
        assertThat(prune(false).counsel().corrections().expired()).isEqualTo(1);
        assertThat(prune(false).counsel().corrections().expired()).isZero();
        place.sound();
    }

    @Test
    void theListenerIsToldOfEveryArchiveInTheOrderOfTheWork() {
        List<String> told = new ArrayList<>();

        Pruning.of(place.stoa()).run(true, (step, done) -> told.add(done + " " + step));

        assertThat(told)
                .containsExactly(
                        "1 memory",
                        "2 rating",
                        "3 critique",
                        "4 evidence",
                        "5 breaker",
                        "6 debate",
                        "7 society",
                        "8 counsel",
                        "9 evolution");
    }

    private PruneReport prune(boolean dryRun) {
        return Pruning.of(place.stoa()).run(dryRun, UpkeepListener.NONE);
    }

    /** Something in every archive, by the name of its time. */
    private void fill(String name) throws InterruptedException {
        Stoa stoa = place.stoa();
        stoa.learning()
                .memories()
                .add(MemoryDraft.of("gone with " + name).id("gone-" + name).ttlSeconds(60 * 86_400));
        stoa.learning()
                .memories()
                .add(MemoryDraft.of("kept as " + name).id(name).never());
        stoa.learning().memories().outcome(name, Outcome.succeeded());
        stoa.learning().evidence().add(EvidenceDraft.of("never used " + name, "web"));
        stoa.learning().critiques().add(CritiqueDraft.of("d-" + name, "ana", 0.5, "slow " + name));
        stoa.learning().ratings().record(MatchDraft.of("d-" + name, Map.of("ana", 1.0, "bo", 0.0)));
        stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "command:none"));
        DebateSession session = DebateEngine.over(
                        stoa,
                        Providers.of(place.config(), Map.of(), place.clock()),
                        place.clock(),
                        CodeRunner.create(false, List.of()),
                        "test")
                .run(
                        DebateRequest.on("topic " + name)
                                .preset(Preset.VOTE)
                                .seed(1)
                                .set("learn", false)
                                .agents(IntStream.range(0, 3)
                                        .mapToObj(seat -> Seat.of("a" + seat, "sim", ""))
                                        .toList()),
                        "local",
                        DebateListener.NONE);
        // A debate that the audit log has still to hear of is never deleted.
        Outbox outbox = stoa.debate().outbox();
        outbox.done(outbox.due(session.id(), List.of("audit"), 0, 10));
    }
}
