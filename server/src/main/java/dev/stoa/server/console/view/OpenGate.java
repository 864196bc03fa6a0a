package dev.stoa.server.console.view;

import dev.stoa.debate.rules.Clarifications;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Question;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A gate of a debate with what was asked before it. Immutable.
 *
 * @param gate the gate as the API gives it
 * @param questions what a person can answer with an approval, the most urgent first
 */
public record OpenGate(Doc gate, List<Question> questions) {
    /** What the fields of answers are called, before the id of the question. */
    public static final String ANSWERS = "answers";

    private static final String ASKING = "dehallucination";

    public OpenGate {
        questions = List.copyOf(questions);
    }

    /** Reads an address of the API. */
    @FunctionalInterface
    public interface Reader {
        Doc read(String address) throws Exception;
    }

    /**
     * A gate, for which the turns that it is about are read if it can be answered.
     *
     * @param debate the address of the debate in the API
     */
    public static OpenGate of(Doc gate, String debate, Reader reader) throws Exception {
        List<Long> turns = turns(gate);
        if (!gate.raw("phase").equals(ASKING) || turns.isEmpty()) {
            return new OpenGate(gate, List.of());
        }
        long first = turns.getFirst();
        Doc read = reader.read(debate + "/turns?from=" + first + "&limit=" + (turns.getLast() - first + 1));
        return new OpenGate(
                gate,
                read.docs("items").stream()
                        .filter(turn -> turns.contains(turn.whole("turn_seq")))
                        .filter(turn -> turn.raw("kind").equals("question")
                                && turn.raw("status").equals("ok"))
                        .flatMap(turn -> Clarifications.questions(said(turn)).stream())
                        .toList());
    }

    /** What a turn asked, by the rules of the record. */
    private static ParsedReply said(Doc turn) {
        Map<String, @Nullable Object> parsed = new LinkedHashMap<>();
        turn.doc("parsed").fields().forEach((name, value) -> parsed.put(String.valueOf(name), value));
        return ParsedReply.of(ReplyKind.QUESTION, parsed);
    }

    private static List<Long> turns(Doc gate) {
        return gate.numbers("artifacts.turns").stream().sorted().toList();
    }

    /** The turns that wait for the decision. */
    public List<Long> turns() {
        return turns(gate);
    }

    /** What happens when its time is over. */
    public String then() {
        return switch (gate.raw("policy")) {
            case "approve" -> "then it counts as approved";
            case "reject" -> "then it counts as rejected";
            case "fail" -> "then the debate fails";
            default -> "then it waits on";
        };
    }

    /** A debate whose gate is this one. */
    public Doc within(Doc debate) {
        return debate.and("gate", gate.fields());
    }

    public boolean isPending() {
        return gate.raw("status").equals("pending");
    }

    /** The fields in which the questions are answered, with what was typed. */
    public List<Confirm.Input> inputs(Map<String, String> typed) {
        return questions.stream()
                .map(question -> new Confirm.Input(
                        name(question.id()),
                        question.text(),
                        false,
                        Confirm.Kind.ANSWERS,
                        List.of(question.id(), question.otherwise()),
                        typed.getOrDefault(name(question.id()), "")))
                .toList();
    }

    private static String name(String question) {
        return ANSWERS + "-" + question;
    }

    /** The answers of a form, by the ids of the questions; what is blank is none. */
    public static Map<String, @Nullable Object> answers(Map<String, String> form) {
        Map<String, @Nullable Object> answers = new LinkedHashMap<>();
        form.forEach((field, value) -> {
            if (field.startsWith(name("")) && !value.isBlank()) {
                // Browsers end lines with both characters.
                answers.put(field.substring(name("").length()), value.replace("\r\n", "\n"));
            }
        });
        return answers;
    }
}
