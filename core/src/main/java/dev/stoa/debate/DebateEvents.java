package dev.stoa.debate;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.TextEnum;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Tx;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What happened in each session, in its order. Thread-safe; read-only. */
public final class DebateEvents {
    /** How many events a page of one kind looks at: there may be few of it in a long debate. */
    public static final int LOOKED = 5_000;

    private static final String OF_KIND = DebateEvent.COLUMNS.select(
            "WHERE session_id = ? AND seq > ? AND seq <= ? AND kind = ? ORDER BY seq LIMIT ?");

    private static final String BEHIND =
            "SELECT seq FROM debate_events WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT 1";

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

    /**
     * One page of the events of a session that are of one kind. It looks at a bounded number of events, so that it may
     * hold fewer than were asked for though others follow.
     *
     * @param start the number after which the first page begins; 0 is before the first event
     */
    @Needs(Right.READ)
    public Page<DebateEvent> ofKind(String session, String kind, long start, Page.Request request) {
        Rights.check(caller);
        Bounds.word("kind", kind, DebateEvent.KINDS);
        long after = request.after(start);
        long last = Math.max(after, Math.min(after, Long.MAX_VALUE - LOOKED) + LOOKED);
        return archive.read(tx -> {
            List<DebateEvent> found =
                    tx.list(OF_KIND, DebateEvent.COLUMNS::read, session, after, last, kind, request.limit() + 1);
            boolean more = !tx.list(BEHIND, row -> row.number(1), session, last).isEmpty();
            return request.of(found, DebateEvent::seq, more ? last : null);
        });
    }

    /** The most sessions whose heads are read at once. */
    public static final int MOST_HEADS = 10_000;

    /**
     * How far a session has come. Immutable.
     *
     * @param events how many events it has, which is also the number of the last
     */
    public record Head(SessionRow.Status status, long events) {}

    /** How far sessions have come, by their whole ids; one that does not exist is not there. One statement. */
    @Needs(Right.READ)
    public Map<String, Head> heads(Collection<String> ids) {
        Rights.check(caller);
        Bounds.whole("number of ids", Bounds.given("ids", ids).size(), 0, MOST_HEADS);
        Object[] whole = ids.stream().filter(SessionLookup::isId).distinct().toArray();
        Map<String, Head> heads = new HashMap<>();
        if (whole.length > 0) {
            archive.list(
                            "SELECT id, status, event_count FROM debate_sessions WHERE id IN (" + Tx.marks(whole.length)
                                    + ")",
                            row -> Map.entry(
                                    row.text(1),
                                    new Head(
                                            TextEnum.of("status", SessionRow.Status.values(), row.text(2)),
                                            row.number(3))),
                            whole)
                    .forEach(head -> heads.put(head.getKey(), head.getValue()));
        }
        return heads;
    }

    /** A place from which no later event of any session is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return archive.commits().watch();
    }

    /** All events of a session. */
    @Needs(Right.READ)
    public List<DebateEvent> all(String session) {
        Rights.check(caller);
        return after(session, 0, Integer.MAX_VALUE);
    }
}
