package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.society.agent.MergeResult;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.ChangeResult;

/**
 * Changes who an agent is: its name, whether it takes part, and which other agent it becomes. Thread-safe.
 *
 * <p>Inside the society everything follows in one transaction. The other wings know agents by the names that they had
 * when something happened: the seats and ballots of a debate are part of its hash chain, and ratings, critiques and
 * predictions are sums over such records. They are not rewritten. What is done later follows, because a former name or
 * id of an agent resolves to the agent, for the seat of a debate too.
 */
public final class AgentIdentities {
    private final Stoa stoa;

    private AgentIdentities(Stoa stoa) {
        this.stoa = stoa;
    }

    public static AgentIdentities of(Stoa stoa) {
        return new AgentIdentities(stoa);
    }

    /** Renames an agent; its former name stays an alias. */
    public ChangeResult<Agent> rename(Principal by, String agent, String identity) {
        return stoa.society().agents().rename(by, agent, identity);
    }

    /** Makes one agent of two, or with {@code dryRun} finds out what that would change; refusals are the same. */
    public MergeResult merge(Principal by, String from, String to, boolean dryRun) {
        return stoa.society().agents().merge(by, from, to, dryRun);
    }

    /** Lets an agent take part no more; what it holds is released. */
    public ChangeResult<Agent> archive(Principal by, String agent) {
        return stoa.society().agents().archive(by, agent);
    }

    /** Lets an archived agent take part again. */
    public ChangeResult<Agent> restore(Principal by, String agent) {
        return stoa.society().agents().restore(by, agent);
    }
}
