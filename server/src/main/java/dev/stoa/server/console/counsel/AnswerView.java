package dev.stoa.server.console.counsel;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.States;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A question with its answer and what that was made from. Immutable.
 *
 * @param query the question as the API shows it: the whole proof once it is answered, before that how far it has got
 */
public record AnswerView(Doc query) {
    /** No question. */
    public static final AnswerView NONE = new AnswerView(Doc.EMPTY);

    private static final Set<String> OVER = Set.of("blocked", "failed", "cancelled");
    private static final String UNCERTAIN = "Uncertain";
    private static final double SEEN = 0.05;

    /** A field that the question belongs to, with its share. */
    public record Field(String name, double share) {
        public String said() {
            return States.word(name) + String.format(Locale.ROOT, " %.2f", share);
        }
    }

    /** Whether there is a question. */
    public boolean isShown() {
        return query.has("query_id");
    }

    public boolean isAnswered() {
        return query.has("answer");
    }

    /** Whether it ended without an answer. */
    public boolean isOver() {
        return OVER.contains(query.raw("state"));
    }

    /** Whether it is still being answered. */
    public boolean isGoing() {
        return isShown() && !isAnswered() && !isOver();
    }

    /** How sure the answer is, in a word. */
    public String label() {
        return label(query);
    }

    /** The same of an answer or of its message: where authors disagree it is never called sure. */
    static String label(Doc answer) {
        String label = answer.text("confidence", 20);
        return answer.raw("callout_type").equals("disagreement") && !label.isEmpty() ? UNCERTAIN : label;
    }

    /** Whether other answers are shown without being asked for. */
    public boolean isDisputed() {
        return query.raw("callout_type").equals("disagreement") || label().equals(UNCERTAIN);
    }

    /** The fields of the question, the largest first. */
    public List<Field> fields() {
        List<Field> fields = new ArrayList<>();
        Doc distribution = query.doc("distribution");
        distribution.shown().keySet().forEach(name -> fields.add(new Field(name, distribution.real(name))));
        fields.removeIf(field -> !(field.share() >= SEEN));
        fields.sort(Comparator.comparingDouble(Field::share).reversed().thenComparing(Field::name));
        return fields;
    }

    /** The proof in one line. */
    public String line() {
        List<String> parts = new ArrayList<>();
        parts.add(String.join(" ", fields().stream().map(Field::said).toList()));
        int answers = query.list("models_used").size();
        parts.add(answers + (answers == 1 ? " answer" : " answers, agreement " + query.number("agreement", 2)));
        if (query.has("winner")) {
            parts.add(query.text("winner", 64)
                    + (query.raw("decided_by").equals("debate") ? " took part, the debate decided" : " won"));
        }
        parts.removeIf(String::isBlank);
        return String.join(", ", parts);
    }

    /** The answers of the panel, without the calls that reviewed them. */
    public List<Doc> answers() {
        return query.docs("runs").stream()
                .filter(run -> run.raw("round").equals("answer"))
                .toList();
    }
}
