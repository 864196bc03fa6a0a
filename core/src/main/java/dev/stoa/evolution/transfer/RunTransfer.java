package dev.stoa.evolution.transfer;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.VerificationException;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.memory.StrategyTable;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Tx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs as JSON lines, so that a lineage can leave an archive and come into another. Thread-safe. Numbers of the archive
 * are given by the store that takes a run; everything else stays as it was.
 */
public final class RunTransfer {
    private static final int SHOWN = 5;

    private final EvolutionContext context;
    private final Supplier<List<ArchiveSchema.Invariant>> invariants;
    private final BiFunction<Tx, String, String> fingerprint;
    private final long cap;

    private RunTransfer(
            EvolutionContext context,
            Supplier<List<ArchiveSchema.Invariant>> invariants,
            BiFunction<Tx, String, String> fingerprint,
            long cap) {
        this.context = context;
        this.invariants = invariants;
        this.fingerprint = fingerprint;
        this.cap = cap;
    }

    /**
     * Transfers from and into an archive.
     *
     * @param invariants what must hold after an import
     * @param fingerprint what the rows of a run give as its fingerprint
     * @param cap the most strategies to remember
     */
    public static RunTransfer over(
            EvolutionContext context,
            Supplier<List<ArchiveSchema.Invariant>> invariants,
            BiFunction<Tx, String, String> fingerprint,
            long cap) {
        return new RunTransfer(context, invariants, fingerprint, cap);
    }

    /**
     * Hands over the lines of a run, or of all runs, by their types and then by their numbers; how many there were. All
     * of them are of one moment.
     *
     * @param runId null for all
     */
    @Needs(Right.ADMIN)
    public long export(Principal by, @Nullable String runId, Consumer<String> sink) {
        return context.read(by, (tx, now) -> {
            List<String> runs = runId == null
                    ? tx.list("SELECT id FROM evolution_runs ORDER BY seq", row -> row.text(1))
                    : tx.list(
                            "SELECT id FROM evolution_runs WHERE id = ?", row -> row.text(1), Bounds.id("run", runId));
            if (runs.isEmpty() && runId != null) {
                throw new NotFoundException(
                        "not_found", "there is no run " + Bounds.shown(runId), "list the evolution runs");
            }
            long[] lines = {0};
            for (RowType type : RowType.values()) {
                for (String run : runs) {
                    RunLines.each(tx, type, run, line -> {
                        sink.accept(Json.write(line));
                        lines[0]++;
                    });
                }
            }
            return lines[0];
        });
    }

    /** Whether a file has the lines of runs, by its first line. */
    public static boolean is(Path file) {
        return RunFile.is(file);
    }

    /** Takes the lines of a file. */
    @Needs(Right.ADMIN)
    public TransferReport take(Principal by, Path file, boolean dryRun) {
        Rights.check(by);
        try (RunFile lines = new RunFile(file)) {
            return take(by, lines, dryRun);
        }
    }

    /**
     * Takes the lines of an export. Rows that are there already and equal are skipped; if one is there with other content,
     * it is reported as a conflict and nothing is written.
     */
    @Needs(Right.ADMIN)
    public TransferReport take(Principal by, Iterable<String> lines, boolean dryRun) {
        Rights.check(by);
        var now = context.now();
        try {
            return context.archive().write(tx -> {
                TransferReport report = new RunImport(tx, now).run(lines, dryRun);
                if (report.conflicts().isEmpty()) {
                    evict(tx);
                    // First, since it says more about a run of the file than what examines the whole archive.
                    report.runIds().forEach(run -> verify(tx, run));
                    examine(tx);
                }
                if (!report.written()) {
                    throw new Undone(report);
                }
                return report;
            });
        } catch (Undone undone) {
            return undone.report;
        }
    }

    private void evict(Tx tx) {
        long count = tx.number("SELECT count(*) FROM strategy_memory");
        StrategyTable.evict(tx, count, cap);
    }

    private void examine(Tx tx) {
        List<String> found = new ArrayList<>();
        for (ArchiveSchema.Invariant invariant : invariants.get()) {
            invariant.finder().violations(tx, SHOWN).forEach(row -> found.add(invariant.violation() + ": " + row));
        }
        if (!found.isEmpty()) {
            throw new VerificationException(
                    "damaged",
                    "the archive would not be in order after the import: " + String.join("; ", found),
                    "correct these rows in the file, then import it; nothing was changed");
        }
    }

    /** Refuses a completed run whose rows do not give the fingerprint that it has. */
    private void verify(Tx tx, String run) {
        Optional<String> claimed = tx.one(
                "SELECT fingerprint FROM evolution_runs WHERE id = ? AND kind <> 'external' AND fingerprint IS NOT NULL",
                row -> row.text(1),
                run);
        if (claimed.isPresent()) {
            String found = fingerprint.apply(tx, run);
            if (!found.equals(claimed.get())) {
                throw new VerificationException(
                        "fingerprint",
                        "run " + run + " has the fingerprint " + Bounds.shown(claimed.get()) + ", and its rows give "
                                + found + ": a row was changed, added or left out",
                        "export the run again and import that file; nothing was changed");
            }
        }
    }

    /** Carries a report out of a transaction that is to be undone. */
    private static final class Undone extends RuntimeException {
        private final transient TransferReport report;

        Undone(TransferReport report) {
            super("undone", null, false, false);
            this.report = report;
        }
    }
}
