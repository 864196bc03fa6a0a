package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Row;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import dev.stoa.storage.Work;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * What all stores of the society share: the archive, the clock, the ids, and how a unit of work knows who acts.
 * Thread-safe.
 */
public final class StoreContext {
    private static final String TOUCH = """
            UPDATE agents SET last_active_at = ?
            WHERE agent_id = ? AND (last_active_at IS NULL OR last_active_at < ?)""";

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;

    private StoreContext(Archive archive, InstantSource clock, Ids ids) {
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
    }

    public static StoreContext of(Archive archive, InstantSource clock, Ids ids) {
        return new StoreContext(archive, clock, ids);
    }

    public Archive archive() {
        return archive;
    }

    public Ids ids() {
        return ids;
    }

    /** The time in milliseconds, as it is stored: a value that is read back equals the one that was written. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** A unit of work that changes rows on behalf of an actor. */
    @FunctionalInterface
    public interface Write<T> {
        T run(Tx tx, ResolvedPrincipal me, Instant now);
    }

    /** Work that only looks. */
    @FunctionalInterface
    public interface Read<T> {
        T run(Tx tx, ResolvedPrincipal me);
    }

    /** One unit of work of a live actor, who is then known to have been active. */
    public <T> T write(Principal by, Write<T> work) {
        Rights.check(by);
        return archive.write(unit(by, work));
    }

    /** The same beside units of other scopes. The tables of the scope have to include those of the agents. */
    public <T> T write(Principal by, Scope scope, Write<T> work) {
        Rights.check(by);
        return archive.write(scope, unit(by, work));
    }

    /** The same for a unit that deletes text for good: nothing of it is left in the files. */
    public <T> T erase(Principal by, Write<T> work) {
        Rights.check(by);
        return archive.erase(unit(by, work));
    }

    private <T> Work<T> unit(Principal by, Write<T> work) {
        Instant now = now();
        return tx -> {
            // Inside the unit: an agent that was archived a moment ago must not act any more.
            ResolvedPrincipal me = writer(tx, by);
            // Before the work, so that it goes along with the first query of it.
            touch(tx, me.id(), now);
            return work.run(tx, me, now);
        };
    }

    /** Notes that an agent was active, which it never was earlier than it is known to have been. */
    public static void touch(Tx tx, String agent, Instant now) {
        tx.last(TOUCH, now, agent, now);
    }

    /** Runs the same unit and rolls it back, so that it leaves no trace. */
    public <T> T rehearse(Principal by, Write<T> work) {
        Rights.check(by);
        Instant now = now();
        return archive.rehearse(tx -> work.run(tx, writer(tx, by), now));
    }

    /** One reading of the archive as an actor sees it. */
    public <T> T read(Principal by, Read<T> work) {
        Rights.check(by);
        return archive.read(tx -> work.run(tx, needSomebody(find(tx, by).me())));
    }

    private record Found(ResolvedPrincipal me, boolean archived) {}

    private static ResolvedPrincipal writer(Tx tx, Principal by) {
        Found found = find(tx, by);
        ResolvedPrincipal me = needSomebody(found.me());
        if (found.archived()) {
            throw new ConflictException(
                    "archived",
                    "agent " + me.identity() + " is archived and cannot act",
                    "restore agent " + me.identity());
        }
        return me;
    }

    private static ResolvedPrincipal needSomebody(ResolvedPrincipal me) {
        if (me.kind() == AgentKind.SYSTEM) {
            throw new ForbiddenException("forbidden", "the agent system cannot act", "act as another agent");
        }
        return me;
    }

    /** An execution is the agent's whose it is, or else anyone could take another's name inside it. */
    private static void needOwn(Tx tx, Principal by, String id) {
        if (by.task() == null) {
            return;
        }
        boolean own = tx.one(
                        "SELECT 1 FROM tasks WHERE task_id = ? AND kind = 'run' AND agent_id = ?",
                        row -> true,
                        by.task(),
                        id)
                .isPresent();
        if (!own) {
            throw new ForbiddenException(
                    "forbidden",
                    "agent " + by.agent() + " may not act inside task " + Bounds.shown(by.task())
                            + ", which is no execution of it",
                    "give the execution inside which you are");
        }
    }

    private static String actor(Dialect dialect) {
        return "SELECT " + dialect.brief("agent_id") + ", " + dialect.brief("identity") + ", " + dialect.brief("kind")
                + ", archived_at FROM agents WHERE ";
    }

    private static Found find(Tx tx, Principal by) {
        String actor = actor(tx.dialect());
        Found found = tx.one(actor + "identity = ?", row -> found(row, by), by.identity())
                .orElseGet(
                        () -> tx.one(actor + "agent_id = ?", row -> found(row, by), References.agent(tx, by.identity()))
                                .orElseThrow());
        needOwn(tx, by, found.me().id());
        return found;
    }

    private static Found found(Row row, Principal by) {
        // The person names no agent; a token or option that does is not made one by the name.
        AgentKind kind = by.agent() != null && row.text(2).equals(Principal.PERSON)
                ? AgentKind.AGENT
                : AgentKind.of(row.text(3));
        return new Found(
                new ResolvedPrincipal(
                        row.text(1),
                        row.text(2),
                        kind,
                        // To look after the system is not to read what agents keep to themselves.
                        by.operator() && by.rights().contains(Right.ADMIN),
                        kind.ceiling().atMost(by.ceiling()),
                        by.task()),
                row.textOrNull(4) != null);
    }
}
