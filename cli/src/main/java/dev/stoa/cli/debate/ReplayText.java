package dev.stoa.cli.debate;

import dev.stoa.base.Times;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Counted;
import dev.stoa.debate.proof.RegisterReport;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a replay found, in lines for people. Stateless. */
final class ReplayText {
    private ReplayText() {}

    static List<String> report(Screen screen, ReplayReport report) {
        List<String> lines = new ArrayList<>();
        String what = Counted.of(report.events(), "event") + ", " + Counted.of(report.turns(), "turn") + ", outcome "
                + report.outcome();
        lines.add((report.ok() ? screen.good("the record proves itself") : screen.bad("the record is damaged")) + ": "
                + what);
        for (ReplayReport.Mismatch found : report.mismatches()) {
            lines.add("  " + found.check() + " at event " + found.seq() + told(found));
        }
        if (report.outcomeSha256() != null) {
            lines.add("  outcome sha256 " + report.outcomeSha256());
        }
        Map<String, @Nullable Object> other = report.hypothetical();
        if (other != null) {
            JsonFields fields = JsonFields.of(other);
            String winner = fields.textOrNull("winner");
            lines.add("  what if: " + fields.text("voting_method") + ", agreed from "
                    + TurnRenderer.number(fields.real("threshold")) + ": "
                    + (winner == null
                            ? "no winner, " + SessionText.reason(fields.text("no_winner_reason", "-"))
                            : fields.text("decision") + " " + winner)
                    + ", consensus " + TurnRenderer.number(fields.real("consensus")));
        }
        return lines;
    }

    static List<String> register(Screen screen, RegisterReport report) {
        List<String> lines = new ArrayList<>();
        lines.add((report.ok() ? screen.good("the register holds") : screen.bad("the register does not hold")) + ": "
                + report.entries() + (report.entries() == 1 ? " entry" : " entries"));
        report.mismatches().forEach(found -> lines.add("  entry " + found.seq() + told(found)));
        return lines;
    }

    private static String told(ReplayReport.Mismatch found) {
        return (found.field() == null ? "" : ", " + found.field()) + ": expected "
                + Screen.cut(String.valueOf(found.expected()), 80) + ", found "
                + Screen.cut(String.valueOf(found.found()), 80);
    }

    /** How a debate stood right after an event. Immutable. */
    record State(DebateSession session, DebateRecord record, DebateEvent event) {
        static State of(DebateSession session, DebateRecord record, DebateEvent event) {
            return new State(session, record, event);
        }

        Map<String, @Nullable Object> document() {
            return Json.object(
                    "session_id", session.id(),
                    "seq", event.seq(),
                    "kind", event.kind(),
                    "at", event.at(),
                    "round", record.round(),
                    "rounds_completed", record.completedRounds(),
                    "turns", record.turns().size(),
                    "waiting",
                            record.unfilled().stream()
                                    .map(slot -> record.config().agent(slot.seat()))
                                    .toList(),
                    "options",
                            IntStream.range(0, record.labels().size())
                                    .mapToObj(option -> Json.object(
                                            "key",
                                            Options.key(option),
                                            "label",
                                            record.labels().get(option)))
                                    .toList(),
                    "tallies", record.counts().stream().map(State::count).toList());
        }

        private static Map<String, @Nullable Object> count(CountRecord counted) {
            return Json.object(
                    "stage", counted.stage().text(),
                    "round", counted.round(),
                    "attempt", counted.attempt(),
                    "winner", counted.tally() instanceof Tally.Elected elected ? Options.key(elected.option()) : null,
                    "consensus", counted.tally().consensus());
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add("after event " + event.seq() + ", " + event.kind() + " at " + Times.show(event.at()) + ": round "
                    + record.round() + ", " + Counted.of(record.turns().size(), "turn"));
            for (int option = 0; option < record.labels().size(); option++) {
                lines.add("  " + Options.key(option) + "  "
                        + Screen.cut(record.labels().get(option), 90));
            }
            for (CountRecord counted : record.counts()) {
                lines.add("  " + counted.stage().text() + " count of round " + counted.round() + ": "
                        + (counted.tally() instanceof Tally.Elected elected
                                ? Options.key(elected.option())
                                : "no winner")
                        + ", consensus " + TurnRenderer.number(counted.tally().consensus()));
            }
            return lines;
        }
    }
}
