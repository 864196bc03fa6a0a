package dev.stoa.engine.evolution;

import dev.stoa.base.TextEnum;
import dev.stoa.evolution.SlotResult;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.plateau.Stall;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.search.Contest;
import dev.stoa.evolution.search.Race;
import dev.stoa.evolution.search.Race.Round;
import dev.stoa.evolution.trial.Decision.Outcome;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What earlier generations of a run decided, as far as later ones depend on it. For one thread. */
final class RunHistory {
    private final Map<String, List<Boolean>> accepted = new HashMap<>();
    private final Map<String, List<Stall.Tried>> tried = new HashMap<>();
    private final Map<String, List<Policy>> elite = new HashMap<>();
    private int withoutAcceptance;

    /** The history of a run up to a generation, from the archive. */
    static RunHistory load(Desk desk, long before) {
        RunHistory history = new RunHistory();
        TreeMap<Long, List<Verdict>> byGeneration = new TreeMap<>();
        for (Verdict verdict :
                desk.stores().verdicts().list(desk.me(), desk.run().id())) {
            if (verdict.generation() < before) {
                byGeneration
                        .computeIfAbsent(verdict.generation(), any -> new ArrayList<>())
                        .add(verdict);
            }
        }
        List<String> actors = desk.evolving().stream().map(actor -> actor.id()).toList();
        for (long generation = 1; generation < before; generation++) {
            history.add(Math.toIntExact(generation), actors, byGeneration.getOrDefault(generation, List.of()));
        }
        // Where episodes cost tokens there is no race that could be led.
        for (String actor : desk.speakers().free() ? actors : List.<String>of()) {
            for (List<Verdict> verdicts : byGeneration.descendingMap().values()) {
                List<Verdict> raced = candidates(verdicts, actor);
                if (!raced.isEmpty()) {
                    history.elite.put(actor, leaders(desk, raced));
                    break;
                }
            }
        }
        return history;
    }

    /** The verdicts of an actor that have a candidate, in the order of their variants. */
    static List<Verdict> candidates(List<Verdict> verdicts, String actor) {
        return verdicts.stream()
                .filter(verdict -> verdict.kind() == VerdictKind.MUTATION
                        && actor.equals(verdict.actorId())
                        && verdict.candidateProfileId() != null)
                .sorted(Comparator.comparingInt(Verdict::variant))
                .toList();
    }

    /** The policies that led a stored race. */
    private static List<Policy> leaders(Desk desk, List<Verdict> raced) {
        String generation = raced.getFirst().generationId();
        String actor = String.valueOf(raced.getFirst().actorId());
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < raced.size(); i++) {
            places.put(raced.get(i).id(), i);
        }
        Map<String, List<SlotResult>> played = new HashMap<>();
        for (SlotResult result : desk.stores().steps().results(desk.me(), generation)) {
            played.computeIfAbsent(result.epochId(), id -> new ArrayList<>()).add(result);
        }
        List<Epoch> epochs = desk.stores().epochs().list(desk.me(), generation);
        List<SlotResult> production = epochs.stream()
                .filter(epoch -> epoch.kind() == EpochKind.PRODUCTION)
                .flatMap(epoch -> played.getOrDefault(epoch.id(), List.of()).stream())
                .toList();
        Contest contest = new Contest(
                actor,
                raced.size(),
                Race.wanted(mean(production, actor), desk.rule().margin()));
        ran(contest, epochs, Round.FIRST, places, played);
        contest.lead();
        ran(contest, epochs, Round.SECOND, places, played);
        contest.rank();
        return policies(
                contest,
                raced.stream()
                        .map(verdict ->
                                desk.stores().profiles().get(desk.me(), String.valueOf(verdict.candidateProfileId())))
                        .toList());
    }

    private static void ran(
            Contest contest,
            List<Epoch> epochs,
            Round round,
            Map<String, Integer> places,
            Map<String, List<SlotResult>> played) {
        for (Epoch epoch : epochs) {
            Integer place = epoch.verdictId() == null ? null : places.get(epoch.verdictId());
            if (place != null && epoch.purpose().equals(round.purpose())) {
                contest.ran(place, scores(played.getOrDefault(epoch.id(), List.of()), contest.actorId()));
            }
        }
    }

    /** What a variant of an actor had of episodes. */
    static List<Contest.Score> scores(List<SlotResult> results, String actor) {
        return results.stream()
                .map(result -> new Contest.Score(result.score(actor), result.minScore()))
                .toList();
    }

    /** The mean score of an actor in episodes. */
    static double mean(List<SlotResult> results, String actor) {
        return results.stream()
                .mapToInt(result -> result.score(actor))
                .average()
                .orElse(0);
    }

    /** The leaders of a race that the next mutator may recombine with; a model has none. */
    static List<Policy> policies(Contest contest, List<Profile> candidates) {
        return contest.leaders().stream()
                .limit(Race.ELITE)
                .flatMap(leader -> Policy.of(candidates.get(leader).hyperparameters()).stream())
                .toList();
    }

    /** Takes up what a generation decided. */
    void add(int generation, List<String> actors, List<Verdict> verdicts) {
        boolean any = false;
        for (String actor : actors) {
            Set<Outcome> outcomes = new LinkedHashSet<>();
            boolean decided = false;
            for (Verdict verdict : verdicts) {
                if (verdict.kind() == VerdictKind.MUTATION && actor.equals(verdict.actorId())) {
                    outcomes.add(TextEnum.of(
                            "outcome", Outcome.values(), verdict.outcome().text()));
                    decided |= verdict.n() != null;
                    any |= verdict.outcome() == VerdictOutcome.ACCEPTED;
                }
            }
            tried.computeIfAbsent(actor, id -> new ArrayList<>()).add(new Stall.Tried(generation, outcomes));
            if (decided) {
                accepted.computeIfAbsent(actor, id -> new ArrayList<>()).add(outcomes.contains(Outcome.ACCEPTED));
            }
        }
        withoutAcceptance = any ? 0 : withoutAcceptance + 1;
    }

    void lead(String actor, List<Policy> leaders) {
        elite.put(actor, leaders);
    }

    List<Policy> elite(String actor) {
        return elite.getOrDefault(actor, List.of());
    }

    List<Boolean> accepted(String actor) {
        return accepted.getOrDefault(actor, List.of());
    }

    int stall(String actor, int after) {
        return Stall.of(tried.getOrDefault(actor, List.of()), after);
    }

    /** How many of the newest generations accepted nothing. */
    int withoutAcceptance() {
        return withoutAcceptance;
    }
}
