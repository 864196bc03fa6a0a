package dev.stoa.evolution.brain;

import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Utility;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a speaker is shown in a turn. Immutable. It holds nothing private of another party and no monologue, so that a
 * brain cannot use what it must not know.
 *
 * @param turn the number of this turn, from 0
 * @param call how often the speaker was asked before in this episode, for a brain with a script
 * @param maxTurns how many turns an episode has at most
 * @param you the speaker itself
 * @param state the public variables
 * @param stateVersion how often they were changed
 * @param grid the outcomes, or null in a scenario without issues
 * @param offers every applied change of an issue, oldest first
 * @param transcriptSource gives what was said, the newest entries; only a model reads it
 * @param environment tension, headline and hint
 * @param rejected what was wrong with the previous attempt of this turn
 */
public record Payload(
        int turn,
        int call,
        int maxTurns,
        You you,
        Map<String, @Nullable Object> state,
        long stateVersion,
        @Nullable OutcomeGrid grid,
        List<Offer> offers,
        Supplier<List<Line>> transcriptSource,
        Map<String, @Nullable Object> environment,
        @Nullable String rejected) {

    /**
     * The speaker.
     *
     * @param id its actor id
     * @param name its name
     * @param role what it is
     * @param goals what it wants
     * @param personality how it is
     * @param reservation the utility below which it loses
     * @param utility what outcomes are worth to it, or null in a scenario without issues and for a created agent
     */
    public record You(
            String id,
            String name,
            String role,
            List<String> goals,
            String personality,
            double reservation,
            @Nullable Utility utility) {}

    /**
     * The issues as an applied turn left them.
     *
     * @param turn the turn that changed them
     * @param speaker who did
     * @param outcome all issue values, as their place in the grid
     */
    public record Offer(int turn, String speaker, int outcome) {}

    /**
     * What was said.
     *
     * @param turn when, or -1 for the line that counts older entries
     * @param speaker who
     * @param text what
     */
    public record Line(int turn, String speaker, String text) {}

    /** The offer that stands, or null before the first. */
    public @Nullable Offer standing() {
        return offers.isEmpty() ? null : offers.getLast();
    }

    /** What was said, the newest entries. */
    public List<Line> transcript() {
        return transcriptSource.get();
    }

    /** It as JSON, for a model. */
    public Map<String, @Nullable Object> document() {
        List<Object> offered = new ArrayList<>();
        if (grid != null) {
            offers.forEach(offer -> offered.add(Json.object(
                    "turn", offer.turn(), "speaker", offer.speaker(), "values", grid.values(offer.outcome()))));
        }
        List<Object> said = new ArrayList<>();
        transcript()
                .forEach(line ->
                        said.add(Json.object("turn", line.turn(), "speaker", line.speaker(), "text", line.text())));
        return Json.object(
                "turn", turn,
                "max_turns", maxTurns,
                "speaker", you.id(),
                "you",
                        Json.object(
                                "id", you.id(),
                                "name", you.name(),
                                "role", you.role(),
                                "goals", you.goals(),
                                "personality", you.personality(),
                                "reservation", you.reservation(),
                                "utility", utilityDocument()),
                "state", state,
                "state_version", stateVersion,
                "offers", offered,
                "transcript", said,
                "environment", environment,
                "rejected", rejected);
    }

    private @Nullable Map<String, @Nullable Object> utilityDocument() {
        Utility utility = you.utility();
        if (grid == null || utility == null) {
            return null;
        }
        Map<String, @Nullable Object> sides = new LinkedHashMap<>();
        for (int i = 0; i < grid.issues().size(); i++) {
            var side = utility.preference().sides().get(i);
            sides.put(
                    grid.issues().get(i).path(),
                    Json.object("weight", side.weight(), "better", side.high() ? "high" : "low"));
        }
        return sides;
    }
}
