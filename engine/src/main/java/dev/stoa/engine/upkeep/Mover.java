package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.site.Move;
import dev.stoa.storage.site.MoveReport;
import dev.stoa.storage.site.Site;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves all archives from the place of one configuration to that of another, and says so in the audit log, which goes
 * along. Thread-safe.
 */
public final class Mover {
    private static final Logger LOG = LoggerFactory.getLogger(Mover.class);

    private final StoaConfig from;
    private final StoaConfig to;
    private final InstantSource clock;
    private final Principal caller;

    private Mover(StoaConfig from, StoaConfig to, InstantSource clock, Principal caller) {
        this.from = from;
        this.to = to;
        this.clock = clock;
        this.caller = caller;
    }

    /** Moves between the places of two configurations. */
    public static Mover between(StoaConfig from, StoaConfig to, InstantSource clock, Principal by) {
        return new Mover(from, to, clock, by);
    }

    /** Says what would be moved. */
    @Needs(Right.ADMIN)
    public MoveReport plan() {
        Rights.check(caller);
        try (Site source = Stoa.site(from, clock);
                Site target = Stoa.site(to, clock)) {
            return move(source, target, MoveListener.NONE).plan();
        }
    }

    /** Moves the archives, or goes on with a move that was cut off. */
    @Needs(Right.ADMIN)
    public MoveReport run(MoveListener listener) {
        // Before anything is moved, not when it is to be recorded.
        Rights.check(caller);
        MoveReport report;
        try (Site source = Stoa.site(from, clock);
                Site target = Stoa.site(to, clock)) {
            report = move(source, target, listener).run();
        }
        try {
            AuditTrail.at(to, clock, caller)
                    .record("move", Json.object("from", report.from(), "to", report.to(), "rows", report.rows()));
        } catch (StoaException e) {
            LOG.warn("the archives were moved, but the audit log could not be written: {}", e.getMessage());
        }
        return report;
    }

    /** Gives up a move that was cut off. */
    @Needs(Right.ADMIN)
    public void cancel() {
        Rights.check(caller);
        try (Site source = Stoa.site(from, clock);
                Site target = Stoa.site(to, clock)) {
            move(source, target, MoveListener.NONE).cancel();
        }
    }

    private Move move(Site source, Site target, MoveListener listener) {
        return new Move(source, target, Stoa.ARCHIVES, from.location().directory(), clock, listener);
    }
}
