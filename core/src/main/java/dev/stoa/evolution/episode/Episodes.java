package dev.stoa.evolution.episode;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.base.EvolutionContext;
import java.util.List;

/** The episodes that were played. Thread-safe. Hot and archived ones are read alike. */
public final class Episodes {
    private static final int MOST = 1_000;

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
        return context.write(by, (tx, now) -> {
            Bounds.size("episodes", drafts, 1, MOST);
            return EpisodeWriter.record(tx, context.ids(), drafts, now);
        });
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
