package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.upkeep.PruneReport;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.learning.critique.CleanedCritiques;
import dev.stoa.learning.memory.CleanupResult;
import dev.stoa.learning.memory.PruneResult;
import dev.stoa.society.Retention;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code prune}: does at once what age and limits ask for in every archive. Used by one thread. */
@Command(name = "prune", description = "Archive expired data, and delete data past its retention, in all archives.")
public final class PruneCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(names = "--dry-run", description = "Count without changing anything.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Do not ask for confirmation.")
    private boolean yes;

    @Override
    public void run() {
        main.showWarnings();
        if (!dryRun && !yes) {
            main.confirm("archive and delete what is past its retention?");
        }
        try (Stoa stoa = main.open()) {
            PruneReport report = main.engines(stoa).pruning(main.principal()).run(dryRun, UpkeepListener.NONE);
            main.print(report.document(), lines(report));
        }
    }

    private static List<String> lines(PruneReport report) {
        CleanupResult memories = report.memory().cleaned();
        PruneResult old = report.memory().pruned();
        CleanedCritiques critiques = report.critiques();
        PruneReport.Debates debates = report.debates();
        Retention.Cut cut = report.society().cut();
        PruneReport.Counsel counsel = report.counsel();
        List<String> lines = new ArrayList<>(new Columns()
                .row(
                        "memory",
                        memories.expired() + " expired and " + memories.evicted() + " over a limit" + " archived, "
                                + memories.overflowed() + " moved to a slower tier")
                .row("", old.generations() + " archived generations and " + old.outcomes() + " outcomes deleted")
                .row("rating", report.history() + " points of history deleted")
                .row(
                        "critique",
                        critiques.patterns() + " patterns archived, " + critiques.critiques() + " critiques deleted")
                .row("evidence", report.evidence() + " pieces deleted")
                .row(
                        "debate",
                        debates.prompts() + " prompts dropped, " + debates.sessions() + " debates deleted, "
                                + debates.lessons() + " lessons retired")
                .row(
                        "society",
                        cut.executions() + " executions cut (" + cut.outputs() + " outputs, " + cut.complaints()
                                + " error outputs, " + cut.prompts() + " prompts), "
                                + report.society().changes() + " changes forgotten")
                .row(
                        "counsel",
                        counsel.expired().replies() + " replies of models cleared, "
                                + counsel.expired().keys() + " idempotency keys and "
                                + counsel.expired().passes() + " tokens of executions forgotten, "
                                + counsel.corrections().expired() + " unconfirmed corrections retired")
                .row(
                        "evolution",
                        report.evolution().episodes() + " episodes and "
                                + report.evolution().archivedLogs() + " turns archived, "
                                + report.evolution().deletedLogs() + " turns deleted, "
                                + report.evolution().strategies() + " strategies evicted")
                .row("breaker", report.breakers() + " forgotten")
                .lines());
        lines.add(report.dryRun() ? "nothing was changed" : "done");
        return lines;
    }
}
