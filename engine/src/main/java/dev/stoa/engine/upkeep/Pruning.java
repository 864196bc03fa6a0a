package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.TextEnum;
import dev.stoa.config.FoundationSettings;
import dev.stoa.counsel.base.CounselSettings;
import dev.stoa.debate.DebateSessions;
import dev.stoa.engine.DebateSettings;
import dev.stoa.evolution.retention.PrunePolicy;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.society.Retention;
import dev.stoa.society.base.SocietySettings;
import java.time.Duration;
import java.util.Map;

/**
 * Removes from every archive what its settings no longer keep. Thread-safe. Archives are pruned one after the other,
 * each in transactions of its own: after a failure the earlier ones are pruned, and a second run does the rest.
 */
public final class Pruning {
    private final Stoa stoa;
    private final Principal caller;

    private Pruning(Stoa stoa, Principal caller) {
        this.stoa = stoa;
        this.caller = caller;
    }

    public static Pruning of(Stoa stoa) {
        return new Pruning(stoa, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Pruning as(Principal other) {
        return new Pruning(stoa, other);
    }

    /** Prunes all archives, or with {@code dryRun} only counts what would go. */
    @Needs(Right.OPERATE)
    public PruneReport run(boolean dryRun, UpkeepListener listener) {
        Rights.check(caller);
        return dryRun
                ? prune(true, listener)
                : AuditTrail.of(stoa, caller)
                        .around("prune", Map.of(), () -> prune(false, listener), PruneReport::document);
    }

    /** A part of the archives that settings say how long to keep. */
    public enum Wing implements TextEnum {
        LEARNING,
        DEBATE,
        SOCIETY,
        COUNSEL
    }

    /** Prunes the archives of one wing. */
    @Needs(Right.OPERATE)
    public void run(Wing wing) {
        Rights.check(caller);
        AuditTrail.of(stoa, caller).around("prune", Map.of("wing", wing.text()), () -> {
            switch (wing) {
                case LEARNING -> {
                    memory(false);
                    history(false);
                    stoa.learning().critiques().cleanup(false);
                    stoa.learning().evidence().cleanup(EvidenceStore.KEPT_DAYS, false);
                    stoa.learning().breakers().purge();
                }
                case DEBATE -> debates(false);
                case SOCIETY -> society(false);
                case COUNSEL -> counsel(false);
            }
            return wing;
        });
    }

    private PruneReport prune(boolean dryRun, UpkeepListener listener) {
        Steps steps = new Steps(listener);
        return new PruneReport(
                steps.done("memory", memory(dryRun)),
                steps.done("rating", history(dryRun)),
                steps.done("critique", stoa.learning().critiques().cleanup(dryRun)),
                steps.done("evidence", stoa.learning().evidence().cleanup(EvidenceStore.KEPT_DAYS, dryRun)),
                steps.done(
                        "breaker",
                        dryRun
                                ? stoa.learning().breakers().purgeable()
                                : stoa.learning().breakers().purge()),
                steps.done("debate", debates(dryRun)),
                steps.done("society", society(dryRun)),
                steps.done("counsel", counsel(dryRun)),
                steps.done("evolution", evolution(dryRun)),
                dryRun);
    }

    private PruneReport.Memory memory(boolean dryRun) {
        return new PruneReport.Memory(
                stoa.learning().memories().cleanup(dryRun),
                stoa.learning().memories().prune(dryRun));
    }

    /** Without a setting the history is kept. */
    private long history(boolean dryRun) {
        int days = stoa.config().get(FoundationSettings.HISTORY_DAYS);
        return days == 0 ? 0 : stoa.learning().ratings().pruneHistory(Duration.ofDays(days), dryRun);
    }

    /** Without a setting prompts and debates are kept; lessons have an expiry of their own. */
    private PruneReport.Debates debates(boolean dryRun) {
        int promptDays = stoa.config().get(DebateSettings.KEEP_PROMPTS_DAYS);
        int retentionDays = stoa.config().get(DebateSettings.RETENTION_DAYS);
        DebateSessions debates = stoa.debate().sessions();
        long prompts = promptDays == 0 ? 0 : dryRun ? debates.droppable(promptDays) : debates.dropPrompts(promptDays);
        long sessions =
                retentionDays == 0 ? 0 : dryRun ? debates.prunable(retentionDays) : debates.prune(retentionDays);
        return new PruneReport.Debates(
                prompts, sessions, stoa.learning().lessons().retireExpired(dryRun));
    }

    private PruneReport.Society society(boolean dryRun) {
        Retention retention = stoa.society().retention();
        return new PruneReport.Society(
                retention.cutOutputs(stoa.config().get(SocietySettings.KEEP_OUTPUT_DAYS), dryRun),
                retention.forgetFeed(dryRun));
    }

    private PruneReport.Counsel counsel(boolean dryRun) {
        int days = stoa.config().get(CounselSettings.RAW_RESPONSE_DAYS);
        return new PruneReport.Counsel(
                stoa.counsel().retention().prune(caller, days, dryRun),
                stoa.counsel().corrections().upkeep(caller, dryRun));
    }

    private PruneReport.Evolution evolution(boolean dryRun) {
        long episodes = 0;
        long deleted = 0;
        long archived = 0;
        for (var run : stoa.evolution().retention().prune(caller, PrunePolicy.defaults(), dryRun)) {
            episodes += run.archivedEpisodes();
            deleted += run.deletedLogs();
            archived += run.archivedLogs();
        }
        int strategies = stoa.evolution().strategies().prune(caller, dryRun);
        if (!dryRun) {
            // Also what runs have deleted themselves, which do not stop to write their file again.
            stoa.evolution().retention().cleanFiles(caller);
        }
        return new PruneReport.Evolution(episodes, deleted, archived, strategies);
    }

    /** Counts the archives that are done. For one run. */
    private static final class Steps {
        private final UpkeepListener listener;
        private long done;

        Steps(UpkeepListener listener) {
            this.listener = listener;
        }

        <T> T done(String archive, T result) {
            done++;
            listener.progressed(archive, done);
            return result;
        }
    }
}
