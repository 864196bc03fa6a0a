package dev.stoa.learning.rating;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TakeoverRule;

/** The declaration of the rating archive. */
public final class RatingArchive {
    // Far beyond any rating, and small enough that sums of changes stay exact.
    private static final double MOST = 1e6;

    /** Ratings, matches, relationships and predictions. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("rating")
            .file("aragora_elo.db")
            .postgresSchema("elo")
            .module("elo")
            .grows("matches", "created_at", "created_at")
            .version(1, "ratings, matches, history, relationships and predictions")
            .version(2, "calibration of ratings")
            .version(3, "pairs, domain ratings and Bradley-Terry fits", RatingBackFill::pairs)
            .version(4, "resolved predictions and their buckets", RatingBackFill::predictions)
            .version(5, "what simulated debates left is marked")
            .invariant(
                    "R1",
                    "a rating, its history, its domains or its pairs are not what the matches make of them",
                    (tx, most) -> new RatingReplay(tx).violations(most))
            .invariant(
                    "R2",
                    "a calibration is not what the resolved predictions make of it",
                    (tx, most) -> new CalibrationReplay(tx).violations(most))
            .completion(RatingBackFill::complete)
            .takeover(
                    new TakeoverRule.Range("ratings", "elo", -MOST, MOST),
                    new TakeoverRule.Range("elo_history", "elo", -MOST, MOST),
                    new TakeoverRule.Range("ratings", "calibration_brier_sum", 0, MOST),
                    new TakeoverRule.Range("domain_calibration", "brier_sum", 0, MOST),
                    TakeoverRule.unit("calibration_predictions", "confidence"))
            .build();

    private RatingArchive() {}
}
