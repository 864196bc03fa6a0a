package dev.stoa.debate.session;

import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Work;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes sessions that nobody runs, and gives their writers what they need. Immutable, safe from any thread. */
public record SessionOpening(
        Archive archive, InstantSource clock, Ids ids, LessonSink lessons, TeachingSettings settings) {
    /** Takes a session that nobody runs. */
    public SessionWriter open(String named, String runner) {
        return open(named, runner, config -> null);
    }

    /**
     * Takes a session that nobody runs. One that begins has what was read before its first call in the same transaction.
     *
     * @param reading reads it; what keeps it from that, or null, leaves it to {@link SessionWriter#attach}
     */
    public SessionWriter open(
            String named, String runner, Function<DebateConfig, ? extends @Nullable Context> reading) {
        SessionRow found = found(named);
        Lease.refuseOther(found, false);
        boolean begins = found.status() == SessionRow.Status.PENDING;
        Context context = begins && !Thread.currentThread().isInterrupted() ? read(found, reading) : null;
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Scope scope = SessionRow.SCOPE.of(found.id());
        SessionWriter writer;
        if (context == null) {
            Lease lease = archive.write(scope, tx -> Lease.take(tx, found.id(), runner, false, now));
            writer = lease == null ? null : loaded(lease);
        } else {
            Work<@Nullable SessionWriter> beginning = tx -> {
                Lease lease = Lease.take(tx, found.id(), runner, false, now);
                if (lease == null) {
                    return null;
                }
                DebateRecord record = lease.record(tx);
                SessionWriter begun = new SessionWriter(this, lease, record);
                if (!record.attached()) {
                    begun.begin(tx, RecordChange.attach(lease.session(), record, lessons, context), now);
                }
                return begun;
            };
            // Lessons that are shown are counted, and they belong to no session.
            writer = context.lessons().isEmpty() ? archive.write(scope, beginning) : archive.write(beginning);
        }
        if (writer == null) {
            throw Lease.crashed(named);
        }
        return writer;
    }

    /** The session as it is. A runner that was interrupted before takes it all the same, and gives it back. */
    private SessionRow found(String named) {
        boolean interrupted = Thread.interrupted();
        try {
            return SessionLookup.find(archive, named);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What is read before the lease is taken; null if that failed, which its runner will find out again. */
    private static @Nullable Context read(
            SessionRow found, Function<DebateConfig, ? extends @Nullable Context> reading) {
        try {
            Context context = reading.apply(ConfigReader.stored(found.config()));
            // What an interrupted thread found counts for nothing.
            return Thread.currentThread().isInterrupted() ? null : context;
        } catch (RuntimeException e) {
            if (e instanceof UnavailableException unavailable && unavailable.isInterruption()) {
                Thread.currentThread().interrupt();
            }
            return null;
        }
    }

    private SessionWriter loaded(Lease lease) {
        try {
            return archive.read(tx -> new SessionWriter(this, lease, lease.record(tx)));
        } catch (UnavailableException e) {
            // A runner that was interrupted while opening will not run it, and that is no crash.
            if (e.code().equals("interrupted") && Thread.interrupted()) {
                archive.write(
                        SessionRow.SCOPE.of(lease.session()),
                        tx -> tx.update(SessionWriter.RELEASE, 0, lease.taken(), lease.session(), lease.epoch()));
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }
}
