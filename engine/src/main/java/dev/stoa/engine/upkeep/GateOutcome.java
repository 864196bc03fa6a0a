package dev.stoa.engine.upkeep;

import dev.stoa.debate.GateDecision;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a decision at a gate led to. Immutable.
 *
 * @param session the debate after the decision
 */
public record GateOutcome(GateDecision decision, DebateSession session) {
    /** Whether this decision lets the debate run on. */
    public boolean goesOn() {
        return !decision.alreadyDecided() && session.status() == SessionRow.Status.RUNNING;
    }

    /** The outcome as JSON, with the debate as it is by now. */
    public Map<String, @Nullable Object> document(DebateSession now) {
        return Json.object(
                "gate", decision.gate().document(),
                "session", now.document(),
                "already_decided", decision.alreadyDecided());
    }
}
