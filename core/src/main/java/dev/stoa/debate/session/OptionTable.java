package dev.stoa.debate.session;

import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes which answers are the same option. Stateless. */
public final class OptionTable {
    private OptionTable() {}

    /** Writes which option the answer of a turn is, and the option if it is new. */
    static void write(Tx tx, String session, boolean closed, OptionAssignment answer) {
        if (answer.option() < 0) {
            return;
        }
        String key = Options.key(answer.option());
        String label = answer.label();
        if (label != null) {
            OptionRow.COLUMNS.insert(tx, OptionRow.of(session, key, label, (long) answer.turnSeq()));
        } else if (closed) {
            tx.later(
                    "UPDATE debate_options SET first_turn_seq = ?"
                            + " WHERE session_id = ? AND option_key = ? AND first_turn_seq IS NULL",
                    answer.turnSeq(),
                    session,
                    key);
        }
        tx.later(
                "UPDATE debate_turns SET option_key = ? WHERE session_id = ? AND turn_seq = ?",
                key,
                session,
                answer.turnSeq());
    }

    /** What the event of a measurement says. */
    public static Map<String, @Nullable Object> event(
            List<OptionAssignment> assigned, List<ClarifiedQuestion> clarified, String model) {
        List<Map<String, @Nullable Object>> answers = new ArrayList<>();
        for (OptionAssignment answer : assigned) {
            Map<String, Double> cosines = new TreeMap<>();
            answer.cosines()
                    .forEach((option, cosine) -> cosines.put(Options.key(option), Json.rounded(cosine.doubleValue())));
            answers.add(Json.object(
                    "turn_seq", answer.turnSeq(),
                    "option", Options.keyOrNull(answer.option()),
                    "label", answer.label(),
                    "cosines", cosines));
        }
        return Json.object(
                "answers", answers,
                "clarified", clarified.stream().map(RecordFields::document).toList(),
                "model", model);
    }
}
