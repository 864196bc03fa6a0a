package dev.stoa.debate.proof;

import dev.stoa.debate.rules.ExternalRules;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds the record of a debate that another engine held against what can be known of it: that nobody saw what was not
 * said yet, that its words are those that came, and why it ended. For one reading by one thread.
 */
final class ExternalProof {
    private final RowProof.Finding finding;

    ExternalProof(RowProof.Finding finding) {
        this.finding = finding;
    }

    /** Looks at an event before the record knows of it. */
    void hear(DebateRecord record, DebateEvent event) {
        if (event.kind().equals("debate_completed")) {
            StopReason stop = ExternalRules.stop(record);
            same(
                    "steps",
                    event.seq(),
                    "stop_reason of event " + event.seq(),
                    stop.text(),
                    JsonFields.of(event.data()).textOrNull("stop_reason"));
        }
    }

    /** Looks at a turn before the record knows of it. */
    void turn(DebateRecord record, DebateTurn turn, JsonFields event, long seq) {
        Map<String, @Nullable Object> parsed = turn.parsed();
        String of = " of turn " + turn.turnSeq();
        same(
                "steps",
                seq,
                "parsed" + of,
                event.textOrNull("parsed_sha256"),
                parsed == null ? null : Json.sha256(parsed));
        for (long seen : turn.visibleTurns()) {
            if (seen >= turn.turnSeq() || !record.has(Math.toIntExact(seen))) {
                finding.found("visibility", seq, "visible_turns" + of, "only earlier turns to be seen", "turn " + seen);
            }
        }
        same(
                "visibility",
                seq,
                "visible_turns" + of,
                new TreeSet<>(turn.visibleTurns()).toString(),
                turn.visibleTurns().toString());
    }

    private void same(String check, long seq, String field, @Nullable String expected, @Nullable String found) {
        if (!Objects.equals(expected, found)) {
            finding.found(check, seq, field, expected, found);
        }
    }
}
