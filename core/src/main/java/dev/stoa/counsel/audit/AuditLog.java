package dev.stoa.counsel.audit;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Trace;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.storage.Ids;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The writing end of the audit log. Thread-safe.
 *
 * <p>An entry is the last step of the transaction of the act that it records, so that both are there or neither is.
 * Nothing of the chain is kept in memory: each entry reads the head, which its transaction holds, and moves it. So
 * neither threads nor processes nor undone savepoints can fork the chain.
 */
public final class AuditLog {
    /** The type of the first event of every log. */
    static final String INIT = "init";

    /** The type of the event that says whose details were erased. */
    static final String ERASURE = "erasure";

    private static final int MOST_BYTES = 65_536;
    private static final int MOST_DEPTH = 16;
    private static final int MOST_TEXT = 512;
    private static final int MOST_ERASED = 10_000;
    private static final String INSERT =
            "INSERT INTO audit_log (" + AuditColumn.NAMES + ") VALUES (" + Tx.marks(AuditColumn.ALL.size()) + ")";

    private static final String OF_KEY = "SELECT " + AuditColumn.NAMES + " FROM audit_log WHERE event_key = ?";

    private final Ids ids;
    private final AuditPlaces places;
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong largest = new AtomicLong();
    private volatile Runnable appended = () -> {};

    /** A log whose key is at one of these places. */
    public AuditLog(Ids ids, AuditPlaces places) {
        this.ids = ids;
        this.places = places;
    }

    /** Has something called after each entry, before its transaction is committed. */
    void onAppend(Runnable listener) {
        appended = listener;
    }

    /** The largest number that this process has given to an entry, committed or not; 0 if it wrote none. */
    long largest() {
        return largest.get();
    }

    /**
     * Appends an event as the last step of a unit of work, so that both are there or neither is.
     *
     * @return the number of its row; of an event whose key is on record, that of the row which has it
     */
    public long append(Tx tx, AuditEvent event, Instant now) {
        return Objects.requireNonNull(put(tx, event, now).seq());
    }

    /** The same; the row itself, which need not be read again. */
    AuditRow put(Tx tx, AuditEvent event, Instant now) {
        AuditHead head = begin(tx, now);
        if (event.key() != null) {
            Optional<AuditRow> present = tx.one(OF_KEY, AuditRow::of, event.key());
            if (present.isPresent()) {
                return present.get();
            }
        }
        return write(tx, head, event, now, ids.next(), salt());
    }

    /** The head of the log, which begins with the event {@code init} if it has none. */
    AuditHead begin(Tx tx, Instant now) {
        Optional<AuditHead> present = AuditHead.lock(tx);
        if (present.isPresent()) {
            return present.get();
        }
        if (hasRows(tx)) {
            throw new VerificationException(
                    "verification_failed",
                    "the audit log has entries and no head, so that nothing can be recorded",
                    "verify the log, and restore it from a backup");
        }
        String id = archiveId(tx);
        // The key is made with the archive and never later: one that was lost is not to be replaced unnoticed.
        VerifierKey key = AuditKey.readOrMake(places.key()).verifier(origin(id));
        AuditEvent init = AuditEvent.of(INIT, Trace.NONE, Json.object("archive_id", id, "vkey", key.toString()));
        write(tx, new AuditHead(0, RowHasher.FIRST, ""), init, now, ids.next(), salt());
        return AuditHead.lock(tx).orElseThrow();
    }

    static boolean hasRows(Tx tx) {
        return tx.one("SELECT seq FROM audit_log WHERE seq >= 1 LIMIT 1", row -> row.number(1))
                .isPresent();
    }

    private String archiveId(Tx tx) {
        tx.update(
                "INSERT INTO counsel_meta (key, value) VALUES ('archive_id', ?) ON CONFLICT (key) DO NOTHING",
                ids.next());
        return readArchiveId(tx).orElseThrow();
    }

    private static Optional<String> readArchiveId(Tx tx) {
        return tx.one("SELECT value FROM counsel_meta WHERE key = 'archive_id'", row -> row.text(1));
    }

    private static String origin(String archiveId) {
        return "stoa/" + archiveId;
    }

    /** The name of the log in checkpoints. */
    static String origin(Tx tx) {
        return origin(readArchiveId(tx).orElse(""));
    }

    private byte[] salt() {
        byte[] salt = new byte[RowHasher.SALT];
        random.nextBytes(salt);
        return salt;
    }

    /**
     * Erases the details of entries, and records in the same transaction which: without that, their loss is a problem
     * of the log. The caller's unit of work must be one that erases, so that the bytes go too.
     *
     * @param conversation the conversation that is erased with them; null if none is
     * @return the number of the row that records it
     */
    long erase(Tx tx, Trace trace, List<Long> seqs, @Nullable String conversation, Instant now) {
        Bounds.whole("number of entries to erase", seqs.size(), 1, MOST_ERASED);
        // Without a key: a record that is not written because of one before it would leave the loss unexplained.
        AuditEvent record =
                AuditEvent.of(ERASURE, trace, Json.object("seqs", seqs)).about(null, conversation);
        for (Long seq : seqs) {
            String type = tx.one("SELECT event_type FROM audit_log WHERE seq = ?", row -> row.text(1), seq)
                    .orElseThrow(() -> new NotFoundException(
                            "not_found", "the audit log has no entry " + seq, "name entries that exist"));
            if (AuditVerifier.KEPT.contains(type)) {
                throw new ConflictException(
                        "precondition",
                        "the details of entry " + seq + " cannot be erased, because it is of type " + type,
                        "leave it out");
            }
            tx.update("UPDATE audit_log SET details = NULL, details_salt = NULL WHERE seq = ?", seq);
        }
        return append(tx, record, now);
    }

    /**
     * Erases the details of all entries about a conversation, as a part of its erasure; how many there were.
     *
     * @see #erase
     */
    public int eraseConversation(Tx tx, Trace trace, String conversation, Instant now) {
        List<Long> seqs = tx.list(
                "SELECT seq FROM audit_log WHERE conversation_id = ? AND details IS NOT NULL AND event_type NOT IN ("
                        + Tx.marks(AuditVerifier.KEPT.size()) + ") ORDER BY seq",
                row -> row.number(1),
                Stream.concat(Stream.of(conversation), AuditVerifier.KEPT.stream())
                        .toArray());
        for (int from = 0; from < seqs.size(); from += MOST_ERASED) {
            erase(tx, trace, seqs.subList(from, Math.min(seqs.size(), from + MOST_ERASED)), conversation, now);
        }
        return seqs.size();
    }

    /** Writes a row and the new head. */
    AuditRow write(Tx tx, AuditHead head, AuditEvent event, Instant now, String id, byte[] salt) {
        Frontier frontier = Objects.requireNonNullElseGet(
                Frontier.parse(head.size(), String.valueOf(head.frontier())),
                // The entry must not fail because of a broken edge; the verification names it.
                () -> Frontier.broken(head.size()));
        RowHasher hasher = new RowHasher();
        AuditRow row = row(event, hasher, salt)
                .set(AuditColumn.SEQ, head.size() + 1)
                .set(AuditColumn.PREV_HASH, head.hash())
                .set(AuditColumn.ID, id)
                .set(AuditColumn.CREATED_AT, TimeForm.UNIX_SECONDS.stored(now));
        byte[] hash = Objects.requireNonNull(hasher.hash(row));
        String digits = HexFormat.of().formatHex(hash);
        tx.update(INSERT, row.set(AuditColumn.CURR_HASH, digits).parameters());
        frontier.add(hash);
        new AuditHead(head.size() + 1, digits, frontier.digits()).store(tx);
        largest.accumulateAndGet(head.size() + 1, Math::max);
        appended.run();
        return row;
    }

    private static AuditRow row(AuditEvent event, RowHasher hasher, byte[] salt) {
        String details = details(event);
        return new AuditRow()
                .set(AuditColumn.EVENT_TYPE, Bounds.text("type", event.type(), 1, 64))
                .set(AuditColumn.SESSION_ID, text("session_id", event.sessionId()))
                .set(AuditColumn.TRACE_ID, text("trace_id", event.trace().trace()))
                .set(AuditColumn.REQUEST_ID, text("request_id", event.trace().request()))
                .set(AuditColumn.TOKEN_ID, text("token_id", event.trace().token()))
                .set(AuditColumn.CONVERSATION_ID, text("conversation_id", event.conversationId()))
                .set(AuditColumn.FIELD, text("field", event.field()))
                .set(AuditColumn.SPECIALIST, text("specialist", event.specialist()))
                .set(AuditColumn.ROUTING_MODE, text("routing_mode", event.routingMode()))
                .set(AuditColumn.U_SCORE, real("u_score", event.uScore()))
                .set(AuditColumn.CONFIDENCE, real("confidence", event.confidence()))
                .set(AuditColumn.LATENCY_MS, real("latency_ms", event.latencyMs()))
                .set(AuditColumn.EVENT_KEY, text("event_key", event.key()))
                .set(AuditColumn.DETAILS_HASH, hasher.details(salt, details))
                .set(AuditColumn.DETAILS, details)
                .set(AuditColumn.DETAILS_SALT, HexFormat.of().formatHex(salt));
    }

    private static @Nullable String text(String field, @Nullable String value) {
        return Bounds.textOrNull(field, value, 0, MOST_TEXT);
    }

    private static @Nullable Double real(String field, @Nullable Double value) {
        return value == null ? null : (Double) Bounds.real(field, value, -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    private static String details(AuditEvent event) {
        Map<String, ? extends @Nullable Object> details = event.details();
        int depth = depth(details);
        if (depth > MOST_DEPTH) {
            throw Bounds.invalid("details are nested " + depth + " deep; at most " + MOST_DEPTH, "flatten them");
        }
        String json = Json.write(details);
        Bounds.text("details", json, 0, Integer.MAX_VALUE);
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        // An erasure has a bound of its own, by which it names every entry.
        if (bytes > MOST_BYTES && !event.type().equals(ERASURE)) {
            throw Bounds.invalid(
                    String.format(Locale.ROOT, "details have %,d bytes; at most %,d", bytes, MOST_BYTES),
                    "record what they refer to elsewhere");
        }
        return json;
    }

    private static int depth(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                1 + map.values().stream().mapToInt(AuditLog::depth).max().orElse(0);
            case List<?> list ->
                1 + list.stream().mapToInt(AuditLog::depth).max().orElse(0);
            case null, default -> 0;
        };
    }
}
