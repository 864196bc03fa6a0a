package dev.stoa.learning.rating;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A match to be recorded, not checked yet. Immutable; each wither returns another draft.
 *
 * @param debateId its key: the same content again is no second match
 * @param participants 2 to 16, in the order in which they were shown
 * @param scores one for each participant; empty if only the winner is known
 * @param winner must be the one with the highest score, if there are scores
 * @param ordered whether the judge saw the participants in this order
 * @param rated whether it moves ratings
 * @param simulated whether chance had a seat: then it is on record and moves nothing
 * @param votes which option each agent voted for
 */
public record MatchDraft(
        String debateId,
        List<String> participants,
        Map<String, Double> scores,
        @Nullable String winner,
        @Nullable String domain,
        @Nullable String judge,
        boolean ordered,
        boolean rated,
        boolean simulated,
        Map<String, String> votes,
        List<Critique> critiques,
        List<PositionChange> positionChanges) {
    public MatchDraft {
        Bounds.given("debateId", debateId);
        Bounds.given("participants", participants);
        Bounds.given("scores", scores);
        Bounds.given("votes", votes);
        Bounds.given("critiques", critiques);
        Bounds.given("positionChanges", positionChanges);
        participants = List.copyOf(participants);
        scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
        votes = Map.copyOf(votes);
        critiques = List.copyOf(critiques);
        positionChanges = List.copyOf(positionChanges);
    }

    /** That one participant criticised another. */
    public record Critique(String from, String to, boolean accepted) {}

    /** That a participant changed its position after another had spoken. */
    public record PositionChange(String agent, String after) {}

    /** A match with the scores of its participants, who were shown in the order of the map. */
    public static MatchDraft of(String debateId, Map<String, Double> scores) {
        return of(debateId, List.copyOf(scores.keySet()), scores, null);
    }

    /** A match of which only the winner is known. */
    public static MatchDraft won(String debateId, List<String> participants, String winner) {
        return of(debateId, participants, Map.of(), winner);
    }

    private static MatchDraft of(
            String debateId, List<String> participants, Map<String, Double> scores, @Nullable String winner) {
        return new MatchDraft(
                debateId, participants, scores, winner, null, null, false, true, false, Map.of(), List.of(), List.of());
    }

    public MatchDraft winner(@Nullable String name) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                name,
                domain,
                judge,
                ordered,
                rated,
                simulated,
                votes,
                critiques,
                positionChanges);
    }

    public MatchDraft domain(@Nullable String name) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                name,
                judge,
                ordered,
                rated,
                simulated,
                votes,
                critiques,
                positionChanges);
    }

    public MatchDraft judge(@Nullable String name) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                domain,
                name,
                ordered,
                rated,
                simulated,
                votes,
                critiques,
                positionChanges);
    }

    /** Says that the judge saw the participants in their order. */
    public MatchDraft ordered(boolean is) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                domain,
                judge,
                is,
                rated,
                simulated,
                votes,
                critiques,
                positionChanges);
    }

    public MatchDraft rated(boolean is) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                domain,
                judge,
                ordered,
                is,
                simulated,
                votes,
                critiques,
                positionChanges);
    }

    /** Says that chance had a seat. */
    public MatchDraft simulated(boolean is) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                domain,
                judge,
                ordered,
                rated,
                is,
                votes,
                critiques,
                positionChanges);
    }

    public MatchDraft votes(Map<String, String> cast) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                domain,
                judge,
                ordered,
                rated,
                simulated,
                cast,
                critiques,
                positionChanges);
    }

    public MatchDraft critiques(List<Critique> made) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                domain,
                judge,
                ordered,
                rated,
                simulated,
                votes,
                made,
                positionChanges);
    }

    public MatchDraft positionChanges(List<PositionChange> seen) {
        return new MatchDraft(
                debateId,
                participants,
                scores,
                winner,
                domain,
                judge,
                ordered,
                rated,
                simulated,
                votes,
                critiques,
                seen);
    }

    /** A draft from a request object; without participants those of the scores take part, in their order. */
    public static MatchDraft fromJson(JsonFields fields) {
        Map<String, Double> scores = fields.reals("scores");
        List<String> named = fields.texts("participants");
        List<Critique> critiques = new ArrayList<>();
        for (JsonFields one : fields.objects("critiques")) {
            critiques.add(new Critique(one.text("from"), one.text("to"), one.flag("accepted")));
            one.end();
        }
        List<PositionChange> changes = new ArrayList<>();
        for (JsonFields one : fields.objects("position_changes")) {
            changes.add(new PositionChange(one.text("agent"), one.text("after")));
            one.end();
        }
        MatchDraft draft = new MatchDraft(
                fields.text("debate_id"),
                named.isEmpty() ? List.copyOf(scores.keySet()) : named,
                scores,
                fields.textOrNull("winner"),
                fields.textOrNull("domain"),
                fields.textOrNull("judge"),
                fields.flag("ordered", false),
                fields.flag("rated", true),
                fields.flag("simulated", false),
                votes(fields),
                critiques,
                changes);
        fields.end();
        return draft;
    }

    private static Map<String, String> votes(JsonFields fields) {
        Map<String, @Nullable Object> given = fields.object("votes");
        JsonFields each = JsonFields.of(given);
        Map<String, String> votes = new LinkedHashMap<>();
        given.keySet().forEach(agent -> votes.put(agent, each.text(agent)));
        return votes;
    }
}
