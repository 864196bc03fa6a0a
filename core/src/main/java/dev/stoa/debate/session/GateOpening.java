package dev.stoa.debate.session;

import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens gates: what a person gets to see before deciding. Stateless. */
public final class GateOpening {
    private GateOpening() {}

    public static GateRow row(String id, String session, DebateRecord record, Step.Gate step, Instant at) {
        DebateConfig config = record.config();
        List<Integer> turns = record.turns().stream()
                .filter(turn -> turn.round() == step.round()
                        && turn.phase() == step.phase()
                        && turn.attempt() == step.attempt())
                .map(Turn::turnSeq)
                .toList();
        Map<String, @Nullable Object> artifacts = new LinkedHashMap<>();
        artifacts.put("turns", turns);
        artifacts.put("tally", step.phase() == Phase.CONVERGENCE ? tally(record) : null);
        return new GateRow(
                id,
                session,
                step.round(),
                step.phase(),
                step.attempt(),
                GateRow.Status.PENDING,
                config.gatePolicy(),
                "round " + step.round() + ", " + step.phase().text() + ": " + turns.size() + " turns wait for approval",
                artifacts,
                at,
                at.plusSeconds(config.gateTimeoutSeconds()),
                null,
                null,
                null);
    }

    private static @Nullable Map<String, @Nullable Object> tally(DebateRecord record) {
        if (record.counts().isEmpty()) {
            return null;
        }
        CountRecord last = record.counts().getLast();
        return Json.object(
                "stage", last.stage().text(),
                "winner", Options.keyOrNull(last.tally().winner()),
                "consensus", last.tally().consensus());
    }

    static Map<String, @Nullable Object> event(GateRow row) {
        return Json.object(
                "gate", row.id(),
                "round", row.round(),
                "phase", row.phase().text(),
                "attempt", row.attempt(),
                "policy", row.policy().text(),
                "expires_at", row.expiresAt());
    }

    /** Writes the gate; the session waits, and the lease of its runner is given back. */
    static void insert(Tx tx, GateRow row) {
        GateRow.COLUMNS.insert(tx, row);
        tx.later("UPDATE debate_sessions SET status = 'paused', lease_until = NULL WHERE id = ?", row.sessionId());
    }
}
