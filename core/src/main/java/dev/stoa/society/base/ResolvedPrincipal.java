package dev.stoa.society.base;

import dev.stoa.base.Trust;

/**
 * An actor, found in the archive, within one unit of work. Immutable.
 *
 * @param id the agent's id
 * @param ceiling the most trust that anything it writes can have
 */
public record ResolvedPrincipal(String id, String identity, AgentKind kind, boolean operator, Trust ceiling) {
    public boolean isHuman() {
        return kind == AgentKind.HUMAN;
    }

    /** The same, who sees what only some see. */
    public ResolvedPrincipal seeingAll() {
        return new ResolvedPrincipal(id, identity, kind, true, ceiling);
    }
}
