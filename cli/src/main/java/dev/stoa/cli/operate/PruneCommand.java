package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.Invocation;
import dev.stoa.config.FoundationSettings;
import dev.stoa.debate.DebateSessions;
import dev.stoa.engine.DebateSettings;
import dev.stoa.json.Json;
import dev.stoa.learning.critique.CleanedCritiques;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.memory.CleanupResult;
import dev.stoa.learning.memory.PruneResult;
import dev.stoa.society.Retention;
import dev.stoa.society.base.SocietySettings;
import java.time.Duration;
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
        int historyDays = main.config().get(FoundationSettings.HISTORY_DAYS);
        try (Stoa stoa = main.open()) {
            CleanupResult memories = stoa.learning().memories().cleanup(dryRun);
            PruneResult old = stoa.learning().memories().prune(dryRun);
            long history =
                    historyDays == 0 ? 0 : stoa.learning().ratings().pruneHistory(Duration.ofDays(historyDays), dryRun);
            CleanedCritiques critiques = stoa.learning().critiques().cleanup(dryRun);
            int evidence = stoa.learning().evidence().cleanup(EvidenceStore.KEPT_DAYS, dryRun);
            int breakers = dryRun
                    ? stoa.learning().breakers().purgeable()
                    : stoa.learning().breakers().purge();
            PrunedDebates debates = debates(stoa);
            Retention.Cut cut =
                    stoa.society().retention().cutOutputs(stoa.config().get(SocietySettings.KEEP_OUTPUT_DAYS), dryRun);
            long changes = stoa.society().retention().forgetFeed(dryRun);
            List<String> lines = new ArrayList<>(new Columns()
                    .row(
                            "memory",
                            memories.expired() + " expired and " + memories.evicted() + " over a limit" + " archived, "
                                    + memories.overflowed() + " moved to a slower tier")
                    .row("", old.generations() + " archived generations and " + old.outcomes() + " outcomes deleted")
                    .row("rating", history + " points of history deleted")
                    .row(
                            "critique",
                            critiques.patterns() + " patterns archived, " + critiques.critiques()
                                    + " critiques deleted")
                    .row("evidence", evidence + " pieces deleted")
                    .row(
                            "debate",
                            debates.prompts() + " prompts dropped, " + debates.sessions() + " debates deleted, "
                                    + debates.lessons() + " lessons retired")
                    .row(
                            "society",
                            cut.executions() + " executions cut (" + cut.outputs() + " outputs, " + cut.complaints()
                                    + " error outputs, " + cut.prompts() + " prompts), " + changes
                                    + " changes forgotten")
                    .row("breaker", breakers + " forgotten")
                    .lines());
            lines.add(dryRun ? "nothing was changed" : "done");
            main.print(
                    Json.object(
                            "memory",
                            Json.object(
                                    "expired", memories.expired(),
                                    "evicted", memories.evicted(),
                                    "overflowed", memories.overflowed(),
                                    "generations", old.generations(),
                                    "outcomes", old.outcomes()),
                            "rating",
                            Json.object("history", history),
                            "critique",
                            Json.object(
                                    "patterns", critiques.patterns(),
                                    "critiques", critiques.critiques(),
                                    "debates", critiques.debates(),
                                    "proposals", critiques.proposals()),
                            "evidence",
                            Json.object("deleted", evidence),
                            "debate",
                            Json.object(
                                    "prompts", debates.prompts(),
                                    "sessions", debates.sessions(),
                                    "lessons", debates.lessons()),
                            "society",
                            Documents.with(cut.document(), "feed", changes),
                            "breaker",
                            Json.object("purged", breakers),
                            "dry_run",
                            dryRun),
                    lines);
        }
    }

    /** What goes of debates; without a setting nothing does. */
    private record PrunedDebates(long prompts, long sessions, long lessons) {}

    private PrunedDebates debates(Stoa stoa) {
        int promptDays = stoa.config().get(DebateSettings.KEEP_PROMPTS_DAYS);
        int retentionDays = stoa.config().get(DebateSettings.RETENTION_DAYS);
        DebateSessions debates = stoa.debate().sessions();
        long prompts = promptDays == 0 ? 0 : dryRun ? debates.droppable(promptDays) : debates.dropPrompts(promptDays);
        long sessions =
                retentionDays == 0 ? 0 : dryRun ? debates.prunable(retentionDays) : debates.prune(retentionDays);
        return new PrunedDebates(prompts, sessions, stoa.learning().lessons().retireExpired(dryRun));
    }
}
