package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An episode that was played and is to be stored. Immutable.
 *
 * @param id null for a new one
 * @param epochId the epoch it belongs to; null for a writer without epochs
 * @param shadow whether it is no production; in an epoch the kind of the epoch decides
 * @param nashRatio how near the outcome is to the best; null without issues
 * @param judge who gave the scores
 * @param scoutHypotheses what the scout expected of the generation
 * @param finalState the state at the end, with what is private in it
 */
public record EpisodeDraft(
        @Nullable String id,
        String generationId,
        @Nullable String epochId,
        @Nullable Integer slot,
        @Nullable Long seed,
        boolean shadow,
        TerminationReason terminationReason,
        int totalTurns,
        List<Participant> participants,
        @Nullable Double nashRatio,
        String judge,
        @Nullable String rationale,
        @Nullable Object scoutHypotheses,
        Map<String, ? extends @Nullable Object> finalState,
        List<LogEntry> logs) {
    private static final int FEWEST_PARTICIPANTS = 2;
    private static final int MOST_PARTICIPANTS = 32;
    private static final int LONGEST_JUDGE = 200;
    private static final int LONGEST_RATIONALE = 64 << 10;
    private static final int MOST_TURNS = 100_000;

    public EpisodeDraft {
        if (id != null) {
            Bounds.id("episode", id);
        }
        Bounds.id("generation", generationId);
        Bounds.given("termination_reason", terminationReason);
        Bounds.whole("total_turns", totalTurns, 0, MOST_TURNS);
        Bounds.size("participants", participants, FEWEST_PARTICIPANTS, MOST_PARTICIPANTS);
        Bounds.text("judge", judge, 1, LONGEST_JUDGE);
        Bounds.textOrNull("rationale", rationale, 0, LONGEST_RATIONALE);
        Bounds.given("final_state", finalState);
        participants = List.copyOf(participants);
        logs = List.copyOf(Bounds.given("logs", logs));
        if ((epochId == null) != (slot == null)) {
            throw Bounds.invalid("an episode has an epoch and a slot, or none of them", "give both");
        }
        if (nashRatio != null) {
            Bounds.real("nash_ratio", nashRatio, 0, Double.MAX_VALUE);
        }
        checkParticipants(participants);
        checkLogs(logs, totalTurns);
    }

    private static void checkParticipants(List<Participant> participants) {
        List<String> seen = new ArrayList<>();
        boolean others = false;
        for (int i = 0; i < participants.size(); i++) {
            Participant each = participants.get(i);
            String field = "participants[" + i + "]";
            if (i < FEWEST_PARTICIPANTS && !each.primary()) {
                throw Bounds.invalid(
                        field + ".archetype is " + each.archetype().text() + "; the first two are primary actors",
                        "list the primary actors first");
            }
            if (each.primary() && others) {
                throw Bounds.invalid(field + " is a primary actor behind another", "list the primary actors first");
            }
            others |= !each.primary();
            if (each.primary() == (each.score() == null)) {
                throw Bounds.invalid(
                        field + ".score is " + each.score() + " and its archetype "
                                + each.archetype().text(),
                        "give primary actors a score, and no others");
            }
            if (each.score() != null) {
                Bounds.whole(field + ".score", each.score(), -5, 5);
            }
            Bounds.id(field + ".profile_id", Bounds.given(field + ".profile_id", each.profileId()));
            if (seen.contains(each.actorId())) {
                throw Bounds.invalid(field + ".actor_id " + each.actorId() + " is there twice", "name each once");
            }
            seen.add(each.actorId());
        }
    }

    private static void checkLogs(List<LogEntry> logs, int totalTurns) {
        if (logs.size() != totalTurns) {
            throw Bounds.invalid(
                    "logs has " + logs.size() + " turns and total_turns is " + totalTurns, "log every turn once");
        }
        for (int i = 0; i < logs.size(); i++) {
            LogEntry entry = logs.get(i);
            if (entry.turnNumber() != i) {
                throw Bounds.invalid(
                        "logs[" + i + "].turn_number is " + entry.turnNumber() + ", expected " + i,
                        "log the turns in order, from 0 on");
            }
            entry.check();
        }
    }

    int minScore() {
        return participants.stream()
                .filter(Participant::primary)
                .mapToInt(each -> each.score() == null ? 0 : each.score())
                .min()
                .orElse(0);
    }

    long tokens() {
        return participants.stream().mapToLong(Participant::tokens).sum();
    }

    long penalties() {
        return participants.stream().mapToLong(Participant::penalties).sum();
    }

    /** What makes two episodes the same, whatever their ids and times are. */
    String content(boolean isShadow, boolean withLogs) {
        return Json.canonical(Json.object(
                "generation_id", generationId,
                "epoch_id", epochId,
                "slot", slot,
                "seed", seed == null ? null : seed.toString(),
                "shadow", isShadow,
                "termination_reason", terminationReason.text(),
                "total_turns", withLogs ? totalTurns : null,
                "participants", participants.stream().map(Participant::document).toList(),
                "nash_ratio", nashRatio,
                "judge", judge,
                "rationale", rationale,
                "scout_hypotheses", scoutHypotheses,
                "final_state", finalState,
                "logs", withLogs ? logs.stream().map(LogEntry::document).toList() : null));
    }
}
