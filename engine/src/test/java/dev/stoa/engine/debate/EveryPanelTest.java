package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.debate.DebateSession;
import dev.stoa.debate.DebateTurn;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.SessionRow;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.Phase;
import dev.stoa.debate.rules.Preset;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Debates of every size and kind, and that all of them is stored. */
@ParameterizedClass
@EnumSource(Dialect.class)
@Timeout(180)
@SuppressWarnings("NullAway.Init") // set before each test
class EveryPanelTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    @DisplayName("Every panel of 2-16 agents must run every preset; a role nobody holds must fall to the stated seat.")
    void everyPanelHoldsEveryKindOfDebate() throws Exception {
        for (Preset preset : List.of(Preset.VOTE, Preset.LADDER, Preset.ROUND_TABLE, Preset.CLASSIC)) {
            // PostgreSQL commits more slowly and decides nothing here: the smallest, some between and the largest.
            for (int seats = 2; seats <= 16; seats += dialect == Dialect.SQLITE ? 1 : 7) {
                DebateSession session =
                        ground.run(Ground.request("q" + seats, "sim", seats).preset(preset));
                assertThat(session.row().status())
                        .as("%s with %d", preset, seats)
                        .isEqualTo(SessionRow.Status.COMPLETED);
                ground.proves(session.row().id());
            }
        }
    }

    @Test
    @DisplayName(
            "Every session, turn, ballot, gate and version must be found after a restart, on both backends; no part"
                    + " of a debate may live only in memory.")
    void everythingIsFoundAfterARestart() throws Exception {
        ground.script().says(ResumeLawTest::coded);
        String code = ground.run(ResumeLawTest.code()).row().id();
        String gated = ground.run(Ground.request("q1", "sim", 3).gates(List.of(Phase.PROPOSAL)))
                .row()
                .id();
        ground.stoa()
                .debate()
                .gates()
                .decide(
                        ground.stoa()
                                .debate()
                                .gates()
                                .pending(gated)
                                .orElseThrow()
                                .id(),
                        Verdict.APPROVE,
                        "ana",
                        null);
        ground.resume(gated);
        List<Object> before = everything(code, gated);
        ground.reopen();

        assertThat(everything(code, gated)).isEqualTo(before);
        assertThat(ground.stoa().debate().versions().all(code)).isNotEmpty();
        assertThat(ground.stoa().debate().gates().all(gated)).hasSize(1);
        ground.proves(code);
        ground.proves(gated);
    }

    private List<Object> everything(String code, String gated) {
        return List.of(
                ground.stoa().debate().sessions().get(code).document(),
                ground.stoa().debate().sessions().get(gated).document(),
                ground.turns(code),
                ground.turns(gated),
                ground.ballots(code),
                ground.ballots(gated),
                ground.stoa().debate().gates().all(gated),
                ground.stoa().debate().versions().all(code),
                ground.stoa().debate().events().all(code),
                ground.stoa().debate().events().all(gated));
    }

    @Test
    @DisplayName(
            "Turns must come back in protocol order (dehallucination before adversarial), whatever their timestamps"
                    + " or the alphabet.")
    void turnsComeBackInTheOrderOfTheProtocol() throws Exception {
        String id = ground.run(Ground.request("q3", "sim", 4)
                        .preset(Preset.CLASSIC)
                        .rounds(2)
                        .set("early_stop", false))
                .row()
                .id();
        List<DebateTurn> turns = ground.turns(id);

        // The clock stood still: every turn has the same time.
        assertThat(turns)
                .extracting(DebateTurn::createdAt)
                .containsOnly(ground.clock().instant());
        assertThat(turns)
                .isSortedAccordingTo(Comparator.comparingInt(DebateTurn::round)
                        .thenComparingInt(turn -> turn.phase().number())
                        .thenComparingInt(DebateTurn::step)
                        .thenComparingInt(DebateTurn::turnSeq));
        assertThat(turns.getFirst().phase()).isEqualTo(Phase.DEHALLUCINATION);
        assertThat(turns).extracting(DebateTurn::phase).contains(Phase.ADVERSARIAL);
    }

    @Test
    @DisplayName("History must contain failed and cancelled sessions; both ends of a date range must filter.")
    void historyHasWhatFailedAndWhatWasCancelled() throws Exception {
        ground.script().says((situation, call) -> "nonsense");
        String failed = ground.run(Ground.request("q1", "script", 2)).row().id();
        ground.clock().advance(Duration.ofHours(1));
        String cancelled = ground.engine("first")
                .create(Ground.request("q2", "sim", 2), "local")
                .row()
                .id();
        ground.stoa().debate().sessions().cancel(cancelled, "ana");
        ground.clock().advance(Duration.ofHours(1));
        String completed = ground.run(Ground.request("q3", "sim", 2)).row().id();

        assertThat(ground.row(failed).stopReason()).isEqualTo("no_quorum");
        Instant start = ground.row(failed).createdAt();
        assertThat(listed(SessionFilter.all())).containsExactly(failed, cancelled, completed);
        assertThat(listed(SessionFilter.all().within(start.plusSeconds(1), null)))
                .containsExactly(cancelled, completed);
        assertThat(listed(SessionFilter.all().within(null, start.plusSeconds(7_200))))
                .containsExactly(failed, cancelled);
        assertThat(listed(SessionFilter.all().within(start, start.plusSeconds(3_600))))
                .containsExactly(failed);
    }

    private List<String> listed(SessionFilter filter) {
        return ground.stoa().debate().sessions().list(filter, Page.Request.first()).items().stream()
                .map(session -> session.row().id())
                .toList();
    }
}
