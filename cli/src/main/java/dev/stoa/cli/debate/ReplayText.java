package dev.stoa.cli.debate;

import dev.stoa.base.Times;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.Plural;
import dev.stoa.debate.proof.RegisterReport;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.proof.StateReport;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a replay found, in lines for people. Stateless. */
final class ReplayText {
    private ReplayText() {}

    static List<String> report(Screen screen, ReplayReport report) {
        List<String> lines = new ArrayList<>();
        String what = Plural.of(report.events(), "event") + ", " + Plural.of(report.turns(), "turn") + ", outcome "
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
        return (found.field() == null ? "" : ", " + Screen.clean(found.field())) + ": expected "
                + Screen.cut(String.valueOf(found.expected()), 80) + ", found "
                + Screen.cut(String.valueOf(found.found()), 80);
    }

    /** How a debate stood right after an event. */
    static List<String> state(StateReport state) {
        List<String> lines = new ArrayList<>();
        lines.add("after event " + state.seq() + ", " + state.kind() + " at " + Times.show(state.at()) + ": round "
                + state.round() + ", " + Plural.of(state.turns(), "turn"));
        for (int option = 0; option < state.labels().size(); option++) {
            lines.add("  " + Options.key(option) + "  "
                    + Screen.cut(state.labels().get(option), 90));
        }
        for (CountRecord counted : state.counts()) {
            lines.add("  " + counted.stage().text() + " count of round " + counted.round() + ": "
                    + (counted.tally() instanceof Tally.Elected elected ? Options.key(elected.option()) : "no winner")
                    + ", consensus " + TurnRenderer.number(counted.tally().consensus()));
        }
        return lines;
    }
}
