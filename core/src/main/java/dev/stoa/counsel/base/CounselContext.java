package dev.stoa.counsel.base;

import dev.stoa.base.Principal;
import dev.stoa.base.Rights;
import dev.stoa.counsel.audit.AuditLog;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import dev.stoa.storage.Work;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What all stores of the counsel share: the archive, the clock, the ids, the seal and the audit log. Thread-safe.
 *
 * @param seal how texts are stored
 * @param audit where acts are recorded, in their own transactions
 * @param once lets the first unit of work happen once; null if it may happen again
 */
public record CounselContext(
        Archive archive,
        InstantSource clock,
        Ids ids,
        Seal seal,
        AuditLog audit,
        @Nullable Once once) {
    /** A context whose units of work may happen again. */
    public CounselContext(Archive archive, InstantSource clock, Ids ids, Seal seal, AuditLog audit) {
        this(archive, clock, ids, seal, audit, null);
    }

    /** The same context, whose first unit of work happens once. */
    public CounselContext once(Once first) {
        return new CounselContext(archive, clock, ids, seal, audit, first);
    }

    /** What lets one unit of work happen once. */
    public interface Once {
        /** Whether the unit that is about to run is the one; true the first time. */
        boolean isMeant();

        /** Runs the unit inside its transaction, or throws what tells that it has happened. */
        <T extends @Nullable Object> T run(Tx tx, Principal by, Write<T> work, Instant now);
    }

    /** The time in microseconds, as it is stored: a value that is read back equals the one that was written. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** A unit of work on behalf of a user. */
    @FunctionalInterface
    public interface Write<T extends @Nullable Object> {
        T run(Tx tx, Instant now);
    }

    /** One unit of work of a principal that may do what the calling operation needs. */
    public <T extends @Nullable Object> T write(Principal by, Write<T> work) {
        return write(by, null, work);
    }

    /**
     * The same beside units of other scopes; a unit that may happen once has the archive for itself.
     *
     * @param scope what it writes; null if that may be anything
     */
    public <T extends @Nullable Object> T write(Principal by, @Nullable Scope scope, Write<T> work) {
        Rights.check(by);
        Instant now = now();
        Once keeping = once != null && once.isMeant() ? once : null;
        Work<T> unit = tx -> {
            seal.admit(tx);
            return keeping == null ? work.run(tx, now) : keeping.run(tx, by, work, now);
        };
        return scope == null || keeping != null ? archive.write(unit) : archive.write(scope, unit);
    }

    /** The same for a unit that deletes text for good: nothing of it is left in the files. */
    public <T extends @Nullable Object> T erase(Principal by, Write<T> work) {
        Rights.check(by);
        Instant now = now();
        return archive.erase(tx -> {
            seal.admit(tx);
            return work.run(tx, now);
        });
    }

    /** One reading of the archive. */
    public <T extends @Nullable Object> T read(Principal by, Write<T> work) {
        Rights.check(by);
        Instant now = now();
        return archive.read(tx -> work.run(tx, now));
    }

    /** The user whose conversations, projects and corrections a principal has: the subject of its token, else local. */
    public static String user(Principal by) {
        return by.name();
    }
}
