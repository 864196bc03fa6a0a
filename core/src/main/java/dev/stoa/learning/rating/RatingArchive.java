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
            .build();

    private RatingArchive() {}
}
