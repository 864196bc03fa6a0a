package dev.stoa.cli.debate;

import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Plural;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a debate came to, in lines for people: verdict, dissent, and what would have come of less. Stateless. */
final class OutcomeText {
    private static final int INDENT = 10;

    private OutcomeText() {}

    static List<String> of(Screen screen, DebateSession session, List<String> sources) {
        Map<String, @Nullable Object> outcome = session.row().outcome();
        JsonFields fields = JsonFields.of(outcome);
        List<String> lines = new ArrayList<>();
        lines.add(verdict(screen, fields));
        String answer = fields.textOrNull("answer");
        if (answer != null) {
            boolean code = session.row().config().get("code") != null;
            (code ? TerminalText.lines(answer) : screen.wrap(answer, 2)).forEach(line -> lines.add("  " + line));
        }
        for (String source : sources) {
            lines.addAll(labelled(screen, "source", source));
        }
        if (fields.flag("simulated", false)) {
            lines.add(screen.bad("  simulated: drawn by chance, it says nothing about the question"));
        }
        lines.add("");
        lines.addAll(votes(screen, fields));
        lines.add("");
        for (JsonFields assumption : fields.objects("assumptions")) {
            lines.addAll(labelled(screen, "assumed", assumption.text("text") + " (" + assumption.text("source") + ")"));
        }
        for (JsonFields dissent : fields.objects("dissents")) {
            lines.addAll(labelled(
                    screen,
                    "dissent",
                    dissent.text("agent_id") + ", " + dissent.text("type").replace('_', ' ') + ": "
                            + Screen.cut(dissent.text("text"), 300)));
        }
        lines.addAll(instead(screen, session, outcome));
        lines.addAll(labelled(
                screen,
                "ended",
                SessionText.reason(fields.text("stop_reason", "-")) + ", after "
                        + Plural.of(fields.whole("rounds", 0), "round") + cost(session)));
        return lines;
    }

    private static String verdict(Screen screen, JsonFields fields) {
        String share = TurnRenderer.number(fields.real("consensus", 0));
        String sure = ", confidence " + TurnRenderer.number(fields.real("confidence", 0));
        Object verified = fields.has("verified") ? fields.flag("verified", false) : null;
        String checked = verified == null ? "" : verified.equals(true) ? ", checked" : ", " + unverified(fields);
        return switch (fields.text("decision", "none")) {
            case "agreed" ->
                screen.good(screen.bold("agreed on " + fields.text("winner"))) + "   consensus " + share + sure
                        + checked;
            case "leading" ->
                screen.bold(fields.text("winner") + " leads") + ", not agreed   consensus " + share + " of "
                        + TurnRenderer.number(fields.real("threshold", 0)) + sure + checked;
            default ->
                screen.bad("no winner") + ": " + SessionText.reason(fields.text("no_winner_reason", "-"))
                        + "   greatest consensus " + share;
        };
    }

    /** What is known of a winner that nothing has confirmed. */
    private static String unverified(JsonFields fields) {
        String winner = fields.textOrNull("winner");
        String check = fields.objects("tally").stream()
                .filter(row -> row.text("option").equals(winner))
                .findFirst()
                .map(row -> row.textOrNull("check"))
                .orElse(null);
        return check == null ? "not checked" : words(check);
    }

    private static String words(String check) {
        return switch (check) {
            case "failed" -> "failed its checks";
            case "unknown" -> "could not be tested";
            default -> check;
        };
    }

    /** The options on the paper, the strongest first. */
    private static List<String> votes(Screen screen, JsonFields fields) {
        List<JsonFields> rows = new ArrayList<>(fields.objects("tally"));
        rows.sort(Comparator.comparingDouble(row -> -row.real("score", 0)));
        List<String> lines = new ArrayList<>();
        for (JsonFields row : rows) {
            String check = row.textOrNull("check");
            String front = String.format(
                    Locale.ROOT,
                    "  %s  %-8s  %.2f  %s",
                    row.text("option"),
                    Plural.of(row.whole("votes", 0), "vote"),
                    row.real("score", 0),
                    check == null ? "" : words(check) + "  ");
            lines.add(front + Screen.cut(row.text("label"), Math.max(20, screen.width() - front.length())));
        }
        return lines;
    }

    /** What a plain vote of the drafts, and the best agent alone, would have said. */
    private static List<String> instead(Screen screen, DebateSession session, Map<String, @Nullable Object> outcome) {
        JsonFields instead = JsonFields.of(JsonFields.of(outcome).object("counterfactual"));
        JsonFields vote = JsonFields.of(instead.object("draft_vote"));
        JsonFields solo = JsonFields.of(instead.object("best_solo"));
        String winner = JsonFields.of(outcome).textOrNull("winner");
        List<String> lines = new ArrayList<>(labelled(
                screen,
                "instead",
                "a plain vote of the first drafts says " + other(session, vote.textOrNull("winner"), winner)));
        String alone = solo.textOrNull("option");
        lines.addAll(labelled(
                screen,
                "",
                "the best agent alone, " + solo.text("agent_id", "-") + ", says "
                        + (alone != null && !alone.equals(winner) && alone.equals(vote.textOrNull("winner"))
                                ? alone + " too"
                                : other(session, alone, winner))));
        return lines;
    }

    private static String other(DebateSession session, @Nullable String key, @Nullable String winner) {
        if (key == null) {
            return "nothing";
        }
        return key.equals(winner) ? key + ", the same" : SessionText.option(session, key);
    }

    private static String cost(DebateSession session) {
        long tokens = session.tokensIn() + session.tokensOut();
        Double cost = session.costUsd();
        return (tokens == 0 ? "" : String.format(Locale.ROOT, "; %,d tokens", tokens))
                + (cost == null || cost == 0 ? "" : String.format(Locale.ROOT, ", %.4f US dollars", cost));
    }

    private static List<String> labelled(Screen screen, String label, String text) {
        List<String> lines = new ArrayList<>();
        for (String line : screen.wrap(text, INDENT)) {
            String front =
                    lines.isEmpty() ? screen.dim(label) + " ".repeat(INDENT - label.length()) : " ".repeat(INDENT);
            lines.add(front + line);
        }
        return lines;
    }
}
