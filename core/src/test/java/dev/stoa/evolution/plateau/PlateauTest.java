package dev.stoa.evolution.plateau;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.evolution.plateau.Creation.Active;
import dev.stoa.evolution.plateau.Creation.Situation;
import dev.stoa.evolution.plateau.Stall.Tried;
import dev.stoa.evolution.play.AgentSpec;
import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.scenario.SettingsReader;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.Decision.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class PlateauTest {
    private static final Scenario SPLIT = Scenarios.get("split-100");
    private static final EvolutionSettings SETTINGS = SPLIT.evolution();

    private static List<Tried> tried(Outcome... outcomes) {
        List<Tried> tried = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            tried.add(new Tried(i + 1, Set.of(outcomes[i])));
        }
        return tried;
    }

    @Test
    void aStallCountsGenerationsWithoutAcceptanceAndPassesOverThoseThatSayNothing() {
        assertThat(Stall.of(tried(Outcome.REJECTED, Outcome.REJECTED), 0)).isEqualTo(2);
        assertThat(Stall.of(tried(Outcome.ACCEPTED, Outcome.REJECTED, Outcome.CULLED), 0))
                .isEqualTo(2);
        assertThat(Stall.of(tried(Outcome.REJECTED, Outcome.SKIPPED, Outcome.INSUFFICIENT, Outcome.REJECTED), 0))
                .isEqualTo(2);
        assertThat(Stall.of(tried(Outcome.REJECTED, Outcome.ACCEPTED), 0)).isZero();
        assertThat(Stall.of(List.of(new Tried(1, Set.of(Outcome.CULLED, Outcome.ACCEPTED, Outcome.REJECTED))), 0))
                .isZero();
        assertThat(Stall.of(tried(Outcome.REJECTED, Outcome.REJECTED, Outcome.REJECTED), 2))
                .isEqualTo(1);
    }

    @Test
    void oneActorsSuccessDoesNotResetAnothersStall() {
        List<Integer> stalls = List.of(
                Stall.of(
                        tried(Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.ACCEPTED),
                        0),
                Stall.of(
                        tried(Outcome.REJECTED, Outcome.REJECTED, Outcome.REJECTED, Outcome.REJECTED, Outcome.REJECTED),
                        0));
        assertThat(Creation.due(new Situation(5, stalls, false, true, OptionalInt.empty()), SETTINGS))
                .isTrue();
    }

    @Test
    void aPatienceOfFiveIsFiveGenerationsWithAnyNumberOfActors() {
        for (int actors = 1; actors <= 4; actors++) {
            List<Integer> four = java.util.Collections.nCopies(actors, 4);
            List<Integer> five = java.util.Collections.nCopies(actors, 5);
            assertThat(Creation.due(new Situation(9, four, false, true, OptionalInt.empty()), SETTINGS))
                    .isFalse();
            assertThat(Creation.due(new Situation(9, five, false, true, OptionalInt.empty()), SETTINGS))
                    .isTrue();
        }
    }

    @Test
    void afterAnAttemptNothingIsDesignedForTheCooldown() {
        for (int generation = 6; generation <= 8; generation++) {
            assertThat(Creation.due(new Situation(generation, List.of(9), false, true, OptionalInt.of(5)), SETTINGS))
                    .isFalse();
        }
        assertThat(Creation.due(new Situation(9, List.of(9), false, true, OptionalInt.of(5)), SETTINGS))
                .isTrue();
    }

    @Test
    void nothingIsDesignedWhileOneWaitsWithoutADesignOrWithoutRoom() {
        assertThat(Creation.due(new Situation(9, List.of(9), true, true, OptionalInt.empty()), SETTINGS))
                .isFalse();
        assertThat(Creation.due(new Situation(9, List.of(9), false, false, OptionalInt.empty()), SETTINGS))
                .isFalse();
        EvolutionSettings none = SettingsReader.override(SPLIT, Map.of("max_active_created_agents", "0"))
                .evolution();
        assertThat(Creation.due(new Situation(9, List.of(9), false, true, OptionalInt.empty()), none))
                .isFalse();
    }

    @Test
    void atTheCapTheSmallestDeltaIsReplacedAndOfEqualOnesTheOlder() {
        List<Active> active = List.of(new Active("a", 1, 3), new Active("b", 2, 1), new Active("c", 3, 1));
        assertThat(Creation.replaces(active, 4)).isEmpty();
        assertThat(Creation.replaces(active, 3)).contains(active.get(1));
    }

    @Test
    void aCreatedAgentIsTriedOnTheScoresOfAllActorsTogether() {
        int[] with = {8, 8, 8, 8, 8, 8, 8, 8, 8, 8};
        int[] without = {-10, -10, -10, -10, -10, -10, -10, -10, -10, -10};
        Decision decision = Creation.decide(with, without, 2, AcceptanceRule.of(SETTINGS));
        assertThat(decision.accepted()).isTrue();
        assertThat(decision.meanDiff()).isEqualTo(9);
        assertThat(decision.p()).isEqualTo(1.0 / 1024);
        assertThat(Creation.decide(without, with, 2, AcceptanceRule.of(SETTINGS))
                        .outcome())
                .isEqualTo(Outcome.REJECTED);
    }

    @Test
    void aReviewComesInItsIntervalAndKeepsOnlyWhatHelps() {
        assertThat(Review.due(15, 6, 0, 10)).isFalse();
        assertThat(Review.due(16, 6, 0, 10)).isTrue();
        assertThat(Review.due(20, 6, 16, 10)).isFalse();
        assertThat(Review.due(900, 6, 0, 0)).isFalse();
        assertThat(Review.keeps(new int[] {1, 2}, new int[] {1, 1})).isTrue();
        assertThat(Review.keeps(new int[] {1, 1}, new int[] {1, 1})).isFalse();
    }

    @Test
    void theCatalogueHasThreeBrokersAndRepeatsNoneThatFailed() {
        List<AgentSpec> failed = new ArrayList<>();
        for (String weight : List.of("0.5", "0.35", "0.65")) {
            AgentSpec spec = BrokerCatalogue.next(SPLIT, failed).orElseThrow().checkedFor(SPLIT);
            assertThat(spec.brain()).isEqualTo("policy:broker?weight=" + weight);
            assertThat(spec.allow()).containsExactly("offer.left_share");
            assertThat(spec.every()).isEqualTo(2);
            failed.add(spec);
        }
        assertThat(BrokerCatalogue.next(SPLIT, failed)).isEmpty();
    }
}
