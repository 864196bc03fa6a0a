package dev.stoa.evolution.episode;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import java.util.List;

/** The turns of episodes. Thread-safe. */
public final class ActionLogs {
    private final EvolutionContext context;

    private ActionLogs(EvolutionContext context) {
        this.context = context;
    }

    public static ActionLogs over(EvolutionContext context) {
        return new ActionLogs(context);
    }

    /**
     * The turns of an episode, in order; none if its log was pruned. What speakers thought is told only to persons and
     * programs that may operate: an agent might be the opponent.
     */
    @Needs(Right.READ)
    public List<LogEntry> of(Principal by, String episodeId) {
        boolean whole = by.agent() == null && by.rights().contains(Right.OPERATE);
        return context.read(by, (tx, now) -> {
            EpisodeTable.get(tx, episodeId);
            List<LogEntry> entries = EpisodeTable.logs(tx, episodeId);
            return whole
                    ? entries
                    : entries.stream().map(LogEntry::withoutMonologue).toList();
        });
    }
}
