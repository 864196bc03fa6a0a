package dev.stoa.debate.proof;

import dev.stoa.debate.rules.ExternalRules;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds the record of a debate that another engine held against what can be known of it: that nobody saw what was not
 * said yet, that its words are those that came, and why it ended. For one reading by one thread.
 */
final class ExternalProof {
    private final Finding finding;

    ExternalProof(Finding finding) {
        this.finding = finding;
    }

    /** Looks at an event before the record knows of it. */
    void hear(DebateRecord record, DebateEvent event) {
        if (event.kind().equals("debate_completed")) {
            StopReason stop = ExternalRules.stop(record);
            String told = JsonFields.of(event.data()).textOrNull("stop_reason");
            finding.of("event " + event.seq(), "steps", event.seq()).unlessSame("stop_reason", stop.text(), told);
        }
    }

    /** Looks at a turn before the record knows of it. */
    void turn(DebateRecord record, DebateTurn turn, JsonFields event, long seq) {
        Map<String, @Nullable Object> parsed = turn.parsed();
        String row = "turn " + turn.turnSeq();
        String hash = parsed == null ? null : Json.sha256(parsed);
        finding.of(row, "steps", seq).unlessSame("parsed", event.textOrNull("parsed_sha256"), hash);
        Finding.OfRow visibility = finding.of(row, "visibility", seq);
        for (long seen : turn.visibleTurns()) {
            if (seen >= turn.turnSeq() || !record.has(Math.toIntExact(seen))) {
                visibility.found("visible_turns", "only earlier turns to be seen", "turn " + seen);
            }
        }
        visibility.unlessSame("visible_turns", new TreeSet<>(turn.visibleTurns()), turn.visibleTurns());
    }
}
