package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.GateState;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Question;
import dev.stoa.debate.rules.reply.ParsedReply.Questions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answers to what was asked before anybody drafted: a person's, else the documents', else the question's own
 * default as an assumption. Stateless. No model answers another's question: that would invent requirements.
 */
public final class Clarifications {
    private static final double SURE = 0.9;

    private Clarifications() {}

    /** The questions that are open after the phase, the most urgent first. */
    public static List<Question> questions(Turn turn) {
        return questions(turn.said());
    }

    /** The questions that a reply leaves open, the most urgent first. */
    public static List<Question> questions(@Nullable ParsedReply reply) {
        if (!(reply instanceof Questions said) || said.confidence() >= SURE) {
            return List.of();
        }
        return said.questions().stream()
                .sorted(Comparator.comparingInt(Question::priority).thenComparing(Question::id))
                .toList();
    }

    /** Every question with its answer. */
    public static List<ClarifiedQuestion> of(DebateRecord record) {
        int attempt = record.attempt(1, Phase.DEHALLUCINATION);
        List<ClarifiedQuestion> answers = new ArrayList<>();
        for (Turn turn : record.turns(1, Phase.DEHALLUCINATION, attempt)) {
            for (Question question : questions(turn)) {
                answers.add(answer(record, question, attempt));
            }
        }
        return answers;
    }

    private static ClarifiedQuestion answer(DebateRecord record, Question question, int attempt) {
        GateState gate = record.gate(1, Phase.DEHALLUCINATION, attempt);
        String human = gate == null ? null : gate.answers().get(question.id());
        if (human != null) {
            return new ClarifiedQuestion(question.id(), question.text(), human, ClarifiedQuestion.HUMAN, null);
        }
        ClarifiedQuestion document = record.documentAnswer(question.id());
        if (document != null) {
            return document;
        }
        return new ClarifiedQuestion(
                question.id(), question.text(), question.otherwise(), ClarifiedQuestion.ASSUMED, null);
    }
}
