package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/** An epoch that is to be opened. Immutable. */
public record EpochDraft(
        String generationId,
        EpochKind kind,
        String purpose,
        int planned,
        @Nullable String verdictId) {
    private static final int LONGEST_PURPOSE = 64;
    private static final int MOST_SLOTS = 100_000;

    public EpochDraft {
        Bounds.id("generation", generationId);
        Bounds.given("kind", kind);
        Bounds.text("purpose", purpose, 1, LONGEST_PURPOSE);
        Bounds.whole("planned", planned, 1, MOST_SLOTS);
    }
}
