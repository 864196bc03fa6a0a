package dev.stoa.cli.debate;

import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Plural;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.json.Json;
import dev.stoa.learning.lesson.Lesson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parts of the record of a debate in lines for people. Stateless. */
final class RecordText {
    private static final int SHOWN = 70;

    private RecordText() {}

    /** The lines, and how to get those after them. */
    static List<String> more(List<String> lines, @Nullable String next) {
        List<String> all = new ArrayList<>(lines);
        if (next != null) {
            all.add("more: --cursor " + next);
        }
        return all;
    }

    static List<String> turns(Screen screen, DebateSession session, List<DebateTurn> turns, boolean prompts) {
        List<String> agents = new ArrayList<>(session.agents().stream()
                .map(agent -> String.valueOf(agent.get("agent_id")))
                .toList());
        turns.stream()
                .map(DebateTurn::agentId)
                .filter(id -> !agents.contains(id))
                .distinct()
                .forEach(agents::add);
        TurnRenderer speech = new TurnRenderer(screen, agents, true);
        List<String> labels = session.options().stream().map(OptionRow::label).toList();
        List<String> lines = new ArrayList<>();
        for (DebateTurn turn : turns) {
            lines.add(screen.dim(turn.turnSeq() + "  round " + turn.round() + ", "
                    + turn.phase().text()
                    + (turn.attempt() == 0 ? "" : ", attempt " + (turn.attempt() + 1))
                    + (turn.option() == null ? "" : ", holds " + turn.option())
                    + (turn.visibleTurns().isEmpty() ? "" : ", has read " + read(turn))));
            if (prompts && turn.prompt() != null) {
                turn.prompt().lines().forEach(line -> lines.add(("  > " + Screen.clean(line)).stripTrailing()));
            }
            lines.addAll(said(speech, agents.indexOf(turn.agentId()), turn, labels));
        }
        return lines.isEmpty() ? List.of("no turns yet") : lines;
    }

    private static String read(DebateTurn turn) {
        return String.join(
                ", ", turn.visibleTurns().stream().map(String::valueOf).toList());
    }

    private static List<String> said(TurnRenderer speech, int seat, DebateTurn turn, List<String> labels) {
        Map<String, @Nullable Object> parsed = turn.parsed();
        if (turn.status() == TurnStatus.OK && turn.kind() != null && parsed != null) {
            return speech.of(seat, ParsedReply.of(turn.kind(), parsed), new TurnRenderer.Known(labels, -1, null));
        }
        return turn.status() == TurnStatus.OK
                ? speech.raw(seat, String.valueOf(turn.content()))
                : speech.silence(
                        seat,
                        turn.status(),
                        turn.status() == TurnStatus.ABSTAINED ? TurnRenderer.reasoning(turn.content()) : turn.error());
    }

    static List<String> ballots(List<BallotRow> ballots) {
        Columns columns = new Columns();
        for (BallotRow ballot : ballots) {
            Double confidence = ballot.confidence();
            columns.row(
                    ballot.stage().text(),
                    "round " + ballot.round(),
                    ballot.agentId(),
                    ballot.choice() == null ? "-" : ballot.choice(),
                    confidence == null ? "-" : TurnRenderer.number(confidence),
                    ballot.weight() == null ? "-" : String.format(Locale.ROOT, "weight %.3f", ballot.weight() / 1e6),
                    ballot.counted() ? "counted" : "not counted: " + ballot.reason());
        }
        return ballots.isEmpty() ? List.of("no vote was counted yet") : columns.lines();
    }

    static List<String> gates(List<GateRow> gates) {
        Columns columns = new Columns();
        for (GateRow gate : gates) {
            columns.row(
                    gate.id(),
                    "round " + gate.round(),
                    gate.phase().text(),
                    gate.status().text(),
                    gate.decidedBy() == null ? "until " + Times.show(gate.expiresAt()) : "by " + gate.decidedBy(),
                    gate.reason() == null ? "" : Screen.cut(gate.reason(), SHOWN));
        }
        return gates.isEmpty()
                ? List.of("no gates")
                : columns.lines().stream().map(String::stripTrailing).toList();
    }

    static List<String> versions(List<CodeVersion> versions) {
        Columns columns = new Columns();
        for (CodeVersion version : versions) {
            Double rate = version.testPassRate();
            Double quality = version.qualityScore();
            columns.row(
                    "version " + version.versionNumber(),
                    version.parentVersion() == null ? "new" : "of " + version.parentVersion(),
                    version.agentId() == null ? "-" : version.agentId(),
                    Plural.of(version.code().lines().count(), "line"),
                    tested(version, rate),
                    quality == null ? "" : "quality " + TurnRenderer.number(quality));
        }
        return versions.isEmpty()
                ? List.of("no code")
                : columns.lines().stream().map(String::stripTrailing).toList();
    }

    private static String tested(CodeVersion version, @Nullable Double rate) {
        long untested = version.results().stream()
                .filter(result ->
                        result.status().equals("timeout") || result.status().equals("not_run"))
                .count();
        String passes = rate == null ? "no test was run" : String.format(Locale.ROOT, "passes %.0f %%", rate * 100);
        return untested == 0 ? passes : passes + ", " + untested + " could not be tested";
    }

    static List<String> events(List<DebateEvent> events) {
        Columns columns = new Columns();
        for (DebateEvent event : events) {
            columns.row(
                    event.seq(),
                    Times.show(event.at()),
                    event.kind(),
                    event.hash().substring(0, 12),
                    Screen.cut(Json.write(event.data()), SHOWN));
        }
        return columns.lines();
    }

    static List<String> lesson(Screen screen, Lesson lesson, @Nullable Double score) {
        List<String> lines = new ArrayList<>();
        lines.add((score == null ? "" : String.format(Locale.ROOT, "%.3f  ", score)) + lesson.id() + "  "
                + lesson.category().text() + "  " + lesson.tier().text() + "  " + lesson.domain() + "  "
                + (lesson.simulated() ? "simulated  " : "") + lesson.successes() + " of "
                + Plural.of(lesson.uses(), "use") + " helped");
        screen.wrap(lesson.title(), 2).forEach(line -> lines.add("  " + screen.bold(line)));
        screen.wrap(lesson.problem(), 2).forEach(line -> lines.add("  " + line));
        screen.wrap("→ " + lesson.solution(), 2).forEach(line -> lines.add("  " + line));
        return lines;
    }
}
