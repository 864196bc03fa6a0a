package dev.stoa.debate.proof;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.outcome.HypotheticalCount;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.RecordLoader;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.ExaminationListener;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Proof that a record and its outcome agree: it asks the rules at every point of the record what had to come next, and
 * holds what is stored against it. Thread-safe; it writes nothing and needs no provider and no embedder.
 */
public final class Replay {
    /** What a deep examination counts here. */
    public static final String PROVED = "debates";

    private final Archive archive;
    private final KeptHistories histories;
    private final Principal caller;

    private Replay(Archive archive, KeptHistories histories, Principal caller) {
        this.archive = archive;
        this.histories = histories;
        this.caller = caller;
    }

    /** The replay of an archive of {@link DebateArchive#SCHEMA}. */
    public static Replay over(Archive archive) {
        return new Replay(archive, new KeptHistories(), Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Replay as(Principal other) {
        return new Replay(archive, histories, other);
    }

    /** Replays a debate from its first event to its last. */
    @Needs(Right.READ)
    public ReplayReport replay(String named) {
        Rights.check(caller);
        return replay(named, null);
    }

    /** Replays a debate, and tells what would have come of it under other rules of counting. */
    @Needs(Right.READ)
    public ReplayReport replay(String named, @Nullable HypotheticalCount whatIf) {
        Rights.check(caller);
        return archive.read(tx -> {
            SessionRow row;
            try {
                row = SessionLookup.find(tx, named);
            } catch (RuntimeException e) {
                return ReplayReport.unreadable(named, 1, damage(e));
            }
            return replay(tx, row, whatIf);
        });
    }

    /**
     * Replays every debate of the archive, each by itself, several at the same time on as many processors.
     *
     * @param heard is given each report, in the order of their ids and by the thread that called, with how many debates
     *     there are
     */
    @Needs(Right.READ)
    public ReplayAllReport all(ObjIntConsumer<ReplayReport> heard) {
        Rights.check(caller);
        List<String> ids = archive.read(Replay::proven);
        AllReplayed replayed = new AllReplayed();
        try (OrderedReplays replays = new OrderedReplays()) {
            replays.each(ids, this::listed, report -> {
                replayed.add(report);
                heard.accept(report, ids.size());
            });
        }
        return replayed.report(archive.read(RegisterProof::report));
    }

    /** The report on a debate of a list that was read before; null if it was deleted since. */
    private @Nullable ReplayReport listed(String id) {
        try {
            return archive.read(tx -> proved(tx, id));
        } catch (NotFoundException e) {
            return null;
        }
    }

    /** The report on a debate of a list, or on an id that no debate can have. */
    private static ReplayReport proved(Tx tx, String id) {
        if (!SessionLookup.isId(id)) {
            return ReplayReport.misnamed(id);
        }
        try {
            return replay(tx, SessionLookup.find(tx, id), null);
        } catch (RuntimeException e) {
            return ReplayReport.unreadable(id, 1, damage(e));
        }
    }

    /** What the reports on debates come to. For one thread. */
    private static final class AllReplayed {
        private final List<ReplayReport> bad = new ArrayList<>();
        private int sessions;
        private long events;
        private long turns;

        void add(ReplayReport report) {
            sessions++;
            events += report.events();
            turns += report.turns();
            if (!report.ok()) {
                bad.add(report);
            }
        }

        ReplayAllReport report(RegisterReport register) {
            return new ReplayAllReport(sessions, events, turns, bad, register);
        }
    }

    /** What a deep examination asks: the debates that do not prove themselves, in words. */
    public static final ArchiveSchema.Finder FINDER = new ArchiveSchema.Finder() {
        @Override
        public List<String> violations(Tx tx, int most) {
            return violations(tx, most, ExaminationListener.NONE);
        }

        @Override
        public List<String> violations(Tx tx, int most, ExaminationListener listener) {
            return unproven(tx, most, listener);
        }
    };

    private static List<String> unproven(Tx tx, int most, ExaminationListener listener) {
        List<String> found = new ArrayList<>();
        List<String> ids = proven(tx);
        int done = 0;
        for (String id : ids) {
            ReplayReport report = proved(tx, id);
            if (!report.ok()) {
                found.add(
                        "session " + id + ": " + report.mismatches().getFirst().told());
                if (found.size() == most) {
                    break;
                }
            } else {
                listener.proved(PROVED, ++done, ids.size());
            }
        }
        return found;
    }

    /** The debates that have a record to prove: those that another program began were not written down from the start. */
    private static List<String> proven(Tx tx) {
        return tx.list("""
                SELECT s.id FROM debate_sessions s WHERE s.config_sha256 IS NOT NULL OR EXISTS (
                    SELECT 1 FROM debate_events e WHERE e.session_id = s.id AND e.kind = 'debate_created')
                ORDER BY s.id""", row -> row.text(1));
    }

    private static ReplayReport replay(Tx tx, SessionRow row, @Nullable HypotheticalCount whatIf) {
        ReplayRun hearing;
        try {
            hearing = new ReplayRun(tx, row);
        } catch (RuntimeException e) {
            return ReplayReport.unreadable(row.id(), CorruptEventFinder.first(tx, row.id()), damage(e));
        }
        try {
            hearing.run(Integer.MAX_VALUE);
        } catch (RuntimeException e) {
            hearing.broken(damage(e));
        }
        Map<String, @Nullable Object> hypothetical =
                whatIf == null || hearing.isBroken() ? null : whatIf.outcome(hearing.record());
        return hearing.report(hypothetical);
    }

    /** A damaged record can break any code that reads it; the place where it does is the result. A missing one, or no archive, is not. */
    public static RuntimeException damage(RuntimeException e) {
        if (e instanceof NotFoundException || e instanceof ConflictException || e instanceof UnavailableException) {
            throw e;
        }
        return e;
    }

    /** What the rules knew of a debate right after an event. */
    @Needs(Right.READ)
    public DebateRecord asOf(String named, long seq) {
        Rights.check(caller);
        return archive.read(tx -> {
            SessionRow row = SessionLookup.find(tx, named);
            List<DebateEvent> events = SessionRows.events(tx, row.id());
            if (seq < 1 || seq > events.size()) {
                throw Bounds.invalid(
                        "event " + seq + " is not within 1 to " + events.size(), "list the events of the debate");
            }
            RecordLoader fold = RecordLoader.of(tx, row.id(), config(row));
            events.subList(0, Math.toIntExact(seq)).forEach(fold::apply);
            return fold.record();
        });
    }

    /** How a debate stood right after an event. The debates last asked about are kept, so that a next step reads one row. */
    @Needs(Right.READ)
    public StateReport stateAt(String named, long seq) {
        Rights.check(caller);
        return archive.read(
                tx -> histories.of(tx, SessionLookup.find(tx, named)).at(seq));
    }

    static DebateConfig config(SessionRow row) {
        try {
            return ConfigReader.stored(row.config());
        } catch (StoaException e) {
            throw new VerificationException(
                    "damaged_config",
                    "the configuration of debate " + row.id() + " is damaged: " + e.getMessage(),
                    "restore a backup");
        }
    }
}
