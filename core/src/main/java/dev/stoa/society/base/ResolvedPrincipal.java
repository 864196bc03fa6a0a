package dev.stoa.society.base;

import dev.stoa.base.Trust;
import org.jspecify.annotations.Nullable;

/**
 * An actor, found in the archive, within one unit of work. Immutable.
 *
 * @param id the agent's id
 * @param ceiling the most trust that anything it writes can have
 * @param task the execution inside which it acts; null if it acts in none
 */
public record ResolvedPrincipal(
        String id,
        String identity,
        AgentKind kind,
        boolean operator,
        Trust ceiling,
        @Nullable String task) {
    public ResolvedPrincipal(String id, String identity, AgentKind kind, boolean operator, Trust ceiling) {
        this(id, identity, kind, operator, ceiling, null);
    }

    public boolean isHuman() {
        return kind == AgentKind.HUMAN;
    }

    /** The same, who sees what only some see. */
    public ResolvedPrincipal seeingAll() {
        return new ResolvedPrincipal(id, identity, kind, true, ceiling, task);
    }
}
