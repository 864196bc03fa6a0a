package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sessions in which queries are asked. Thread-safe. A session belongs to the user that began it: what others ask
 * never moves where their questions go.
 */
public final class Sessions {
    private static final String LOCAL = "local";
    private static final String USER = "user_id";
    private static final String CLIENT_USER = "client_user";
    private static final String TOKEN = "token_id";
    private static final String TRACES = "trace_ids";
    private static final String FIELDS = "fields";
    private static final String MODES = "modes";
    private static final String DISTRIBUTION = "distribution";
    private static final int MOST_TRACES = 20;

    private final CounselContext context;

    private Sessions(CounselContext context) {
        this.context = context;
    }

    public static Sessions over(CounselContext context) {
        return new Sessions(context);
    }

    /** One session. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Session get(Principal by, String id) {
        return context.read(by, (tx, now) -> get(tx, by, id));
    }

    /** One session, inside a unit of work. */
    public Session get(Tx tx, Principal by, String id) {
        return find(tx, by, Bounds.id("session", id)).orElseThrow(() -> missing(id));
    }

    /** A session of a user, if it has begun; that of another user is refused as one that does not exist. */
    public Optional<Session> find(Tx tx, Principal by, String id) {
        Optional<Session> found = row(tx, id);
        found.filter(session -> !by.operator() && !owner(session).equals(CounselContext.user(by)))
                .ifPresent(other -> {
                    throw missing(id);
                });
        return found;
    }

    /** Receives a query in a session, which begins with its first. */
    public Session touch(Tx tx, Principal by, String id, Instant now) {
        return touch(tx, by, id, null, now);
    }

    /**
     * Receives a query in a session, which begins with its first.
     *
     * @param user whom the client asks for, in its own words: kept and never believed; null if it does not say
     */
    public Session touch(Tx tx, Principal by, String id, @Nullable String user, Instant now) {
        Session before = find(tx, by, Bounds.id("session", id)).orElse(null);
        Map<String, @Nullable Object> metadata = before == null ? fresh(by) : new LinkedHashMap<>(before.metadata());
        metadata.put(TOKEN, by.trace().token());
        if (user != null) {
            metadata.put(CLIENT_USER, user);
        }
        if (by.trace().trace() != null) {
            List<@Nullable Object> traces = list(metadata.get(TRACES));
            traces.add(by.trace().trace());
            metadata.put(TRACES, traces.subList(Math.max(0, traces.size() - MOST_TRACES), traces.size()));
        }
        tx.update("""
                INSERT INTO sessions (id, created_at, updated_at, query_count, metadata) VALUES (?, ?, ?, 1, ?)
                ON CONFLICT (id) DO UPDATE SET query_count = sessions.query_count + 1, updated_at = excluded.updated_at,
                    metadata = excluded.metadata""", id, now, now, Json.write(metadata));
        return row(tx, id).orElseThrow();
    }

    /**
     * Notes where a query of a session was routed.
     *
     * @param field the field it is of
     * @param distribution all fields with their parts, from which the next query starts
     */
    public void routed(Tx tx, String id, String field, Map<String, Double> distribution, Instant now) {
        Session session = row(tx, id).orElseThrow(() -> missing(id));
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>(session.metadata());
        Map<String, @Nullable Object> fields = counted(metadata.get(FIELDS), field);
        metadata.put(FIELDS, fields);
        metadata.put(DISTRIBUTION, distribution);
        tx.update(
                "UPDATE sessions SET domain = ?, metadata = ?, updated_at = ? WHERE id = ?",
                mostFrequent(fields, field, session.domain()),
                Json.write(metadata),
                now,
                id);
    }

    /** Notes in which mode a query of a session was answered. */
    public void answered(Tx tx, String id, String mode, Instant now) {
        Session session = row(tx, id).orElseThrow(() -> missing(id));
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>(session.metadata());
        metadata.put(MODES, counted(metadata.get(MODES), mode));
        tx.update("UPDATE sessions SET metadata = ?, updated_at = ? WHERE id = ?", Json.write(metadata), now, id);
    }

    /** The fields of the last query of a session with their parts; empty before the first is routed. */
    public static Map<String, Double> distribution(Session session) {
        Map<String, Double> parts = new LinkedHashMap<>();
        map(session.metadata().get(DISTRIBUTION)).forEach((field, part) -> {
            if (part instanceof Number number) {
                parts.put(field, number.doubleValue());
            }
        });
        return parts;
    }

    private static Map<String, @Nullable Object> fresh(Principal by) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>(
                Json.object(TOKEN, null, TRACES, List.of(), FIELDS, Map.of(), MODES, Map.of(), DISTRIBUTION, Map.of()));
        // The table has no column for it, and a session of the local user needs none.
        if (!CounselContext.user(by).equals(LOCAL)) {
            metadata.put(USER, CounselContext.user(by));
        }
        return metadata;
    }

    private static String owner(Session session) {
        return session.metadata().get(USER) instanceof String user ? user : LOCAL;
    }

    private static Optional<Session> row(Tx tx, String id) {
        return tx.one(
                "SELECT id, created_at, updated_at, domain, query_count, metadata FROM sessions WHERE id = ?",
                row -> new Session(
                        row.text(1),
                        row.instant(2),
                        row.instant(3),
                        row.textOrNull(4),
                        row.number(5),
                        Json.parseObject(row.text(6))),
                id);
    }

    private static Map<String, @Nullable Object> counted(@Nullable Object counts, String name) {
        Map<String, @Nullable Object> more = map(counts);
        more.put(name, count(more.get(name)) + 1);
        return more;
    }

    private static long count(@Nullable Object count) {
        return count instanceof Number number ? number.longValue() : 0;
    }

    /** Of fields that are equally frequent the newest: the last routed, else the one it was before. */
    private static String mostFrequent(Map<String, @Nullable Object> fields, String last, @Nullable String before) {
        String best = last;
        for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
            long more = count(field.getValue()) - count(fields.get(best));
            if (more > 0 || (more == 0 && !best.equals(last) && field.getKey().equals(before))) {
                best = field.getKey();
            }
        }
        return best;
    }

    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> object) {
            object.forEach((key, part) -> copy.put(String.valueOf(key), part));
        }
        return copy;
    }

    private static List<@Nullable Object> list(@Nullable Object value) {
        return value instanceof List<?> many ? new ArrayList<>(many) : new ArrayList<>();
    }

    private static NotFoundException missing(String id) {
        return new NotFoundException(
                "not_found", "session " + Bounds.shown(id) + " does not exist", "give another id, or none");
    }
}
