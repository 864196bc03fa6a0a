package dev.stoa.engine.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts that every implementation must come to: seed 1, a thousand questions; and the laws by other seeds. */
class LawRunsTest {
    private static final Path GUIDE = Path.of("../docs");
    private static final AtomicLong TURNS = new AtomicLong();

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static LawRuns runs;

    @BeforeAll
    static void runOnce() {
        runs = LawRuns.of(Tunnel.telling(TURNS::addAndGet), 1_000, 1);
    }

    @Test
    void theFirstQuestion() {
        SimRules question = SimRules.of(1, "q0", 4);
        assertThat(question.truth()).isEqualTo(2);
        SimPanel panel = SimPanel.parse("5xsim:");
        assertThat(panel.seats())
                .extracting(seat -> question.draft(seat.agent(), panel.params().getFirst()))
                .containsExactly(2, 2, 2, 1, 3);
    }

    @Test
    void theStoredLawsAreThoseThatAreMeasured() {
        assertThat(StoredLaws.document())
                .as("stoa tunnel laws --questions 1000 --seed 1 --json tells them again")
                .isEqualTo(Json.parseObject(
                        Json.write(LawResult.document(runs.results(), StoredLaws.QUESTIONS, StoredLaws.SEED))));
    }

    @Test
    void theVoteExplainsMostOfTheGain() {
        TunnelRow row = runs.table();
        assertThat(List.of(row.believers().getFirst(), row.draftVoteRight(), row.right(), row.noWinner()))
                .containsExactly(3_085L, 766L, 801L, 46L);
        assertThat(row.flips()).isEqualTo(new TunnelRow.Flips(377, 564, 138));
    }

    @Test
    void beliefIsAMartingaleWithoutVerification() {
        assertThat(runs.rounds(5).believers()).containsExactly(3_085L, 3_086L, 3_099L, 3_090L, 3_071L);
        assertThat(runs.believing().believers()).containsExactly(3_085L, 3_672L, 4_041L, 4_288L, 4_474L);
    }

    @Test
    void moreRoundsBeforeVotingHurt() {
        assertThat(runs.byRounds().values()).extracting(TunnelRow::right).containsExactly(766L, 727L, 669L, 619L, 601L);
    }

    @Test
    void heterogeneityHelps() {
        assertThat(runs.oneFamily().right()).isEqualTo(625);
        assertThat(runs.families().right()).isEqualTo(741);
    }

    @Test
    void hierarchyWithstandsFaultyAgentsAndTheChainDoesNot() {
        assertThat(right(runs.sound()))
                .isEqualTo(Map.of(Topology.STAR, 754L, Topology.TREE, 787L, Topology.CHAIN, 704L));
        assertThat(right(runs.sabotaged()))
                .isEqualTo(Map.of(Topology.STAR, 727L, Topology.TREE, 686L, Topology.CHAIN, 455L));
    }

    private static Map<Topology, Long> right(Map<Topology, TunnelRow> rows) {
        Map<Topology, Long> right = new EnumMap<>(Topology.class);
        rows.forEach((topology, row) -> right.put(topology, row.right()));
        return right;
    }

    @Test
    void sparseIsLikeMesh() {
        assertThat(right(runs.byTopology()))
                .isEqualTo(Map.of(
                        Topology.GRAPH_MESH, 837L, Topology.STAR, 852L, Topology.TREE, 851L, Topology.CHAIN, 843L));
    }

    @Test
    void debatingOnlyOnDisagreementIsCheaper() {
        TunnelRow ladder = runs.ladder();
        assertThat(List.of(ladder.right(), ladder.debated(), ladder.tokens())).containsExactly(808L, 628L, 5_204_000L);
        assertThat(List.of(runs.longTable().right(), runs.longTable().tokens())).containsExactly(801L, 12_750_000L);
    }

    @Test
    void everyLawHoldsAndSaysByHowMuch() {
        List<LawResult> laws = runs.results();
        assertThat(laws).extracting(LawResult::law).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(laws).allMatch(LawResult::ok);
        assertThat(laws.getFirst().document()).containsOnlyKeys("law", "title", "ok", "measured", "bound");
        assertThat(laws.get(3).document())
                .containsEntry("measured", Map.of("five families - one", 0.741 - 0.625))
                .containsEntry("bound", Map.of("five families - one", Map.of("least", 0.06)));
    }

    @Test
    void aBoundThatIsMissedIsNoLaw() {
        LawResult.Condition most = LawResult.Condition.atMost("tokens", 0.66, 0.65);
        LawResult.Condition least = LawResult.Condition.atLeast("gain", 0.1, 0.1);
        assertThat(most.ok()).isFalse();
        assertThat(least.ok()).isTrue();
        LawResult law = new LawResult(6, "sparse", List.of(least, most));
        assertThat(law.ok()).isFalse();
        assertThat(law.document()).containsEntry("ok", false);
    }

    @Test
    void thePicturesOfTheGuideAreThoseOfThisRun() throws IOException {
        for (Map.Entry<String, Plot> plot : runs.plots().entrySet()) {
            assertThat(Files.readString(GUIDE.resolve("img").resolve(plot.getKey())))
                    .as("stoa tunnel laws --questions 1000 --plots docs/img draws it again")
                    .isEqualTo(plot.getValue().svg());
        }
    }

    @Test
    void theTablesOfTheGuideAreThoseOfThisRun() throws IOException {
        String guide = Files.readString(GUIDE.resolve("wind-tunnel.md"));
        assertThat(guide)
                .contains(cells("", List.of(runs.table())))
                .contains(cells("right", runs.byRounds().values()))
                .contains(cells("", List.of(runs.oneFamily(), runs.families())))
                .contains(cells("all sound", led(runs.sound())))
                .contains(cells("one faulty", led(runs.sabotaged())))
                .contains(cells("right", List.of(LawRuns.row(runs.byTopology(), Topology.GRAPH_MESH))))
                .contains(cells("", led(runs.byTopology())))
                .contains(cells("right", List.of(runs.longTable(), runs.ladder())))
                .contains(beliefs("agents who follow each other", runs.rounds(5)))
                .contains(beliefs("agents who can also check (`verify=.3`)", runs.believing()));
    }

    private static List<TunnelRow> led(Map<Topology, TunnelRow> rows) {
        return Stream.of(Topology.STAR, Topology.TREE, Topology.CHAIN)
                .map(topology -> LawRuns.row(rows, topology))
                .toList();
    }

    private static String cells(String head, Collection<TunnelRow> rows) {
        return rows.stream()
                .map(row -> String.format(
                        Locale.ROOT,
                        "%.1f %% (%.1f–%.1f)",
                        100 * row.accuracy(),
                        100 * row.interval().low(),
                        100 * row.interval().high()))
                .collect(Collectors.joining(" | ", head.isEmpty() ? "" : "| " + head + " | ", " |"));
    }

    private static String beliefs(String head, TunnelRow row) {
        return row.belief().stream()
                .map(share -> String.format(Locale.ROOT, "%.1f %%", 100 * share))
                .collect(Collectors.joining(" | ", "| " + head + " | ", " |"));
    }

    @Test
    void theTurnsAreThoseForetoldButWhereTheLadderAgrees() {
        long agreed = 1_000 - runs.ladder().debated();
        assertThat(TURNS).hasValue(1_000L * LawRuns.TURNS_PER_QUESTION - 5 * agreed);
    }

    @Test
    void questionsAndSeedAreBounded() {
        assertThatThrownBy(() -> Tunnel.create().laws(0, 1)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> Tunnel.create().laws(10, -1)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> Tunnel.create().laws(1_000_001, 1)).hasMessageContaining("1,000,000");
    }

    /** Each seed is a run of its own, as long as that of all other tests together. */
    @Tag("soak")
    @ParameterizedTest
    @ValueSource(longs = {2, 7, 20_240_601})
    void everyLawHoldsByAnySeed(long seed) {
        assertThat(Tunnel.create().laws(LawRuns.QUESTIONS, seed)).allMatch(LawResult::ok);
    }
}
