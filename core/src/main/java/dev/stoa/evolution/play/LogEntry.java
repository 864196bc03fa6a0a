package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.Proposal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happened in one turn. Immutable.
 *
 * @param turn its number, from 0
 * @param actorId who spoke
 * @param applied whether a valid proposal was applied; else the turn was skipped
 * @param attempts how often the speaker was asked
 * @param violation the last error of the turn, or null
 * @param proposal what was applied; empty for a skipped turn
 * @param tokens what the turn cost
 * @param stateVersion the version of the state after it
 * @param environment tension, headline and hint after it
 */
public record LogEntry(
        int turn,
        String actorId,
        boolean applied,
        int attempts,
        @Nullable String violation,
        Proposal proposal,
        long tokens,
        long stateVersion,
        Map<String, @Nullable Object> environment) {
    static final Proposal SILENCE = new Proposal("", "", List.of(), false, false);

    /** The column {@code outcome}. */
    public String outcome() {
        return applied ? "applied" : "skipped";
    }
}
