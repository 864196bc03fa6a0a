package dev.stoa.cli.society;

import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.text.Plural;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.society.agent.AgentCounts;
import dev.stoa.society.agent.AgentDetail;
import dev.stoa.society.agent.MergeResult;
import dev.stoa.society.agent.SocietyStats;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Agents and what there is of them, for people. Stateless. */
final class AgentText {
    private AgentText() {}

    static List<String> detail(AgentDetail detail) {
        List<String> lines = new ArrayList<>();
        detail.agent().document().forEach((name, value) -> {
            if (value != null) {
                lines.add(name + ": " + value);
            }
        });
        AgentCounts counts = detail.counts();
        lines.add("counts: " + Plural.of(counts.runs(), "run") + ", " + Plural.of(counts.executions(), "execution")
                + ", "
                + Plural.of(counts.messages(), "message") + ", " + Plural.of(counts.notes(), "note") + ", "
                + counts.knowledge() + " knowledge");
        String constitution = detail.agent().constitution();
        if (constitution != null) {
            lines.add("");
            lines.addAll(TerminalText.quoted("| ", constitution));
        }
        return lines;
    }

    static List<String> stats(SocietyStats stats) {
        Columns nouns = new Columns().row("", "total", "live", "archived");
        stats.nouns().forEach((noun, tally) -> nouns.row(noun, tally.total(), tally.live(), tally.archived()));
        List<String> lines = new ArrayList<>(nouns.lines());
        lines.add(Plural.of(stats.topics(), "topic") + ", " + Plural.of(stats.domains(), "domain"));
        lines.add("");
        Columns agents =
                new Columns().row("agent", "runs", "executions", "messages", "notes", "knowledge", "last active");
        for (SocietyStats.Share share : stats.agents()) {
            AgentCounts counts = share.counts();
            agents.row(
                    share.identity(),
                    counts.runs(),
                    counts.executions(),
                    counts.messages(),
                    counts.notes(),
                    counts.knowledge(),
                    (share.lastActiveAt() == null ? "never" : Times.show(share.lastActiveAt()))
                            + (share.archivedAt() == null ? "" : ", archived"));
        }
        lines.addAll(agents.lines());
        return lines;
    }

    static List<String> merge(String from, MergeResult merge, boolean dryRun) {
        String rows = merge.rows().entrySet().stream()
                .filter(table -> table.getValue() > 0)
                .map(table -> table.getValue() + " of " + table.getKey())
                .collect(Collectors.joining(", "));
        return List.of(
                from + (dryRun ? " would be " : " is now ") + merge.agent().identity(),
                rows.isEmpty() ? "no rows named it" : "rows: " + rows);
    }
}
