package dev.stoa.cli.debate;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Screen;
import dev.stoa.debate.DebateTurns;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.evidence.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words of documents that a verdict rests on, each once, with the name of its document. Stateless. */
final class VerdictSources {
    private static final int MOST = 3;
    private static final int LONGEST = 300;

    private VerdictSources() {}

    /** What those who hold the winning answer quote for it; nothing if there is no winner, or nobody quotes. */
    static List<String> of(Stoa stoa, DebateSession session) {
        Map<String, @Nullable Object> outcome = session.row().outcome();
        String winner = outcome == null ? null : JsonFields.of(outcome).textOrNull("winner");
        String answer = outcome == null ? null : JsonFields.of(outcome).textOrNull("answer");
        if (winner == null) {
            return List.of();
        }
        Set<String> sources = new LinkedHashSet<>();
        DebateTurns turns = stoa.debate().turns();
        for (DebateTurn turn : turns.all(session.id())) {
            if (winner.equals(turn.option())) {
                for (ParsedReply.Claim claim : claims(turn)) {
                    claim.evidence().stream()
                            .map(id -> name(stoa, id)
                                    + (claim.text().equals(answer)
                                            ? ""
                                            : ": “" + Screen.cut(claim.text(), LONGEST) + "”"))
                            .forEach(sources::add);
                }
            }
        }
        return new ArrayList<>(sources).subList(0, Math.min(MOST, sources.size()));
    }

    private static List<ParsedReply.Claim> claims(DebateTurn turn) {
        Map<String, @Nullable Object> parsed = turn.parsed();
        if (turn.status() != TurnStatus.OK || turn.kind() == null || parsed == null) {
            return List.of();
        }
        ParsedReply.Position position = ParsedReply.of(turn.kind(), parsed).position();
        return position == null ? List.of() : position.claims();
    }

    private static String name(Stoa stoa, String id) {
        return stoa.learning()
                .evidence()
                .find(id)
                .map(Evidence::title)
                .filter(t -> !t.isBlank())
                .orElse(id);
    }
}
