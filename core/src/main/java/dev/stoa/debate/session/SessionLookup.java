package dev.stoa.debate.session;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the session that a person names: by its id, by the end of it, or by its debate. Stateless. */
public final class SessionLookup {
    static final String BY_ID = "SELECT " + SessionRow.COLUMNS.names("s.") + " FROM debate_sessions s WHERE s.id = ?";

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern TAIL = Pattern.compile("[0-9a-f-]{8,35}");
    private static final int INDEXED = 8;

    /** How many debates are named where a text means more than one. */
    private static final int MOST_NAMED = 10;

    private SessionLookup() {}

    /** Whether a text has the form of a whole id. */
    public static boolean isId(String named) {
        return ID.matcher(named).matches();
    }

    /** The session in a read of its own, of one statement where the whole id is named. */
    static SessionRow find(Archive archive, String named) {
        Optional<SessionRow> session =
                isId(named) ? archive.one(BY_ID, SessionRow.COLUMNS::read, named) : Optional.empty();
        return session.orElseGet(() -> archive.read(tx -> find(tx, named)));
    }

    public static SessionRow find(Tx tx, String named) {
        if (isId(named)) {
            Optional<SessionRow> session = tx.one(BY_ID, SessionRow.COLUMNS::read, named);
            if (session.isPresent()) {
                return session.get();
            }
        }
        if (TAIL.matcher(named).matches()) {
            List<SessionRow> sessions = tx.list(
                    tail(tx),
                    SessionRow.COLUMNS::read,
                    named.substring(named.length() - INDEXED),
                    named.length(),
                    named);
            if (sessions.size() > 1) {
                List<String> ids = sessions.stream().map(SessionRow::id).toList();
                throw ConflictException.ambiguous(
                        "more than one debate ends in " + named + ": " + String.join(", ", ids),
                        "give more of its id, or all of it",
                        ids);
            }
            if (!sessions.isEmpty()) {
                return sessions.getFirst();
            }
        }
        return tx.one(
                        "SELECT " + SessionRow.COLUMNS.names("s.")
                                + " FROM debate_sessions s WHERE s.debate_id = ? ORDER BY s.created_at DESC, s.id DESC LIMIT 1",
                        SessionRow.COLUMNS::read,
                        named)
                .orElseThrow(() -> missing(tx, named));
    }

    /** A debate that was deleted is known by its tombstone. */
    private static NotFoundException missing(Tx tx, String named) {
        return (isId(named)
                        ? tx.one(
                                "SELECT session_id, debate_id, chain_head, deleted_at, reason FROM debate_tombstones"
                                        + " WHERE session_id = ?",
                                SessionLookup::gone,
                                named)
                        : Optional.<NotFoundException>empty())
                .orElseGet(() ->
                        new NotFoundException("not_found", "no debate " + Bounds.shown(named), "list the debates"));
    }

    private static NotFoundException gone(Row tombstone) {
        String at = Times.show(tombstone.instant(4));
        return NotFoundException.gone(
                "debate " + tombstone.text(1) + " was deleted at " + at,
                "its tombstone, its entries in the register and what it taught other archives remain",
                Json.object(
                        "session_id", tombstone.text(1),
                        "debate_id", tombstone.text(2),
                        "chain_head", tombstone.textOrNull(3),
                        "deleted_at", at,
                        "reason", tombstone.textOrNull(5)));
    }

    private static String tail(Tx tx) {
        return "SELECT " + SessionRow.COLUMNS.names("s.") + " FROM debate_sessions s WHERE "
                + tx.dialect()
                        .pick(
                                "substr(s.id, -8) = ? AND substr(s.id, -?) = ?",
                                "right(s.id::text, 8) = ? AND right(s.id::text, ?::int) = ?")
                + " ORDER BY s.id LIMIT " + MOST_NAMED;
    }
}
