package dev.stoa.evolution.run;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.base.Fence;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Runs and who owns them. Thread-safe, also between processes: a claim raises the fence of a run, and what an owner
 * writes under an older fence is refused.
 */
public final class EvolutionRuns {
    private final EvolutionContext context;
    private final String host;
    private final LongPredicate living;

    private EvolutionRuns(EvolutionContext context, String host, LongPredicate living) {
        this.context = context;
        this.host = host;
        this.living = living;
    }

    /** Runs that may be owned by processes of this host. */
    public static EvolutionRuns over(EvolutionContext context) {
        return over(context, Owner.self().host(), Owner.living());
    }

    /**
     * Runs that may be owned by processes of a host.
     *
     * @param living whether a process of the host lives
     */
    public static EvolutionRuns over(EvolutionContext context, String host, LongPredicate living) {
        return new EvolutionRuns(context, host, living);
    }

    /**
     * Creates a run with its first generation, the profiles of a person and the first production; its owner runs it.
     * Refused if no candidate could ever be accepted.
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Run create(Principal by, RunDraft draft) {
        return context.write(
                by,
                (tx, now) -> RunTable.create(tx, context.ids(), context.ids().next(), draft, now));
    }

    /** Creates a run under an id, as {@link #create} does; one that has the id already stays as it is. */
    @Needs(value = Right.OPERATE, agents = false)
    public Added<Run> create(Principal by, String id, RunDraft draft) {
        return context.write(
                by,
                (tx, now) -> RunTable.find(tx, id)
                        .map(known -> Added.of(known, false))
                        .orElseGet(() -> Added.of(RunTable.create(tx, context.ids(), id, draft, now), true)));
    }

    /** Makes a process the owner of a run; refused while another process that seems to live owns it. */
    @Needs(value = Right.OPERATE, agents = false)
    public Run claim(Principal by, String id, Claim claim) {
        return context.write(by, (tx, now) -> RunTable.claim(tx, id, claim, host, living, now));
    }

    /** Pauses a run of its owner. */
    @Needs(value = Right.OPERATE, agents = false)
    public Run pause(Principal by, String id, long fence, String reason) {
        return context.write(by, (tx, now) -> RunTable.pause(tx, id, fence, reason, now));
    }

    /** Completes a run of its owner and archives its last generation. */
    @Needs(value = Right.OPERATE, agents = false)
    public Run finish(Principal by, String id, long fence, String reason, String fingerprint) {
        return context.write(by, (tx, now) -> RunTable.finish(tx, id, fence, reason, fingerprint, now));
    }

    /** Breaks a run of its owner off. */
    @Needs(value = Right.OPERATE, agents = false)
    public Run fail(Principal by, String id, long fence, String reason) {
        return context.write(by, (tx, now) -> RunTable.fail(tx, id, fence, reason, now));
    }

    /** Gives a run up for good, also one of another owner. */
    @Needs(value = Right.OPERATE, agents = false)
    public Run cancel(Principal by, String id) {
        return context.write(by, (tx, now) -> RunTable.cancel(tx, id, now));
    }

    /** Tells that the owner of a run lives. */
    @Needs(value = Right.OPERATE, agents = false)
    public void heartbeat(Principal by, String id, long fence) {
        context.write(by, (tx, now) -> {
            Fence.hold(tx, id, fence, now);
            return true;
        });
    }

    /** One run. */
    @Needs(Right.READ)
    public Run get(Principal by, String id) {
        return context.read(by, (tx, now) -> RunTable.get(tx, id));
    }

    /** One run, if there is one. */
    @Needs(Right.READ)
    public Optional<Run> find(Principal by, String id) {
        return context.read(by, (tx, now) -> RunTable.find(tx, id));
    }

    /** The runs that are being played, or were when their owner died, oldest first. */
    @Needs(Right.READ)
    public List<Run> running(Principal by) {
        return context.read(by, (tx, now) -> RunTable.running(tx));
    }

    /** All runs, newest first. */
    @Needs(Right.READ)
    public Page<Run> list(Principal by, Page.Request page) {
        return context.read(
                by,
                (tx, now) -> Bounds.given("page", page)
                        .of(RunTable.list(tx, page.after(Long.MAX_VALUE), page.limit() + 1), Run::seq));
    }
}
