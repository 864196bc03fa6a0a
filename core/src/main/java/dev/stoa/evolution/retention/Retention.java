package dev.stoa.evolution.retention;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.storage.Tx;
import dev.stoa.storage.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of old episodes and logs. Thread-safe. It goes by the numbers of generations, never by times; facts,
 * participants, verdicts and profiles are never deleted.
 */
public final class Retention {
    private final EvolutionContext context;

    private Retention(EvolutionContext context) {
        this.context = context;
    }

    public static Retention over(EvolutionContext context) {
        return new Retention(context);
    }

    /** Prunes a run or all runs, each in a transaction of its own; with {@code dryRun} says what would be done. */
    @Needs(value = Right.OPERATE, agents = false)
    public List<PruneReport> prune(Principal by, PrunePolicy policy, boolean dryRun) {
        Rights.check(by);
        Instant now = context.now();
        List<PruneReport> reports = new ArrayList<>();
        for (String run : runs(policy)) {
            Work<PruneReport> work = tx -> PruneTable.prune(tx, run, policy, now);
            reports.add(
                    dryRun
                            ? context.archive().rehearse(work)
                            : context.archive().write(work));
        }
        return reports;
    }

    /**
     * Removes from the files what is left there of logs that were deleted since the last time, by runs themselves too.
     * Costs time that grows with the archive; false if there was nothing to remove.
     */
    @Needs(value = Right.OPERATE, agents = false)
    public boolean cleanFiles(Principal by) {
        Rights.check(by);
        long deleted = context.archive().read(tx -> noted(tx, PruneTable.DELETED));
        if (deleted == context.archive().read(tx -> noted(tx, PruneTable.CLEANED))) {
            return false;
        }
        context.archive().erase(tx -> tx.update("""
                INSERT INTO archive_sequence (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value""", PruneTable.CLEANED, deleted));
        return true;
    }

    private static long noted(Tx tx, String name) {
        return tx.number("SELECT COALESCE(max(value), 0) FROM archive_sequence WHERE name = ?", name);
    }

    private List<String> runs(PrunePolicy policy) {
        String wanted = policy.runId();
        if (wanted == null) {
            return context.archive().list("SELECT id FROM evolution_runs ORDER BY seq", row -> row.text(1));
        }
        List<String> found = context.archive()
                .list("SELECT id FROM evolution_runs WHERE id = ?", row -> row.text(1), Bounds.id("run", wanted));
        if (found.isEmpty()) {
            throw new NotFoundException(
                    "not_found", "there is no run " + Bounds.shown(wanted), "list the evolution runs");
        }
        return found;
    }
}
