package dev.stoa.debate.session;

import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes which answers are the same option. Stateless. */
public final class OptionTable {
    /** An option that was given with the request has no turn before the first that chose it. */
    private static final String FIRST = "UPDATE debate_options SET first_turn_seq = ?"
            + " WHERE session_id = ? AND option_key = ? AND first_turn_seq IS NULL";

    private OptionTable() {}

    /** Writes which options the answers of turns are, and those that are new. */
    static void write(Tx tx, String session, boolean closed, List<OptionAssignment> answers) {
        // The turns of an option go in one statement.
        Map<String, List<Integer>> turns = new LinkedHashMap<>();
        for (OptionAssignment answer : answers) {
            if (answer.option() < 0) {
                continue;
            }
            String key = Options.key(answer.option());
            String label = answer.label();
            if (label != null) {
                OptionRow.COLUMNS.insert(tx, OptionRow.of(session, key, label, (long) answer.turnSeq()));
            }
            turns.computeIfAbsent(key, those -> new ArrayList<>()).add(answer.turnSeq());
        }
        turns.forEach((key, those) -> {
            if (closed) {
                tx.later(FIRST, those.getFirst(), session, key);
            }
            List<@Nullable Object> params = new ArrayList<>(List.of(key, session));
            params.addAll(those);
            tx.later(
                    "UPDATE debate_turns SET option_key = ? WHERE session_id = ? AND turn_seq IN ("
                            + Tx.marks(those.size()) + ")",
                    params.toArray());
        });
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
