package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.agent.MergeResult;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.ChangeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes who an agent is: its name, whether it takes part, and which other agent it becomes. Thread-safe.
 *
 * <p>Inside the society everything follows in one transaction. Then ratings, predictions, critiques, reputation and the
 * agent's own memories follow, one transaction for each archive. What was left undone by a crash in between is done by
 * the same command again: the former names are in the society, and where nothing is under them nothing is done. The
 * seats and ballots of debates stay as they were, being part of hash chains; a former name or id resolves to the agent,
 * for the seat of a debate too.
 */
public final class AgentIdentities {
    private final Stoa stoa;
    private final Precondition expected;

    private AgentIdentities(Stoa stoa, Precondition expected) {
        this.stoa = stoa;
        this.expected = expected;
    }

    public static AgentIdentities of(Stoa stoa) {
        return new AgentIdentities(stoa, Precondition.NONE);
    }

    /** The same, where an agent is changed only in a version that was expected. */
    public AgentIdentities onlyIf(Precondition precondition) {
        return new AgentIdentities(stoa, Bounds.given("precondition", precondition));
    }

    private Agents agents() {
        return stoa.society().agents().onlyIf(expected);
    }

    /** Renames an agent; its former name stays an alias. */
    public ChangeResult<Agent> rename(Principal by, String agent, String identity) {
        ChangeResult<Agent> renamed = agents().rename(by, agent, identity);
        follow(by, renamed.value().aliases(), renamed.value().identity(), false);
        return renamed;
    }

    /** Makes one agent of two, or with {@code dryRun} finds out what that would change; refusals are the same. */
    public MergeResult merge(Principal by, String from, String to, boolean dryRun) {
        return dryRun
                ? mergeAll(by, from, to, true)
                : AuditTrail.of(stoa, by)
                        .around(
                                "agent_merge",
                                Map.of("from", from, "to", to),
                                () -> mergeAll(by, from, to, false),
                                merged -> Map.of("agent_id", merged.agent().id(), "rows", merged.rows()));
    }

    private MergeResult mergeAll(Principal by, String from, String to, boolean dryRun) {
        Agent first = agents().get(by, from);
        Agent second = agents().get(by, to);
        boolean begun = first.id().equals(second.id()) && !from.equals(second.identity()) && !from.equals(to);
        MergeResult merge = begun ? new MergeResult(Map.of(), second) : agents().merge(by, from, to, dryRun);
        List<String> names = new ArrayList<>(first.aliases());
        names.addAll(second.aliases());
        if (!begun) {
            names.add(first.identity());
        }
        Map<String, Long> rows = new LinkedHashMap<>(merge.rows());
        rows.putAll(follow(by, names.stream().distinct().toList(), second.identity(), dryRun));
        return new MergeResult(rows, merge.agent());
    }

    /** Lets what the other wings hold under former names follow; answers how many rows of each kind there were. */
    private Map<String, Long> follow(Principal by, List<String> names, String identity, boolean dryRun) {
        Map<String, Long> rows = new LinkedHashMap<>();
        for (String name : names) {
            stoa.learning()
                    .ratings()
                    .as(by)
                    .follow(name, identity, dryRun)
                    .forEach((row, n) -> rows.merge(row, n, Long::sum));
            stoa.learning()
                    .critiques()
                    .as(by)
                    .follow(name, identity, dryRun)
                    .forEach((row, n) -> rows.merge(row, n, Long::sum));
            rows.merge("agent_memories", stoa.learning().memories().as(by).follow(name, identity, dryRun), Long::sum);
        }
        return rows;
    }

    /** Lets an agent take part no more; what it holds is released. */
    public ChangeResult<Agent> archive(Principal by, String agent) {
        return AuditTrail.of(stoa, by)
                .around(
                        "agent_archive",
                        Map.of("agent", agent),
                        () -> agents().archive(by, agent),
                        archived -> Map.of("agent_id", archived.value().id()));
    }

    /** Lets an archived agent take part again. */
    public ChangeResult<Agent> restore(Principal by, String agent) {
        return agents().restore(by, agent);
    }
}
