package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.debate.rules.Context.Standing;
import dev.stoa.learning.rating.Calibration;
import java.util.ArrayList;
import java.util.List;

/** Reads what an agent's word has been worth. Thread-safe. */
final class Standings {
    private final Stoa stoa;

    Standings(Stoa stoa) {
        this.stoa = stoa;
    }

    /** The standing of an agent in a domain; a part that cannot be read is that of a newcomer. */
    Standing of(String agent, String domain, Sources sources) {
        Standing unknown = Standing.unknown();
        double rating = sources.read(
                "ratings", unknown.rating(), () -> stoa.learning().ratings().elo(agent, domain));
        double weight = sources.read(
                "reputation",
                unknown.voteWeight(),
                () -> stoa.learning().reputation().voteWeight(agent));
        return sources.read(
                "predictions",
                new Standing(rating, weight, unknown.resolved(), unknown.correct()),
                () -> calibrated(rating, weight, stoa.learning().predictions().of(agent, domain)));
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
