package dev.stoa.debate;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.util.List;

/** What happened in each session, in its order. Thread-safe; read-only. */
public final class DebateEvents {
    static final String AFTER = DebateEvent.COLUMNS.select("WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?");

    private final Archive archive;
    private final Principal caller;

    private DebateEvents(Archive archive, Principal caller) {
        this.archive = archive;
        this.caller = caller;
    }

    /** The events in an archive of {@link DebateArchive#SCHEMA}. */
    public static DebateEvents over(Archive archive) {
        return new DebateEvents(archive, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public DebateEvents as(Principal other) {
        return new DebateEvents(archive, other);
    }

    /** At most so many events of a session after the one with this number; 0 is before the first. */
    @Needs(Right.READ)
    public List<DebateEvent> after(String session, long seq, int most) {
        Rights.check(caller);
        return archive.list(AFTER, DebateEvent.COLUMNS::read, session, seq, most);
    }

    /** All events of a session. */
    @Needs(Right.READ)
    public List<DebateEvent> all(String session) {
        Rights.check(caller);
        return after(session, 0, Integer.MAX_VALUE);
    }

    static List<DebateEvent> all(Tx tx, String session) {
        return tx.list(AFTER, DebateEvent.COLUMNS::read, session, 0, Integer.MAX_VALUE);
    }
}
