package dev.stoa.counsel.access;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What keys of writes stand for, so that a write that is repeated happens once. Thread-safe. A key is stored in the
 * transaction of its write and belongs to one token; it is forgotten after a day.
 *
 * <p>A write with a key asks {@link #find} first, and returns what the reference names if there is one; else it writes,
 * and ends with {@link #keep}.
 */
public final class IdempotencyKeys {
    /** How long a key is kept. */
    public static final Duration KEPT = Duration.ofHours(24);

    private static final Pattern FORM = Pattern.compile("[\\x20-\\x7e]{1,128}");

    private final Seal seal;

    /** Keys in an archive with this seal, whose requests are hashed under its key if it has one. */
    public IdempotencyKeys(Seal seal) {
        this.seal = Bounds.given("seal", seal);
    }

    /** A key with the request it came with. Immutable. */
    public record Keyed(String key, String route, String body) {
        public Keyed {
            if (!FORM.matcher(Bounds.given("idempotency key", key)).matches()) {
                throw Bounds.invalid(
                        "idempotency key " + Bounds.shown(key) + " is not 1 to 128 printable ASCII characters",
                        "choose another");
            }
            Bounds.given("route", route);
            Bounds.given("body", body);
        }
    }

    /**
     * What the first write under the key made, if there was one.
     *
     * @throws ConflictException with the code {@code key_reused} if it came with another request
     */
    public Optional<String> find(Tx tx, Principal by, Keyed request, Instant now) {
        return tx.one(
                        "SELECT ref, request_hash FROM idempotency_keys WHERE key = ? AND created_at > ?",
                        row -> new String[] {row.text(1), row.text(2)},
                        stored(by, request),
                        now.minus(KEPT))
                .map(first -> {
                    if (!first[1].equals(hash(request))) {
                        throw new ConflictException(
                                "key_reused",
                                "idempotency key " + Bounds.shown(request.key()) + " came with another request before",
                                "use a new key for a new request");
                    }
                    return first[0];
                });
    }

    /** Says what the write under the key made. */
    public void keep(Tx tx, Principal by, Keyed request, String reference, Instant now) {
        tx.update(
                "INSERT INTO idempotency_keys (key, request_hash, ref, created_at) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (key) DO UPDATE SET request_hash = excluded.request_hash,"
                        + " ref = excluded.ref, created_at = excluded.created_at",
                stored(by, request),
                hash(request),
                reference,
                now);
    }

    /** Forgets a key whose write did not happen, if it stands for this. */
    void forget(Tx tx, Principal by, Keyed request, String reference) {
        tx.update("DELETE FROM idempotency_keys WHERE key = ? AND ref = ?", stored(by, request), reference);
    }

    /** A key as that of its caller alone, for an archive that keeps the keys of all callers together. */
    public static String owned(Principal by, String key) {
        return Json.sha256(Json.object("owned", stored(by, key)));
    }

    /** The same for an archive that keeps keys by agent: all persons are one there, so theirs are their tokens'. */
    public static String ownedByPerson(Principal by, String key) {
        return by.agent() == null && by.trace().token() != null ? owned(by, key) : key;
    }

    private static String stored(Principal by, Keyed request) {
        return stored(by, request.key());
    }

    /** Ids of tokens have no slash and other names are marked, so no two owners share a key. */
    private static String stored(Principal by, String key) {
        String token = by.trace().token();
        return (token == null ? "name:" + by.name().replace("/", "//") : "token:" + token) + "/ " + key;
    }

    private String hash(Keyed request) {
        return seal.digest("request", (request.route() + "\n" + request.body()).getBytes(StandardCharsets.UTF_8));
    }
}
