package dev.stoa.debate;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.Clarifications;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.session.GateRow;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Map;

/**
 * What a person answers at a gate to the questions that wait there. Stateless. An answer that nobody would read is
 * refused, because its author would believe it was used.
 */
final class GateAnswers {
    private static final int LONGEST = 4_000;

    private static final String ASKED = """
            SELECT parsed FROM debate_turns
            WHERE session_id = ? AND round = ? AND phase = ? AND attempt = ? AND kind = 'question' AND status = 'ok'
            ORDER BY turn_seq""";

    private GateAnswers() {}

    /** Refuses answers that do not fit a gate which waits. */
    static void check(Tx tx, GateRow gate, Verdict verdict, Map<String, String> answers) {
        if (answers.isEmpty()) {
            return;
        }
        if (gate.phase() != Phase.DEHALLUCINATION) {
            throw Bounds.invalid(
                    "answers are given, but gate " + gate.id() + " is after "
                            + gate.phase().text() + ", which asks nothing",
                    "leave them out; questions are asked in " + Phase.DEHALLUCINATION.text());
        }
        if (verdict == Verdict.REJECT) {
            throw Bounds.invalid(
                    "answers are given with a rejection, after which other questions are asked",
                    "approve with them, or say in the reason what to ask instead");
        }
        List<String> asked = asked(tx, gate);
        answers.forEach((question, answer) -> {
            if (!asked.contains(question)) {
                throw Bounds.invalid(
                        "answers names question " + Bounds.shown(question) + ", which was not asked",
                        asked.isEmpty() ? "nothing was asked" : "answer " + String.join(", ", asked));
            }
            Bounds.text("answer " + question, answer, 1, LONGEST);
        });
    }

    private static List<String> asked(Tx tx, GateRow gate) {
        return tx
                .list(
                        ASKED,
                        row -> ParsedReply.of(ReplyKind.QUESTION, StoredJson.object(row.textOrNull(1))),
                        gate.sessionId(),
                        gate.round(),
                        gate.phase().text(),
                        gate.attempt())
                .stream()
                .flatMap(said -> Clarifications.questions(said).stream())
                .map(ParsedReply.Question::id)
                .toList();
    }
}
