package dev.stoa.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Results as Markdown. Not thread-safe. */
public final class Report {
    private final List<String> lines = new ArrayList<>();
    private final List<String> verdicts = new ArrayList<>();

    public Report paragraph(String text) {
        lines.add(text);
        lines.add("");
        return this;
    }

    public Report block(List<String> block) {
        lines.addAll(block);
        lines.add("");
        return this;
    }

    /** A table of several contests; a contender that others are compared with has a 1 in that column. */
    public Report table(List<Result> results) {
        lines.add("| work | done by | per second | ± % | CPU µs | rate | CPU |");
        lines.add("|---|---|---:|---:|---:|---:|---:|");
        for (Result result : results) {
            String title = result.title();
            for (String contender : result.samples().keySet()) {
                lines.add(line(result, title, contender));
                title = "";
            }
            result.aims().forEach(aim -> verdicts.add("- " + aim.verdict(result)));
        }
        lines.add("");
        return this;
    }

    private static String line(Result result, String title, String contender) {
        Spread rate = result.rate(contender);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %,.0f %s | %.0f | %.1f | %s | %s |",
                title,
                contender,
                rate.median(),
                result.unit(),
                100 * rate.deviation(),
                result.cpu(contender),
                ratio(result, Aim.Measure.RATE, contender, result.rateBase()),
                ratio(result, Aim.Measure.CPU, contender, result.cpuBase()));
    }

    private static String ratio(Result result, Aim.Measure measure, String contender, @Nullable String base) {
        if (base == null || !result.has(base)) {
            return "–";
        }
        if (contender.equals(base)) {
            return "1";
        }
        double ratio = result.ratio(measure, contender, base);
        // Processor time comes in ticks, so a very short slice may have none.
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "–";
    }

    /** What was aimed at in the tables so far, and what came of it. */
    public Report verdicts() {
        if (!verdicts.isEmpty()) {
            lines.add("Aims:");
            lines.add("");
            lines.addAll(verdicts);
            lines.add("");
            verdicts.clear();
        }
        return this;
    }

    public String text() {
        return String.join("\n", lines).strip() + "\n";
    }
}
