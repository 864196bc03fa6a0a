package dev.stoa.cli.debate;

import dev.stoa.cli.console.Columns;
import dev.stoa.engine.tunnel.LawResult;
import dev.stoa.engine.tunnel.Setup;
import dev.stoa.engine.tunnel.TunnelReport;
import dev.stoa.engine.tunnel.TunnelRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the tunnel showed, for people. Stateless. */
final class TunnelText {
    private TunnelText() {}

    static List<String> rows(TunnelReport report) {
        Columns columns = new Columns()
                .row(
                        "preset",
                        "topology",
                        "voting",
                        "rounds",
                        "threshold",
                        "accuracy",
                        "interval",
                        "solo",
                        "vote",
                        "gain",
                        "interval",
                        "none",
                        "debated",
                        "tokens/question",
                        "panel");
        for (TunnelRow row : report.rows()) {
            Setup setup = row.setup();
            columns.row(
                    setup.config().preset().text(),
                    setup.config().topology().text(),
                    setup.config().voting().text(),
                    setup.config().rounds(),
                    setup.config().threshold(),
                    share(row.accuracy()),
                    interval(row.interval().low(), row.interval().high()),
                    share(row.soloAccuracy()),
                    share(row.draftVoteAccuracy()),
                    signed(row.gain().mean()),
                    interval(row.gain().low(), row.gain().high()),
                    share((double) row.noWinner() / row.questions()),
                    share((double) row.debated() / row.questions()),
                    row.tokens() / row.questions(),
                    setup.panel().text());
        }
        List<String> lines = new ArrayList<>(columns.lines());
        TunnelRow first = report.rows().getFirst();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "accuracy: right winners of %,d questions; solo: right drafts; vote: plurality of the drafts;",
                first.questions()));
        lines.add("gain: accuracy - vote; none: no winner; debated: went beyond the drafts. Intervals are of 95 %.");
        return lines;
    }

    static List<String> laws(List<LawResult> laws, int questions, long seed) {
        Columns columns = new Columns().row("law", "", "measured", "", "bound", "");
        for (LawResult law : laws) {
            columns.row(law.law(), law.title(), "", "", "", law.ok() ? "ok" : "BROKEN");
            for (LawResult.Condition condition : law.conditions()) {
                columns.row(
                        "",
                        "  " + condition.name(),
                        share(condition.measured()),
                        condition.least() ? ">=" : "<=",
                        share(condition.bound()),
                        condition.ok() ? "" : "no");
            }
        }
        List<String> lines = new ArrayList<>(
                columns.lines().stream().map(String::stripTrailing).toList());
        long held = laws.stream().filter(LawResult::ok).count();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%d of %d laws hold on %,d questions, seed %d", held, laws.size(), questions, seed));
        return lines;
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String signed(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%+.3f", value);
    }

    private static String interval(@Nullable Double low, @Nullable Double high) {
        return low == null || high == null ? "-" : share(low) + ".." + share(high);
    }
}
