package dev.stoa.society.agent;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.AgentName;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.Constitutions;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ModelNames;
import dev.stoa.society.base.References;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.base.TriggerPolicy;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who takes part in the society. Thread-safe. */
public final class Agents {
    private static final String INSERT = """
            INSERT INTO agents (agent_id, identity, constitution, model, self_description, created_at, kind,
                trigger_policy, cloned_from)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private final StoreContext commons;
    private final SocietyRules rules;
    private final Precondition expected;

    private Agents(StoreContext commons, SocietyRules rules, Precondition expected) {
        this.commons = commons;
        this.rules = rules;
        this.expected = expected;
    }

    /** The agents in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Agents over(Archive archive, InstantSource clock, Ids ids, SocietyRules rules) {
        return new Agents(StoreContext.of(archive, clock, ids), rules, Precondition.NONE);
    }

    /** The same agents, each of which is changed only in a version that was expected. */
    public Agents onlyIf(Precondition precondition) {
        return new Agents(commons, rules, Bounds.given("precondition", precondition));
    }

    /** The agent that is to be changed, if it is as expected. */
    private Agent edited(Tx tx, String ref) {
        Agent agent = AgentTable.get(tx, References.agent(tx, ref));
        expected.check("agent " + agent.identity(), agent::etag);
        return agent;
    }

    /** Registers an agent under a free name. */
    @Needs(Right.OPERATE)
    public Added<Agent> register(Principal by, AgentDraft draft) {
        Rights.check(by);
        if (draft.kind() == AgentKind.SYSTEM) {
            throw Bounds.invalid("kind system is Stoa itself", "register an agent or a human");
        }
        String identity = AgentName.check(draft.identity());
        String model = ModelNames.resolve(draft.kind(), draft.model(), rules.models());
        return commons.write(by, (tx, me, now) -> {
            Optional<Agent> there = named(tx, identity);
            if (there.isPresent() && there.get().isLive() && draft.ifAbsent()) {
                return Added.of(AgentTable.withAliases(tx, there.get()), false);
            }
            AgentRename.free(tx, identity, draft.takeAlias());
            String id = commons.ids().next();
            insert(
                    tx,
                    id,
                    identity,
                    model,
                    draft.constitution(),
                    draft.selfDescription(),
                    draft.kind(),
                    draft.triggerPolicy(),
                    null,
                    now);
            return Added.of(AgentTable.get(tx, id), true);
        });
    }

    private static Optional<Agent> named(Tx tx, String identity) {
        return tx.one("SELECT " + Agent.COLUMNS + " FROM agents a WHERE a.identity = ?", Agent::of, identity);
    }

    private static void insert(
            Tx tx,
            String id,
            String identity,
            String model,
            @Nullable String constitution,
            @Nullable String description,
            AgentKind kind,
            TriggerPolicy policy,
            @Nullable String clonedFrom,
            Instant now) {
        if (constitution != null) {
            Constitutions.keep(tx, constitution);
        }
        tx.update(INSERT, id, identity, constitution, model, description, now, kind.text(), policy.text(), clonedFrom);
        Feed.tell(tx, now, FeedKind.AGENT_REGISTERED, id, null, id);
    }

    /** Changes what is given of an agent. A constitution reaches its next run, never a living one. */
    @Needs(Right.OPERATE)
    public Agent update(Principal by, String ref, AgentChange change) {
        Rights.check(by);
        return commons.write(by, (tx, me, now) -> {
            Agent agent = edited(tx, ref);
            AgentTable.needOrdinary(agent, "updated");
            String model = change.model() == null
                    ? agent.model()
                    : ModelNames.resolve(agent.kind(), change.model(), rules.models());
            String constitution = change.noConstitution()
                    ? null
                    : change.constitution() == null ? agent.constitution() : change.constitution();
            TriggerPolicy policy = change.triggerPolicy() == null ? agent.triggerPolicy() : change.triggerPolicy();
            if (constitution != null) {
                Constitutions.keep(tx, constitution);
            }
            tx.update(
                    "UPDATE agents SET model = ?, constitution = ?, trigger_policy = ? WHERE agent_id = ?",
                    model,
                    constitution,
                    policy.text(),
                    agent.id());
            return changed(tx, agent.id(), now);
        });
    }

    /** Lets an agent say what it is. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Agent describe(Principal by, String ref, String text) {
        Bounds.text("self_description", text, 1, AgentDraft.LONGEST_DESCRIPTION);
        return commons.write(by, (tx, me, now) -> {
            String id = References.agent(tx, ref);
            if (!id.equals(me.id())) {
                Rights.need(by, Right.OPERATE, "Agents.describe for agent " + ref);
            }
            edited(tx, ref);
            tx.update("UPDATE agents SET self_description = ? WHERE agent_id = ?", text, id);
            return changed(tx, id, now);
        });
    }

    /** Gives an agent another name; the old one stays its alias. */
    @Needs(Right.OPERATE)
    public ChangeResult<Agent> rename(Principal by, String ref, String identity) {
        Rights.check(by);
        AgentName.check(identity);
        return commons.write(by, (tx, me, now) -> {
            Agent agent = edited(tx, ref);
            AgentTable.needOrdinary(agent, "renamed");
            if (agent.identity().equals(identity)) {
                return new ChangeResult<>(agent, false);
            }
            String former = AgentRename.takeOwn(tx, identity, agent.id());
            AgentRename.free(tx, identity, false);
            tx.update("UPDATE agents SET identity = ? WHERE agent_id = ?", identity, agent.id());
            AgentRename.alias(tx, agent.identity(), agent.id(), former, now);
            return new ChangeResult<>(changed(tx, agent.id(), now), true);
        });
    }

    /** A new agent with the same constitution; it has no history and no notes. */
    @Needs(Right.OPERATE)
    public Agent copy(Principal by, String ref, String identity) {
        Rights.check(by);
        AgentName.check(identity);
        return commons.write(by, (tx, me, now) -> {
            Agent agent = AgentTable.get(tx, References.agent(tx, ref));
            AgentTable.needOrdinary(agent, "cloned");
            AgentRename.free(tx, identity, false);
            String id = commons.ids().next();
            insert(
                    tx,
                    id,
                    identity,
                    agent.model(),
                    agent.constitution(),
                    agent.selfDescription(),
                    agent.kind(),
                    agent.triggerPolicy(),
                    agent.id(),
                    now);
            return AgentTable.get(tx, id);
        });
    }

    /**
     * Archives an agent: its pending executions are killed, its runs end, and the work that it holds or was offered
     * becomes free to claim. Refused while it is being executed.
     */
    @Needs(Right.OPERATE)
    public ChangeResult<Agent> archive(Principal by, String ref) {
        Rights.check(by);
        return commons.write(by, (tx, me, now) -> {
            Agent agent = edited(tx, ref);
            AgentTable.needOrdinary(agent, "archived");
            if (!agent.isLive()) {
                return new ChangeResult<>(agent, false);
            }
            AgentArchiving.close(tx, me, agent, now);
            tx.update("UPDATE agents SET archived_at = ? WHERE agent_id = ?", now, agent.id());
            return new ChangeResult<>(changed(tx, agent.id(), now), true);
        });
    }

    /** Lets an agent take part again; what ended when it was archived stays so. */
    @Needs(Right.OPERATE)
    public ChangeResult<Agent> restore(Principal by, String ref) {
        Rights.check(by);
        return commons.write(by, (tx, me, now) -> {
            Agent agent = edited(tx, ref);
            if (agent.isLive()) {
                return new ChangeResult<>(agent, false);
            }
            tx.update("UPDATE agents SET archived_at = NULL WHERE agent_id = ?", agent.id());
            return new ChangeResult<>(changed(tx, agent.id(), now), true);
        });
    }

    /**
     * Makes one agent of two: all of the first is then the second's, and its name and id lead there.
     *
     * @param dryRun whether only to say what would come of it
     */
    @Needs(Right.OPERATE)
    public MergeResult merge(Principal by, String from, String to, boolean dryRun) {
        Rights.check(by);
        StoreContext.Write<MergeResult> work = (tx, me, now) ->
                AgentMerge.run(tx, me, edited(tx, from), AgentTable.get(tx, References.agent(tx, to)), now);
        return dryRun ? commons.rehearse(by, work) : commons.write(by, work);
    }

    /** An agent with its constitution and the counts of its things that the actor sees. */
    @Needs(Right.READ)
    public AgentDetail show(Principal by, String ref) {
        return commons.read(by, (tx, me) -> {
            Agent agent = AgentTable.get(tx, References.agent(tx, ref));
            return new AgentDetail(agent, AgentCounts.of(tx, me, agent.id()));
        });
    }

    /** How much there is in the society that the actor sees. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public SocietyStats stats(Principal by) {
        return commons.read(by, SocietyStats::of);
    }

    /** An agent, by identity, alias or id. */
    @Needs(Right.READ)
    public Agent get(Principal by, String ref) {
        return commons.read(by, (tx, me) -> AgentTable.get(tx, References.agent(tx, ref)));
    }

    /** Which agents a list shows. */
    public enum Shown {
        LIVE,
        ARCHIVED,
        ALL;

        private String condition() {
            return switch (this) {
                case LIVE -> "a.archived_at IS NULL";
                case ARCHIVED -> "a.archived_at IS NOT NULL";
                case ALL -> Visibility.ALL;
            };
        }
    }

    /** The agents by their identities. */
    @Needs(Right.READ)
    public List<Agent> list(Principal by, Shown shown) {
        return commons.read(by, (tx, me) -> AgentTable.list(tx, shown.condition()));
    }

    /** One page of the agents by their identities. */
    @Needs(Right.READ)
    public Page<Agent> page(Principal by, Shown shown, Page.Request request) {
        return commons.read(by, (tx, me) -> AgentTable.page(tx, shown.condition(), request));
    }

    private static Agent changed(Tx tx, String id, Instant now) {
        Feed.tell(tx, now, FeedKind.AGENT_CHANGED, id, null, id);
        return AgentTable.get(tx, id);
    }

    /** The refusal of a name that is taken. */
    static ConflictException taken(String message, String hint) {
        return new ConflictException("taken", message, hint);
    }
}
