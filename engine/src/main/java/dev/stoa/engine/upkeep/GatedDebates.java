package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.provider.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs debates that stop at gates, and decides at their gates. Thread-safe; each debate is run by the thread that asks
 * for it.
 */
public final class GatedDebates {
    /** How often a debate that waits is looked at; the decision comes from another process as a rule. */
    private static final Duration POLL = Duration.ofMillis(200);

    private final Stoa stoa;
    private final DebateEngine engine;
    private final InstantSource clock;
    private final Pause pause;

    private GatedDebates(Stoa stoa, DebateEngine engine, InstantSource clock, Pause pause) {
        this.stoa = stoa;
        this.engine = engine;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * The debates of a Stoa.
     *
     * @param pause spends the time between two looks at a debate that waits
     */
    public static GatedDebates of(Stoa stoa, DebateEngine engine, InstantSource clock, Pause pause) {
        return new GatedDebates(stoa, engine, clock, pause);
    }

    /**
     * Runs a debate until it ends or reaches a gate.
     *
     * @param wait whether to stay at a gate until it is decided or its time is over, and then to go on, or to look on
     *     while another process runs the debate
     */
    public DebateSession run(String id, DebateListener listener, boolean wait) throws InterruptedException {
        DebateSession session = engine.resume(id, listener);
        while (wait && !session.status().isTerminal()) {
            if (session.status() == SessionRow.Status.RUNNING && isFree(session)) {
                session = take(id, listener);
            } else {
                pause.of(POLL);
                stoa.debate().gates().expireDue();
                session = stoa.debate().sessions().get(id);
            }
        }
        return session;
    }

    private DebateSession take(String id, DebateListener listener) throws InterruptedException {
        try {
            return engine.resume(id, listener);
        } catch (ConflictException e) {
            // Another process was quicker.
            return stoa.debate().sessions().get(id);
        }
    }

    /** Whether a debate can be run now: it is neither over, nor at a gate, nor run by another process. */
    public boolean isRunnable(DebateSession session) {
        return session.status() == SessionRow.Status.PENDING
                || (session.status() == SessionRow.Status.RUNNING && isFree(session));
    }

    private boolean isFree(DebateSession session) {
        Instant lease = session.row().leaseUntil();
        return lease == null || lease.isBefore(clock.instant());
    }

    /**
     * Decides at the gate that a debate waits at, else at the last one that it waited at, because the same decision
     * again is no error. The debate is not run.
     *
     * @param id the id of the debate, the end of its id or its debate id
     * @param by who decides
     * @param reason needed to reject
     * @param answers to the questions of a clarification, by their ids
     */
    public GateOutcome decide(
            String id, Verdict verdict, String by, @Nullable String reason, Map<String, String> answers) {
        DebateSession session = stoa.debate().sessions().get(id);
        return new GateOutcome(
                stoa.debate().gates().decide(gate(session).id(), verdict, by, reason, answers),
                stoa.debate().sessions().get(session.id()));
    }

    /**
     * Decides at one gate of a debate, on behalf of a principal. The debate is not run.
     *
     * @param id the id of the debate, the end of its id or its debate id
     * @param gate the id of the gate
     */
    public GateOutcome decide(
            Principal by,
            String id,
            String gate,
            Verdict verdict,
            @Nullable String reason,
            Map<String, String> answers) {
        DebateSession session = stoa.debate().sessions().get(id);
        if (!stoa.debate().gates().get(gate).sessionId().equals(session.id())) {
            throw new NotFoundException(
                    "not_found",
                    "debate " + session.id() + " has no gate " + Bounds.shown(gate),
                    "list the gates of the debate");
        }
        return new GateOutcome(
                stoa.debate().gates().as(by).decide(gate, verdict, by.name(), reason, answers),
                stoa.debate().sessions().get(session.id()));
    }

    private GateRow gate(DebateSession session) {
        return stoa.debate().gates().pending(session.id()).orElseGet(() -> {
            List<GateRow> all = stoa.debate().gates().all(session.id());
            if (all.isEmpty()) {
                throw new ConflictException(
                        "precondition",
                        "debate " + session.id() + " is " + session.status().text() + " and waits at no gate",
                        "ask for gates when the debate is created");
            }
            return all.getLast();
        });
    }
}
