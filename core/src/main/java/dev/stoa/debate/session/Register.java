package dev.stoa.debate.session;

import dev.stoa.debate.session.RegisterEntry.Kind;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The chained register of all sessions: that they were created, how they were left, and that they were deleted.
 * Stateless; each entry is part of its caller's transaction and costs the same however many there are. What the events
 * of a session do not tell of its rows is in the entry that seals it.
 */
public final class Register {
    // It locks the one row of the head until the commit, so that two writers never continue the same entry.
    private static final String MOVE = """
            INSERT INTO debate_register_head (id, entries, hash) VALUES (1, 1, ?)
            ON CONFLICT (id) DO UPDATE SET entries = debate_register_head.entries + 1 RETURNING entries, hash""";

    private record Head(long entries, String hash) {}

    private Register() {}

    /** Enters a session that was just written. */
    public static void created(Tx tx, SessionRow row) {
        append(tx, row.id(), Kind.CREATED, birth(row), row.createdAt());
    }

    /** Enters how a session was left, after everything else that its end or its grade writes. */
    public static void sealed(Tx tx, String session, Instant at) {
        SessionRow.COLUMNS
                .one(tx, "WHERE id = ?", session)
                .ifPresent(row -> append(tx, session, Kind.SEALED, rest(tx, row), at));
    }

    /** Enters that a session was deleted, by what its tombstone says. */
    public static void deleted(
            Tx tx, String session, String debateId, @Nullable String chainHead, Instant at, @Nullable String reason) {
        append(tx, session, Kind.DELETED, death(debateId, chainHead, reason), at);
    }

    /** What the last entry of a session says of its tombstone; its time is that of the entry. */
    public static Map<String, @Nullable Object> death(
            String debateId, @Nullable String chainHead, @Nullable String reason) {
        return Json.object("chain_head", chainHead, "debate_id_sha256", hash(debateId), "reason_sha256", hash(reason));
    }

    private static void append(Tx tx, String session, Kind kind, Map<String, @Nullable Object> data, Instant at) {
        Head head = tx.one(MOVE, row -> new Head(row.number(1), row.text(2)), RegisterEntry.GENESIS)
                .orElseThrow();
        RegisterEntry entry = RegisterEntry.after(
                head.hash(), head.entries(), session, kind, data, at.truncatedTo(ChronoUnit.MILLIS));
        RegisterEntry.COLUMNS.insert(tx, entry);
        tx.later("UPDATE debate_register_head SET hash = ? WHERE id = 1", entry.hash());
    }

    /** What the first entry of a session says of its row. */
    public static Map<String, @Nullable Object> birth(SessionRow row) {
        return Json.object(
                "config_sha256", row.configSha256(),
                "request_sha256", row.requestSha256(),
                "idempotency_key_sha256", hash(row.idempotencyKey()));
    }

    /** What the entry that seals a session says of its rows. */
    public static Map<String, @Nullable Object> rest(Tx tx, SessionRow row) {
        // All of them before the first answer, so that they go in one message.
        Supplier<String> turns = hash(tx, "SELECT turn_seq, id, response_time_ms FROM debate_turns", row);
        Supplier<String> versions = hash(tx, "SELECT version_number, id, parent_version FROM code_versions", row);
        Supplier<String> lessons = hash(tx, "SELECT lesson_id, kind, turn_seq FROM debate_lesson_sources", row);
        Supplier<List<OutboxRow>> outbox = OutboxRow.COLUMNS.ask(tx, "WHERE session_id = ? ORDER BY seq", row.id());
        return Json.object(
                "status", row.status().text(),
                "event_count", row.eventCount(),
                "chain_head", row.chainHead(),
                "active_ms", row.activeMs(),
                "recoveries", row.recoveries(),
                "runner_epoch", row.runnerEpoch(),
                "runner_id_sha256", hash(row.runnerId()),
                "lease_until", row.leaseUntil(),
                "turns_sha256", turns.get(),
                "versions_sha256", versions.get(),
                "lessons_sha256", lessons.get(),
                "outbox_sha256",
                        Json.sha256(outbox.get().stream()
                                .map(OutboxRow.COLUMNS::sha256)
                                .toList()));
    }

    /** The hash of three columns of a session's rows, in whatever order they come. */
    private static Supplier<String> hash(Tx tx, String select, SessionRow session) {
        Supplier<List<String>> lines = tx.ask(select + " WHERE session_id = ?", Register::line, session.id());
        return () -> Json.sha256(lines.get().stream().sorted().toList());
    }

    private static String line(Row row) {
        return Json.canonical(Stream.of(1, 2, 3).map(row::textOrNull).toList());
    }

    private static @Nullable String hash(@Nullable String text) {
        return text == null ? null : Digest.sha256(text);
    }

    /** Enters the sessions that are not in the register yet, in the order in which they were created. */
    public static void fill(Tx tx) {
        List<String> missing = tx.list("""
                SELECT s.id FROM debate_sessions s
                WHERE NOT EXISTS (SELECT 1 FROM debate_register r WHERE r.session_id = s.id)
                ORDER BY s.created_at, s.id""", row -> row.text(1));
        for (String id : missing) {
            SessionRow row = SessionRow.COLUMNS.one(tx, "WHERE id = ?", id).orElseThrow();
            created(tx, row);
            if (row.status().isTerminal()) {
                sealed(tx, id, Objects.requireNonNullElse(row.completedAt(), row.createdAt()));
            }
        }
    }
}
