package dev.stoa.debate;

import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.util.List;

/** What was said in each session, in the order of its protocol. Thread-safe; read-only. */
public final class DebateTurns {
    static final String AFTER =
            DebateTurn.COLUMNS.select("WHERE session_id = ? AND turn_seq > ? ORDER BY turn_seq LIMIT ?");

    private final Archive archive;
    private final Principal caller;

    private DebateTurns(Archive archive, Principal caller) {
        this.archive = archive;
        this.caller = caller;
    }

    /** The turns in an archive of {@link DebateArchive#SCHEMA}. */
    public static DebateTurns over(Archive archive) {
        return new DebateTurns(archive, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public DebateTurns as(Principal other) {
        return new DebateTurns(archive, other);
    }

    /** One page of the turns of a session. */
    @Needs(Right.READ)
    public Page<DebateTurn> page(String session, Page.Request request) {
        Rights.check(caller);
        return request.of(
                archive.list(AFTER, DebateTurn.COLUMNS::read, session, request.after(0), request.limit() + 1),
                DebateTurn::turnSeq);
    }

    /** All turns of a session. */
    @Needs(Right.READ)
    public List<DebateTurn> all(String session) {
        Rights.check(caller);
        return archive.list(AFTER, DebateTurn.COLUMNS::read, session, 0, Integer.MAX_VALUE);
    }

    static List<DebateTurn> all(Tx tx, String session) {
        return tx.list(AFTER, DebateTurn.COLUMNS::read, session, 0, Integer.MAX_VALUE);
    }
}
