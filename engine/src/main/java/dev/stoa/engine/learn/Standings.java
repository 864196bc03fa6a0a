package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.debate.rules.record.Context.Standing;
import dev.stoa.learning.rating.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what an agent's word has been worth. Thread-safe. */
final class Standings {
    private final Stoa stoa;

    Standings(Stoa stoa) {
        this.stoa = stoa;
    }

    /** The standings of agents in a domain; a part that cannot be read is that of newcomers. */
    List<Standing> of(List<String> agents, String domain, Sources sources) {
        Standing unknown = Standing.unknown();
        // Each source is asked once for all of them: on a server every question waits for its answer.
        List<String> names = agents.stream().distinct().toList();
        Map<String, Double> ratings = sources.read(
                "ratings", Map.of(), () -> stoa.learning().ratings().elos(names, domain));
        Map<String, Double> weights = sources.read(
                "reputation", Map.of(), () -> stoa.learning().reputation().voteWeights(names));
        Map<String, Calibration> calibrations = sources.read(
                "predictions", Map.of(), () -> stoa.learning().predictions().of(names, domain));
        return agents.stream()
                .map(agent -> {
                    double rating = ratings.getOrDefault(agent, unknown.rating());
                    double weight = weights.getOrDefault(agent, unknown.voteWeight());
                    Calibration calibration = calibrations.get(agent);
                    return calibration == null
                            ? new Standing(rating, weight, unknown.resolved(), unknown.correct())
                            : calibrated(rating, weight, calibration);
                })
                .toList();
    }

    private static Standing calibrated(double rating, double weight, Calibration calibration) {
        List<Integer> resolved = new ArrayList<>();
        List<Integer> correct = new ArrayList<>();
        for (Calibration.Bucket bucket : calibration.buckets()) {
            Double accuracy = bucket.accuracy();
            resolved.add(Math.toIntExact(bucket.n()));
            correct.add(accuracy == null ? 0 : Math.toIntExact(Math.round(accuracy * bucket.n())));
        }
        return new Standing(rating, weight, resolved, correct);
    }
}
