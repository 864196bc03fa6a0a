package dev.stoa.cli.debate;

import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Plural;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.debate.session.SessionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A debate in lines for people: what was asked, where it stands, how it ended. Stateless. */
final class SessionText {
    private static final int SHOWN_LABEL = 100;

    private SessionText() {}

    /** Everything about a debate but what was said. */
    static List<String> whole(Screen screen, DebateSession session, List<String> sources) {
        SessionRow row = session.row();
        List<String> lines = new ArrayList<>();
        screen.hanging(row.topic()).forEach(line -> lines.add(screen.bold(line)));
        if (row.config().containsKey("template")) {
            lines.addAll(setting(screen, ConfigReader.stored(row.config())));
        }
        lines.add(screen.dim("asked by " + row.initiatedBy() + " at " + Times.show(row.createdAt())
                + (row.seed() == null ? "" : ", seed " + row.seed())));
        lines.addAll(end(screen, session, sources));
        return lines;
    }

    /** How a debate is held, and by whom. */
    static List<String> setting(Screen screen, DebateConfig config) {
        String preset = config.preset().text() + ", " + (config.rounds() == 1 ? "" : "up to ")
                + Plural.of(config.rounds(), "round");
        String how = preset + "; " + config.topology().text() + "; "
                + config.voting().text() + " vote, agreed from "
                + TurnRenderer.number(config.threshold())
                + (config.evidence().isEmpty()
                        ? ""
                        : "; " + Plural.of(config.evidence().size(), "document"));
        String who = config.seats().stream().map(SessionText::seat).collect(Collectors.joining(", "));
        List<String> lines = new ArrayList<>();
        screen.hanging(how).forEach(line -> lines.add(screen.dim(line)));
        screen.hanging(who).forEach(line -> lines.add(screen.dim(line)));
        return lines;
    }

    private static String seat(Seat seat) {
        return seat.agent() + "=" + seat.provider() + ":" + seat.model();
    }

    /** How a debate is begun. */
    static String beginning(DebateSession session) {
        return session.row().preset() == Preset.EXTERNAL
                ? "another engine has to start it"
                : "start it with stoa debate resume " + tail(session);
    }

    /** Where a debate stands, or how it ended; its id at last. */
    static List<String> end(Screen screen, DebateSession session, List<String> sources) {
        SessionRow row = session.row();
        List<String> lines = new ArrayList<>();
        lines.add("");
        switch (row.status()) {
            case PENDING -> lines.add("it has not begun; " + beginning(session));
            case RUNNING ->
                lines.add(
                        row.preset() == Preset.EXTERNAL
                                ? "it is held by another engine, " + Screen.clean(String.valueOf(row.runnerId()))
                                : "it is running, or was left; go on with stoa debate resume " + tail(session));
            case PAUSED -> lines.addAll(gate(screen, session));
            case COMPLETED -> lines.addAll(OutcomeText.of(screen, session, sources));
            case FAILED ->
                lines.add(screen.bad("failed: " + reason(String.valueOf(row.stopReason())))
                        + (row.error() == null ? "" : " (" + Screen.clean(row.error()) + ")"));
            case CANCELLED -> lines.add(screen.bad("cancelled"));
        }
        GradeRow grade = session.grade();
        if (grade != null) {
            lines.add("graded    " + grade(screen, grade));
        }
        lines.add("debate    " + session.id());
        return lines;
    }

    static String grade(Screen screen, GradeRow grade) {
        return (grade.correct() ? screen.good("correct") : screen.bad("wrong"))
                + (grade.trueOption() == null ? "" : ", " + grade.trueOption() + " is right")
                + (grade.gradedBy() == null ? "" : ", says " + grade.gradedBy())
                + " (" + grade.source() + ")";
    }

    private static List<String> gate(Screen screen, DebateSession session) {
        GateRow gate = session.gate();
        if (gate == null) {
            return List.of("paused");
        }
        List<String> lines = new ArrayList<>();
        lines.add(screen.bold("paused") + ": " + gate.phase().text() + " of round " + gate.round()
                + " waits for approval until " + Times.show(gate.expiresAt()) + ", then "
                + switch (gate.policy()) {
                    case WAIT -> "it keeps waiting";
                    case APPROVE -> "it counts as approved";
                    case REJECT -> "it counts as rejected";
                    case FAIL -> "the debate fails";
                });
        if (gate.summary() != null) {
            screen.wrap(gate.summary(), 2).forEach(line -> lines.add("  " + line));
        }
        lines.add("  stoa debate approve " + tail(session));
        lines.add("  stoa debate reject " + tail(session) + " --reason '…'");
        return lines;
    }

    /** The debates of a page, one a line. */
    static List<String> list(List<DebateSession> sessions, @Nullable String next) {
        Columns columns = new Columns();
        for (DebateSession session : sessions) {
            SessionRow row = session.row();
            columns.row(
                    tail(session),
                    row.status().text(),
                    verdict(session),
                    row.preset() == null ? "-" : row.preset().text(),
                    Times.show(row.createdAt()),
                    Screen.cut(row.topic(), 60));
        }
        List<String> lines = new ArrayList<>(columns.lines());
        if (next != null) {
            lines.add("more: --cursor " + next);
        }
        return lines.isEmpty() ? List.of("no debates") : lines;
    }

    private static String verdict(DebateSession session) {
        Map<String, @Nullable Object> outcome = session.row().outcome();
        if (!(outcome.get("decision") instanceof String decision)) {
            return session.row().stopReason() == null ? "-" : session.row().stopReason();
        }
        Double score = session.row().finalConsensusScore();
        GradeRow grade = session.grade();
        return decision
                + (outcome.get("winner") instanceof String winner ? " " + winner : "")
                + (score == null ? "" : " " + TurnRenderer.number(score))
                + (grade == null ? "" : grade.correct() ? " correct" : " wrong")
                + (Boolean.TRUE.equals(outcome.get("simulated")) ? ", simulated" : "");
    }

    /** The end of an id, which names it well enough in one archive. */
    static String tail(DebateSession session) {
        return session.id().substring(Math.max(0, session.id().length() - 8));
    }

    /** An option with its label. */
    static String option(DebateSession session, @Nullable String key) {
        if (key == null) {
            return "none";
        }
        return session.options().stream()
                .filter(option -> option.key().equals(key))
                .findFirst()
                .map(option -> key + ": " + Screen.cut(option.label(), SHOWN_LABEL))
                .orElse(key);
    }

    /** Why there is no winner or a debate stopped, in words. */
    static String reason(String stored) {
        return switch (stored) {
            case "quorum", "no_quorum" -> "too few hold a position";
            case "all_failed" -> "every option failed its checks";
            case "no_votes" -> "no vote counts";
            case "no_majority" -> "no option has more than half of the votes";
            case "not_unanimous" -> "not all seats agree";
            case "tie" -> "the votes are tied";
            case "no_lead" -> "the lead did not vote";
            case "consensus" -> "they agree";
            case "stable" -> "no agent changes its position any more";
            case "rounds" -> "the rounds are used up";
            case "single_pass" -> "one vote was asked for";
            case "deadline" -> "the time is used up";
            case "budget" -> "the budget is used up";
            case "gate_rejected" -> "rejected at its gate too often";
            case "gate_timeout" -> "its gate expired without a decision";
            case "crash_loop" -> "its runner was lost too often";
            default -> stored;
        };
    }
}
