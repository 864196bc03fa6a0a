package dev.stoa.engine.debate;

import dev.stoa.Stoa;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.DebateTurn;
import dev.stoa.debate.ExternalBallots;
import dev.stoa.debate.ExternalCall;
import dev.stoa.debate.ExternalSession;
import dev.stoa.debate.ExternalTurn;
import dev.stoa.debate.rules.Preset;
import dev.stoa.debate.rules.ReplyKind;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Another engine, which says in debates of its own what was said in others before. Stateless. */
final class Copyist {
    private Copyist() {}

    /** The request for a debate that it holds. */
    static DebateRequest request(DebateRequest request) {
        return request.preset(Preset.EXTERNAL).set("coordination_protocol", "none");
    }

    /** Starts such a debate and writes turns into it; it is left to be finished. */
    static ExternalSession copy(Stoa stoa, DebateEngine engine, DebateRequest request, List<DebateTurn> turns) {
        String id = stoa.debate().sessions().create(request(request), "local").id();
        ExternalSession session = engine.start(id, "copyist");
        boolean classic = Preset.CLASSIC.text().equals(request.fields().get("preset"));
        List<DebateTurn> votes = turns.stream()
                .filter(turn -> !classic && turn.kind() == ReplyKind.BALLOT)
                .toList();
        turns.stream().filter(turn -> !votes.contains(turn)).forEach(turn -> session.turn(turn(turn)));
        if (!votes.isEmpty()) {
            // Only classic votes before a round is over.
            session.ballots(votes(votes));
        }
        return session;
    }

    private static ExternalBallots votes(List<DebateTurn> turns) {
        List<Map<String, @Nullable Object>> votes = new ArrayList<>();
        for (DebateTurn turn : turns) {
            Map<String, @Nullable Object> vote = new LinkedHashMap<>();
            Objects.requireNonNull(turn.parsed()).forEach(vote::put);
            vote.put("choice", vote.remove("vote"));
            vote.put("agent_id", turn.agentId());
            for (String name : List.of("content", "visible_turns", "provider", "model", "tokens_in", "tokens_out")) {
                vote.put(name, turn.document().get(name));
            }
            votes.add(vote);
        }
        return ExternalBallots.fromJson(JsonFields.of(Json.parseObject(
                Json.write(Map.of("stage", "final", "round", turns.getFirst().round(), "ballots", votes)))));
    }

    private static ExternalTurn turn(DebateTurn turn) {
        ReplyKind kind = Objects.requireNonNull(turn.kind());
        Map<String, @Nullable Object> parsed = turn.parsed();
        ExternalTurn draft = ExternalTurn.of(turn.round(), turn.phase(), turn.agentId())
                .at(turn.attempt(), turn.step())
                .kind(kind)
                .content(turn.content())
                .status(turn.status())
                .seeing(turn.visibleTurns().stream().map(Math::toIntExact).toList())
                .call(ExternalCall.of(
                        turn.prompt(),
                        turn.provider(),
                        turn.model(),
                        Math.toIntExact(Objects.requireNonNull(turn.tokensIn())),
                        Math.toIntExact(Objects.requireNonNull(turn.tokensOut())),
                        turn.costUsd(),
                        turn.error(),
                        0,
                        Map.of(),
                        turn.metadata()));
        return parsed == null ? draft : draft.parsed(kind, parsed);
    }
}
