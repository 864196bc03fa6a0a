package dev.stoa.evolution.loop;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Tactic;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.scenario.EvolutionSettings.Memory;
import dev.stoa.evolution.search.Recurrence;
import dev.stoa.evolution.search.Recurrence.Hit;
import dev.stoa.evolution.search.Scout.Coverage;
import dev.stoa.evolution.search.StrategyDocument;
import dev.stoa.search.vector.Embedder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The strategy memory of a run that is not stored: the same entries, vectors and rules. For one thread. */
final class RunMemory {
    private static final String ARCHETYPE = "primary_actor";
    private static final int FAILED = -3;

    private final String scenario;
    private final Memory settings;
    private final Embedder embedder;
    private final Map<String, float[]> vectors = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<Constraint> constraints = new ArrayList<>();

    // Entries are never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Entry(String actor, int generation, String tactic, int score, float[] vector) {}

    private record Constraint(String actor, String tactic, int from, int until) {}

    RunMemory(String scenario, Memory settings, Embedder embedder) {
        this.scenario = scenario;
        this.settings = settings;
        this.embedder = embedder;
    }

    void add(int generation, String actor, Policy policy, EpisodeResult episode) {
        entries.add(new Entry(
                actor, generation, Tactic.of(policy), episode.score(actor), vector(document(actor, policy, episode))));
    }

    private String document(String actor, Policy policy, EpisodeResult episode) {
        return StrategyDocument.of(
                scenario,
                ARCHETYPE,
                actor,
                Tactic.of(policy),
                StrategyDocument.doing(policy),
                episode.reason().text(),
                episode.score(actor),
                episode.turns());
    }

    private float[] vector(String document) {
        return vectors.computeIfAbsent(document, embedder::embed);
    }

    /** Looks whether the failures of a generation are old ones, and forbids their tactic for a while. */
    void constrain(int generation, String actor, Policy policy, List<EpisodeResult> worst) {
        String tactic = Tactic.of(policy);
        for (EpisodeResult episode : worst) {
            if (episode.score(actor) >= 0 || forbidden(generation, actor).contains(tactic)) {
                continue;
            }
            float[] query = vector(document(actor, policy, episode));
            List<Hit> nearest = entries.stream()
                    .filter(entry -> entry.generation() < generation && entry.score() < 0)
                    .map(entry -> new Hit(dot(query, entry.vector()), entry.tactic(), entry.score()))
                    .sorted(Comparator.comparingDouble(hit -> -hit.similarity()))
                    .limit(settings.neighbours())
                    .toList();
            if (Recurrence.recurs(tactic, nearest, settings)) {
                constraints.add(
                        new Constraint(actor, tactic, generation, generation + settings.constraintGenerations()));
            }
        }
    }

    /** The tactics that are forbidden to an actor in a generation. */
    Set<String> forbidden(int generation, String actor) {
        Set<String> tactics = new HashSet<>();
        for (Constraint each : constraints) {
            if (each.actor().equals(actor) && each.from() <= generation && generation < each.until()) {
                tactics.add(each.tactic());
            }
        }
        return tactics;
    }

    /** The lines of the live constraints of an actor. */
    List<String> lines(int generation, String actor) {
        return constraints.stream()
                .filter(each -> each.actor().equals(actor) && each.from() <= generation && generation < each.until())
                .map(each -> Recurrence.text(each.tactic(), each.until()))
                .toList();
    }

    Map<String, Coverage> coverage(String actor) {
        Map<String, Coverage> coverage = new HashMap<>();
        for (Entry entry : entries) {
            if (entry.actor().equals(actor)) {
                coverage.merge(
                        entry.tactic(),
                        new Coverage(1, entry.score() <= FAILED ? 1 : 0),
                        (a, b) -> new Coverage(a.entries() + b.entries(), a.failures() + b.failures()));
            }
        }
        return coverage;
    }

    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }
}
