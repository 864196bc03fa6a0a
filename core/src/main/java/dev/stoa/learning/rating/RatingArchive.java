package dev.stoa.learning.rating;

import dev.stoa.storage.ArchiveSchema;

/** The declaration of the rating archive. */
public final class RatingArchive {
    /** Ratings, matches, relationships and predictions. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named("rating")
            .file("aragora_elo.db")
            .postgresSchema("elo")
            .module("elo")
            .version(1, "ratings, matches, history, relationships and predictions")
            .version(2, "calibration of ratings")
            .version(3, "pairs, domain ratings and Bradley-Terry fits", RatingBackFill::pairs)
            .version(4, "resolved predictions and their buckets", RatingBackFill::predictions)
            .invariant(
                    "R1",
                    "a rating, its history, its domains or its pairs are not what the matches make of them",
                    (tx, most) -> new RatingReplay(tx).violations(most))
            .invariant(
                    "R2",
                    "a calibration is not what the resolved predictions make of it",
                    (tx, most) -> new CalibrationReplay(tx).violations(most))
            .build();

    private RatingArchive() {}
}
