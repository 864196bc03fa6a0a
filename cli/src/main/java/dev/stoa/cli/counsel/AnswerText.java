package dev.stoa.cli.counsel;

import dev.stoa.engine.counsel.AskAnswer;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers and prompts as lines. Stateless. */
final class AnswerText {
    private AnswerText() {}

    static List<String> lines(AskAnswer answer) {
        JsonFields shown = JsonFields.of(answer.document());
        List<String> lines = new ArrayList<>(answer.text().lines().toList());
        lines.add("");
        lines.add(answer.label() + ": " + shown.text("routing_mode", "answer") + " of "
                + String.join(", ", shown.texts("models_used")) + "; " + shown.text("winner", "") + " won"
                + (Objects.equals(shown.textOrNull("decided_by"), "debate") ? ", a debate decided" : "")
                + ", confidence " + number(shown.realOrNull("confidence_score"))
                + ", agreement " + number(shown.realOrNull("agreement")));
        if (answer.callout() != null) {
            lines.add("note: " + answer.callout());
        }
        if (!answer.notices().isEmpty()) {
            lines.add("notices: " + String.join(", ", answer.notices()));
        }
        for (JsonFields other : shown.objects("alternatives")) {
            lines.add(other.text("specialist") + " says instead: " + first(other.text("answer")));
        }
        for (JsonFields review : shown.objects("reviews")) {
            lines.add(review.text("specialist") + " finds it " + review.text("verdict", "unknown")
                    + (review.text("issues", "").isEmpty() ? "" : ": " + first(review.text("issues"))));
        }
        for (JsonFields correction : shown.objects("corrections")) {
            lines.add("correction applied: " + correction.text("subject") + ": " + correction.text("claim"));
        }
        lines.add("conversation " + shown.text("conversation_id") + ", answer " + shown.text("message_id")
                + ", audit row " + shown.wholeOrNull("audit_seq"));
        return lines;
    }

    static List<String> prompt(JsonFields shown) {
        List<String> lines = new ArrayList<>();
        for (JsonFields message : shown.objects("messages")) {
            lines.add("");
            lines.add("--- " + shown.text("specialist") + ", " + message.text("role"));
            message.text("content").lines().forEach(line -> lines.add("  " + line));
        }
        return lines;
    }

    private static String first(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String number(@Nullable Double value) {
        return value == null ? "unknown" : String.format(Locale.ROOT, "%.2f", value);
    }
}
