package dev.stoa.learning.rating;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.learning.rating.MatchDraft.Critique;
import dev.stoa.learning.rating.MatchDraft.PositionChange;
import dev.stoa.storage.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A match that has passed every check, in the form in which it is stored. Immutable.
 *
 * @param agents in the order in which they were shown
 * @param scores of the agents
 */
// Numbers for inner loops; instances are neither compared nor kept.
@SuppressWarnings("ArrayRecordComponent")
record CheckedMatch(
        String debateId,
        List<String> agents,
        double[] scores,
        @Nullable String domain,
        @Nullable String judge,
        boolean ordered,
        boolean rated,
        boolean simulated,
        Map<String, String> votes,
        List<Critique> critiques,
        List<PositionChange> positionChanges) {
    private static final Scope.Kind PARTY = new Scope.Kind(
            "party", "matches", "ratings", "domain_ratings", "elo_history", "match_pairs", "agent_relationships");
    private static final int MOST_AGENTS = 16;
    private static final int MOST_EVENTS = 5_000;
    private static final int LONGEST_OPTION = 2_000;

    /** What recording it writes: its participants, and its debate, which has one match only. */
    Scope scope() {
        return PARTY.of(
                Stream.concat(Stream.of("debate " + debateId), agents.stream()).toArray(String[]::new));
    }

    static CheckedMatch of(MatchDraft draft) {
        String id = Bounds.id("debate_id", draft.debateId());
        Bounds.size("participants", draft.participants(), 2, MOST_AGENTS);
        List<String> agents = draft.participants().stream()
                .map(name -> Bounds.name("participant", name))
                .toList();
        if (new HashSet<>(agents).size() < agents.size()) {
            throw Bounds.invalid("a participant of " + id + " is named twice", "name each once");
        }
        double[] scores = scores(draft, agents);
        Map<String, String> votes = new LinkedHashMap<>();
        draft.votes()
                .forEach((agent, option) -> votes.put(
                        participant("vote of", agent, agents), Bounds.text("vote", option, 1, LONGEST_OPTION)));
        return new CheckedMatch(
                id,
                agents,
                scores,
                draft.domain() == null ? null : Bounds.label("domain", draft.domain()),
                draft.judge() == null ? null : Bounds.name("judge", draft.judge()),
                draft.ordered(),
                draft.rated() && !draft.simulated(),
                draft.simulated(),
                votes,
                critiques(draft, agents),
                changes(draft, agents));
    }

    private static double[] scores(MatchDraft draft, List<String> agents) {
        String named = draft.winner() == null ? null : participant("winner", draft.winner(), agents);
        double[] scores = new double[agents.size()];
        if (draft.scores().isEmpty()) {
            if (named == null) {
                throw Bounds.invalid(
                        "match " + draft.debateId() + " has neither scores nor a winner",
                        "give a score for each participant, or the winner");
            }
            scores[agents.indexOf(named)] = 1;
            return scores;
        }
        Map<String, Double> given = new LinkedHashMap<>();
        draft.scores().forEach((agent, score) -> given.put(participant("score of", agent, agents), score));
        for (int i = 0; i < scores.length; i++) {
            Double score = given.get(agents.get(i));
            if (score == null) {
                throw Bounds.invalid("participant " + agents.get(i) + " has no score", "give one for each");
            }
            scores[i] = Bounds.real("score of " + agents.get(i), score, 0, Double.MAX_VALUE);
        }
        int best = Elo.winner(scores);
        if (named != null && (best < 0 || !agents.get(best).equals(named))) {
            throw Bounds.invalid(
                    "winner " + named + " contradicts the scores, by which "
                            + (best < 0 ? "no agent alone is highest" : agents.get(best) + " is highest"),
                    "leave one of them out");
        }
        return scores;
    }

    private static List<Critique> critiques(MatchDraft draft, List<String> agents) {
        Bounds.size("critiques", draft.critiques(), 0, MOST_EVENTS);
        List<Critique> critiques = new ArrayList<>();
        for (Critique one : draft.critiques()) {
            String from = participant("critique from", one.from(), agents);
            String to = participant("critique to", one.to(), agents);
            apart("critique", from, to);
            critiques.add(new Critique(from, to, one.accepted()));
        }
        return critiques;
    }

    private static List<PositionChange> changes(MatchDraft draft, List<String> agents) {
        Bounds.size("position_changes", draft.positionChanges(), 0, MOST_EVENTS);
        List<PositionChange> changes = new ArrayList<>();
        for (PositionChange one : draft.positionChanges()) {
            String agent = participant("position change of", one.agent(), agents);
            String after = participant("position change after", one.after(), agents);
            apart("position change", agent, after);
            changes.add(new PositionChange(agent, after));
        }
        return changes;
    }

    private static void apart(String what, String one, String other) {
        if (one.equals(other)) {
            throw Bounds.invalid(what + " of " + one + " names itself twice", "name two participants");
        }
    }

    private static String participant(String what, String name, List<String> agents) {
        String trimmed = Bounds.name(what, name);
        if (!agents.contains(trimmed)) {
            throw Bounds.invalid(
                    what + " " + Bounds.shown(trimmed) + " is no participant of the match",
                    "name one of " + String.join(", ", agents));
        }
        return trimmed;
    }

    @Nullable
    String winner() {
        int best = Elo.winner(scores);
        return best < 0 ? null : agents.get(best);
    }

    /** What tells equal content from other. Scores go in as text, as they always did. */
    String payloadHash() {
        List<String> exact = new ArrayList<>();
        for (double score : scores) {
            exact.add(Double.toString(score));
        }
        Map<String, @Nullable Object> content = new LinkedHashMap<>(Json.object(
                "participants",
                agents,
                "scores",
                exact,
                "domain",
                domain,
                "judge",
                judge,
                "ordered",
                ordered,
                "rated",
                rated,
                "votes",
                votes,
                "critiques",
                critiques.stream()
                        .map(one -> List.of(one.from(), one.to(), one.accepted()))
                        .toList(),
                "position_changes",
                positionChanges.stream()
                        .map(one -> List.of(one.agent(), one.after()))
                        .toList()));
        if (simulated) {
            content.put("simulated", true);
        }
        return Json.sha256(content);
    }

    /** The values by agent, in the order in which they were shown. */
    Map<String, Double> byAgent(double[] values) {
        Map<String, Double> map = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            map.put(agents.get(i), values[i]);
        }
        return map;
    }
}
