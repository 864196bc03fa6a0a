package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.storage.Scope;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The episodes that were played. Thread-safe. Hot and archived ones are read alike. */
public final class Episodes {
    private static final int MOST = 1_000;

    /** Each may need a lock. */
    private static final int FEW = 32;

    /**
     * What episodes write beside their rows: the events and the tokens of their run. Their numbers are those of the
     * archive, so that units of other runs wait from the first number to the commit, and those that are refused take none.
     */
    private static final Scope.Kind RUN = new Scope.Kind(
            "run",
            "episodes",
            "episode_facts",
            "episode_participants",
            "actionlogs",
            "pending_turns",
            "run_events",
            "evolution_runs",
            "archive_sequence");

    private final EvolutionContext context;

    private Episodes(EvolutionContext context) {
        this.context = context;
    }

    public static Episodes over(EvolutionContext context) {
        return new Episodes(context);
    }

    /**
     * Stores episodes with their participants and logs, all or none. One that is there already, by its id or its slot,
     * is left as it is if its content is equal and refused otherwise.
     */
    @Needs(value = Right.OPERATE, agents = false)
    public List<Episode> record(Principal by, List<EpisodeDraft> drafts) {
        Rights.check(by);
        EvolutionContext.TimedWork<List<Episode>> unit = (tx, now) -> {
            Bounds.size("episodes", drafts, 1, MOST);
            return EpisodeWriter.record(tx, context.ids(), drafts, now);
        };
        return scope(drafts).map(scope -> context.write(by, scope, unit)).orElseGet(() -> context.write(by, unit));
    }

    /**
     * The runs of some episodes, which never change, and the ids that they are to have; empty if one is unknown, or if
     * units run one after the other.
     */
    private Optional<Scope> scope(List<EpisodeDraft> drafts) {
        if (!context.archive().isConcurrent() || drafts.isEmpty() || drafts.size() > FEW) {
            return Optional.empty();
        }
        Set<String> locked = new LinkedHashSet<>();
        Set<String> generations = new HashSet<>();
        for (EpisodeDraft draft : drafts) {
            if (generations.add(draft.generationId())) {
                Optional<String> run = context.archive()
                        .one("SELECT run_id FROM Generations WHERE id = ?", row -> row.text(1), draft.generationId());
                if (run.isEmpty()) {
                    return Optional.empty();
                }
                locked.add(run.get());
            }
            if (draft.id() != null) {
                locked.add("episode " + draft.id());
            }
        }
        return Optional.of(RUN.of(locked.toArray(String[]::new)));
    }

    /** One episode. */
    @Needs(Right.READ)
    public Episode get(Principal by, String id) {
        return context.read(by, (tx, now) -> EpisodeTable.get(tx, id));
    }

    /** Episodes that pass a filter, newest first. */
    @Needs(Right.READ)
    public Page<Episode> list(Principal by, EpisodeFilter filter) {
        return context.read(by, (tx, now) -> filter.page().of(EpisodeTable.list(tx, filter), Episode::seq));
    }

    /**
     * The production episodes in which an actor did worst, by its score and then by their age.
     *
     * @param fraction which part of them, above 0 up to 1, rounded up
     */
    @Needs(Right.READ)
    public List<Episode> worst(Principal by, String generationId, String actor, double fraction) {
        return context.read(by, (tx, now) -> {
            if (!(fraction > 0)) {
                throw Bounds.invalid("fraction " + fraction + " is not above 0", "give one up to 1");
            }
            Bounds.real("fraction", fraction, 0, 1);
            return EpisodeTable.worst(tx, Documents.key("generation", generationId), actor, fraction);
        });
    }

    /** What is needed to play an episode again from its log and to judge it again. */
    @Needs(value = Right.OPERATE, agents = false)
    public ReplayRecord replayRecord(Principal by, String id) {
        return context.read(by, (tx, now) -> ReplayRecord.of(tx, id));
    }
}
