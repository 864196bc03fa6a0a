package dev.stoa.evolution.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Tactic;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class SearchTest {
    private static final Scenario TRADE = Scenarios.get("two-issue-trade");
    private static final Policy INCUMBENT =
            Policy.parse(TRADE.actors().getFirst().brain());

    private static Mutator.Task task(Set<String> forbidden, @Nullable String cell, long seed) {
        return new Mutator.Task(
                INCUMBENT,
                Space.of(TRADE, TRADE.actors().getFirst(), INCUMBENT),
                true,
                forbidden,
                cell,
                List.of(),
                .25,
                24,
                seed);
    }

    @Test
    void variantsAreTheSameForTheSameTaskAndDifferFromTheIncumbentAndEachOther() {
        List<Variant> variants = new BuiltinMutator().propose(task(Set.of(), null, 7));
        assertThat(variants)
                .isEqualTo(new BuiltinMutator().propose(task(Set.of(), null, 7)))
                .hasSize(24);
        assertThat(variants).extracting(Variant::policy).doesNotHaveDuplicates().doesNotContain(INCUMBENT);
        assertThat(variants).isNotEqualTo(new BuiltinMutator().propose(task(Set.of(), null, 8)));
    }

    @Test
    void noVariantHasAForbiddenTactic() {
        String forbidden = Tactic.of(INCUMBENT);
        for (int seed = 0; seed < 50; seed++) {
            assertThat(new BuiltinMutator().propose(task(Set.of(forbidden), null, seed)))
                    .noneSatisfy(
                            variant -> assertThat(Tactic.of(variant.policy())).isEqualTo(forbidden));
        }
        assertThat(new BuiltinMutator().propose(task(Set.copyOf(Tactic.CELLS), null, 1)))
                .isEmpty();
    }

    @Test
    void theHypothesisOfTheScoutReachesTheMutator() {
        String cell = "soft_opening/early_concession/selective_trade";
        int found = 0;
        for (int seed = 0; seed < 40; seed++) {
            List<Variant> variants = new BuiltinMutator().propose(task(Set.of(), cell, seed));
            Variant last = variants.getLast();
            if (last.operator().equals("scout")) {
                assertThat(Tactic.of(last.policy())).isEqualTo(cell);
                found++;
            }
        }
        assertThat(found).isGreaterThan(10);
    }

    @Test
    void whatIsFrozenOrHasNoRangeDoesNotMove() {
        Scenario deadlock = Scenarios.get("split-deadlock");
        Scenario.Actor left = deadlock.actor("left");
        Policy policy = Policy.parse(left.brain());
        Space space = Space.of(deadlock, left, policy);
        assertThat(space.parameters()).extracting(each -> each.name()).containsExactly("ask", "accept");
        List<Variant> variants = new BuiltinMutator()
                .propose(new Mutator.Task(policy, space, true, Set.of(), null, List.of(), .5, 24, 3));
        assertThat(variants).isNotEmpty().allSatisfy(variant -> {
            assertThat(variant.policy().value("ask")).isBetween(.9, 1.0);
            assertThat(variant.policy().value("accept")).isBetween(.45, .5);
            assertThat(variant.policy().value("tradeoff")).isEqualTo(policy.value("tradeoff"));
        });
        assertThat(new BuiltinMutator()
                        .propose(new Mutator.Task(
                                policy, new Space(List.of()), true, Set.of(), null, List.of(), .5, 24, 3)))
                .isEmpty();
    }

    @Test
    void toTradeTakesTwoIssues() {
        Scenario split = Scenarios.get("split-100");
        assertThat(Space.of(split, split.actor("left"), INCUMBENT).parameters())
                .extracting(each -> each.name())
                .containsExactly("open", "floor", "pace");
    }

    @Test
    void stepsGrowAfterSuccessAndShrinkAfterFailureWithinBounds() {
        assertThat(BuiltinMutator.sigma(.25, List.of())).isEqualTo(.25);
        assertThat(BuiltinMutator.sigma(.25, List.of(true))).isEqualTo(.325);
        assertThat(BuiltinMutator.sigma(.25, java.util.Collections.nCopies(50, false)))
                .isEqualTo(.05);
        assertThat(BuiltinMutator.sigma(.25, java.util.Collections.nCopies(50, true)))
                .isEqualTo(.5);
    }

    @Test
    void everybodyMeetsEverybodyOnce() {
        assertThat(Race.meetings(Map.of("left", 3))).isEmpty();
        assertThat(Race.meetings(Map.of("left", 3, "right", 2))).hasSize(6).doesNotHaveDuplicates();
        assertThat(Race.meetings(Map.of("a", 2, "b", 2, "c", 2)))
                .doesNotHaveDuplicates()
                .allSatisfy(meeting -> assertThat(meeting).hasSize(3));
    }

    private static Contest raced(String actor, double wanted, int[]... ownAndLeast) {
        Contest contest = new Contest(actor, ownAndLeast.length, wanted);
        for (int variant = 0; variant < ownAndLeast.length; variant++) {
            contest.ran(variant, List.of(new Contest.Score(ownAndLeast[variant][0], ownAndLeast[variant][1])));
        }
        contest.lead();
        contest.rank();
        return contest;
    }

    private static Company met(List<Contest> contests, double present, Map<Map<String, Integer>, Integer> least) {
        Company company = new Company(contests, present, .5);
        company.meetings().forEach(meeting -> meeting.met(List.of(least.getOrDefault(meeting.variants(), -5))));
        return company;
    }

    @Test
    void thoseWhoMayPassLeadAndOfThemThoseWhoLeaveMostToTheOthers() {
        int[][] scores = new int[12][];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = new int[] {i < 4 ? -2 : 2, i < 4 ? 1 : -i % 5};
        }
        Contest contest = new Contest("left", scores.length, 0);
        for (int i = 0; i < scores.length; i++) {
            contest.ran(i, List.of(new Contest.Score(scores[i][0], scores[i][1])));
        }
        contest.lead();
        assertThat(contest.leaders()).containsExactly(5, 10, 6, 11, 7, 8, 4, 9);
        assertThat(contest.mean(0)).isEqualTo(-2);
        assertThat(contest.plainSurvivors(2)).containsExactly(4, 5);
    }

    @Test
    void thoseComeToTheTrialUnderWhomTheWorstOffDoesBest() {
        Contest left = raced("left", 0, new int[] {4, -4}, new int[] {2, -1}, new int[] {-5, -5});
        Contest right = raced("right", 0, new int[] {1, -3}, new int[] {3, -2});
        Company company = met(
                List.of(left, right), -5, Map.of(Map.of("left", 1, "right", 0), 3, Map.of("left", 0, "right", 1), 1));
        assertThat(company.meetings()).hasSize(4);
        assertThat(company.survivors("left", 2)).containsExactly(1);
        assertThat(company.survivors("right", 2)).containsExactly(0);
    }

    @Test
    void oneWhoTakesMoreThanTheOthersCanBearDoesNotComeToATrial() {
        Contest left = raced("left", 4, new int[] {5, -3}, new int[] {5, -2}, new int[] {3, 3}, new int[] {2, 2});
        Contest right = raced("right", 4, new int[] {-5, -5}, new int[] {-4, -5});
        Company company = met(List.of(left, right), 3, Map.of());
        assertThat(company.survivors("left", 2)).containsExactly(2);
        assertThat(company.survivors("right", 2)).isEmpty();
    }

    @Test
    void whereNobodyMayPassThoseComeToTheTrialWhoDidBestAndHarmedNobody() {
        Contest left = raced("left", 4, new int[] {1, 1}, new int[] {3, 3}, new int[] {2, 2});
        Company company = met(List.of(left), 1, Map.of());
        assertThat(company.meetings()).isEmpty();
        assertThat(company.survivors("left", 2)).containsExactly(1, 2);
        Company alone = new Company(List.of(new Contest("left", 1, 4)), 1, .5);
        assertThat(alone.survivors("left", 1)).containsExactly(0);
    }

    @Test
    void aTrialTakesHalfOfTheVariantsAndAtMostHalfOfAFamily() {
        var settings = TRADE.evolution();
        assertThat(Race.places(24, settings)).isEqualTo(2);
        assertThat(Race.places(3, settings)).isEqualTo(2);
        assertThat(Race.places(2, settings)).isEqualTo(1);
        assertThat(Race.places(1, settings)).isEqualTo(1);
        assertThat(Race.pool(settings, false)).isEqualTo(3);
    }

    @Test
    void theWorstSliceIsRoundedUpAndOfEqualScoresTheEarlier() {
        int[] scores = {3, -5, 2, -5, 4, 4, 4, 4, 4, 4, 4};
        assertThat(WorstSlice.of(scores, .2)).containsExactly(1, 3, 2);
        assertThat(WorstSlice.of(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 0}, .2)).containsExactly(9, 0);
        assertThat(WorstSlice.of(scores, 1)).hasSize(11);
    }

    @Test
    void theScoutNamesWhatWasTriedLeast() {
        Map<String, Scout.Coverage> coverage = new java.util.HashMap<>();
        Tactic.CELLS.forEach(cell -> coverage.put(cell, new Scout.Coverage(20, 20)));
        coverage.put(Tactic.CELLS.get(5), new Scout.Coverage(4, 2));
        assertThat(Scout.hypothesis("left", Tactic.CELLS, coverage))
                .isEqualTo(new Hypothesis(
                        "left has tried " + Tactic.CELLS.get(5) + " 4 times", Tactic.CELLS.get(5), 8, 6));
        assertThat(Scout.hypothesis("left", Tactic.CELLS, Map.of()).target()).isEqualTo(Tactic.CELLS.getFirst());
        assertThat(Scout.due(5, 5)).isTrue();
        assertThat(Scout.due(6, 5)).isFalse();
        assertThat(Scout.due(5, 0)).isFalse();
    }

    @Test
    void theScoutNamesOnlyCellsThatTheActorCanReach() {
        Scenario split = Scenarios.get("split-100");
        Policy policy = Policy.parse(split.actor("left").brain());
        List<String> even = Tactic.CELLS.stream()
                .filter(cell -> cell.endsWith("even_trade"))
                .toList();
        assertThat(Space.of(split, split.actor("left"), policy).cells(policy)).isEqualTo(even);
        assertThat(Space.of(split, split.actor("left"), policy).cells(policy.with(Map.of("tradeoff", .7))))
                .allMatch(cell -> cell.endsWith("selective_trade"));
        assertThat(Space.of(TRADE, TRADE.actors().getFirst(), INCUMBENT).cells(INCUMBENT))
                .isEqualTo(Tactic.CELLS);
        Scenario narrow = ScenarioReader.toml(
                "n.toml",
                Scenarios.text("split-100")
                        .replaceFirst(
                                "reservation =", "mutable = {open = [0.7, 1], pace = [0.2, 0.5]}\nreservation ="));
        assertThat(Space.of(narrow, narrow.actor("left"), policy).cells(policy))
                .containsExactly(
                        "aggressive_opening/late_concession/even_trade", "moderate_opening/late_concession/even_trade");
        assertThat(new Space(List.of()).cells(policy)).containsExactly(Tactic.of(policy));
    }

    @Test
    void aFailureRecursWhenEnoughOfTheNearestAreAlike() {
        var memory = TRADE.evolution().memory();
        Recurrence.Hit alike = new Recurrence.Hit(.8, "t", -3);
        assertThat(Recurrence.recurs("t", List.of(alike, alike, alike), memory)).isTrue();
        assertThat(Recurrence.recurs("t", List.of(alike, alike), memory)).isFalse();
        assertThat(Recurrence.recurs("t", List.of(alike, alike, new Recurrence.Hit(.79, "t", -3)), memory))
                .isFalse();
        assertThat(Recurrence.recurs("t", List.of(alike, alike, new Recurrence.Hit(.9, "u", -3)), memory))
                .isFalse();
        assertThat(Recurrence.recurs("t", List.of(alike, alike, new Recurrence.Hit(.9, "t", -2)), memory))
                .isFalse();
        assertThat(Recurrence.text("t", 9)).isEqualTo("avoid: t (until generation 9)");
    }

    @Test
    void theDocumentOfTheMemory() {
        assertThat(StrategyDocument.of(
                        "s", "primary_actor", "left", "t", StrategyDocument.doing(INCUMBENT), "timeout", -5, 20))
                .isEqualTo("scenario s archetype primary_actor actor left tactic t params open=1.0 floor=0.2 pace=0.5"
                        + " tradeoff=0.0 outcome timeout score -5 turns 20");
        assertThat(StrategyDocument.doing("x".repeat(900))).hasSize(500);
        assertThat(StrategyDocument.strategy(INCUMBENT, List.of("avoid: t (until generation 9)")))
                .isEqualTo("open = 0.95\nfloor = 0.2\npace = 0.5\ntradeoff = 0\navoid: t (until generation 9)");
    }

    @Test
    void anAgentOfAPersonIsAskedAsThatPersonWroteIt() {
        Map<String, Scenario.Range> ranges = new java.util.LinkedHashMap<>();
        ranges.put("temperature", new Scenario.Range(0, 1));
        ranges.put("top_p", new Scenario.Range(.5, 1));
        assertThat(ParameterMutator.initial("openai:m", ranges)).isEqualTo(Map.of("temperature", .7));
        assertThat(ParameterMutator.initial("openai:m?top_p=0.9&temperature=none", ranges))
                .isEqualTo(Map.of("temperature", .7, "top_p", .9));
        assertThat(ParameterMutator.initial("sim:?accuracy=0.7", Map.of("flip", new Scenario.Range(0, 1))))
                .isEqualTo(Map.of("flip", 0.0));
    }

    @Test
    void aModelsStrategyChangesBySentences() {
        SentenceMutator.Prompt first = new SentenceMutator.Prompt(0, "Be polite.", .7, .3, "initial");
        List<SentenceMutator.Prompt> variants = SentenceMutator.propose(first, Set.of("soft_opening"), .25, 3, 5);
        assertThat(variants).hasSize(3).allSatisfy(prompt -> {
            assertThat(prompt.strategy()).startsWith("Be polite.\n");
            assertThat(prompt.temperature()).isBetween(0.0, 2.0);
            assertThat(prompt.tactic()).isNotIn("soft_opening", "initial");
        });
        SentenceMutator.Prompt second = variants.getFirst();
        assertThat(SentenceMutator.propose(second, Set.of(), .25, 8, 6))
                .allSatisfy(
                        prompt -> assertThat(prompt.strategy().lines().count()).isLessThanOrEqualTo(3));
    }
}
