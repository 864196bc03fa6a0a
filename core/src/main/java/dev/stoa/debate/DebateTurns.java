package dev.stoa.debate;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.TurnOutline;
import dev.stoa.storage.Archive;
import java.util.List;

/** What was said in each session, in the order of its protocol. Thread-safe; read-only. */
public final class DebateTurns {
    private static final String WINDOW = "WHERE session_id = ? AND turn_seq > ? ORDER BY turn_seq LIMIT ?";

    static final String AFTER = DebateTurn.COLUMNS.select(WINDOW);

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
        return page(session, 1, request);
    }

    /**
     * The same from a turn on.
     *
     * @param from the number of the first turn of the first page, from 1
     */
    @Needs(Right.READ)
    public Page<DebateTurn> page(String session, long from, Page.Request request) {
        Rights.check(caller);
        long before = Bounds.whole("from", from, 1, Integer.MAX_VALUE) - 1;
        return request.of(
                archive.list(AFTER, DebateTurn.COLUMNS::read, session, request.after(before), request.limit() + 1),
                DebateTurn::turnSeq);
    }

    /**
     * One page of the turns of a session without what was said and shown.
     *
     * @param from the number of the first turn of the first page, from 1
     */
    @Needs(Right.READ)
    public Page<TurnOutline> outline(String session, long from, Page.Request request) {
        Rights.check(caller);
        long before = Bounds.whole("from", from, 1, Integer.MAX_VALUE) - 1;
        return request.of(
                archive.list(
                        TurnOutline.select(archive.dialect(), WINDOW),
                        TurnOutline::read,
                        session,
                        request.after(before),
                        request.limit() + 1),
                TurnOutline::turnSeq);
    }

    /** All turns of a session. */
    @Needs(Right.READ)
    public List<DebateTurn> all(String session) {
        Rights.check(caller);
        return archive.list(AFTER, DebateTurn.COLUMNS::read, session, 0, Integer.MAX_VALUE);
    }
}
