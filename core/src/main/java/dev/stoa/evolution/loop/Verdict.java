package dev.stoa.evolution.loop;

import dev.stoa.evolution.search.Variant;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.Decision.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What a generation decided about one candidate, or about an actor without any. Immutable.
 *
 * @param actorId whose
 * @param variant the candidate, or null where there was none
 * @param outcome what was decided
 * @param reason why
 * @param cullMean the candidate's mean score in the race, or null without one
 * @param decision what the trial showed, or null without one
 */
public record Verdict(
        String actorId,
        @Nullable Variant variant,
        Outcome outcome,
        String reason,
        @Nullable Double cullMean,
        @Nullable Decision decision) {}
