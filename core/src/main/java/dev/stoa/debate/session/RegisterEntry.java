package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

import dev.stoa.base.TextEnum;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the register of sessions. Immutable. It holds numbers and hashes and no text of the session, because it
 * stays when the session is deleted.
 *
 * @param seq its number in the register, from 1
 * @param prevHash the hash of the entry before it
 */
public record RegisterEntry(
        long seq,
        String sessionId,
        Kind kind,
        Map<String, @Nullable Object> data,
        Instant at,
        String prevHash,
        String hash) {
    public static final Columns<RegisterEntry> COLUMNS = Columns.of(RegisterEntry.class, "debate_register")
            .add(HASHED, "seq", "session_id", "kind", "data", "at")
            .add(REPLAYED, "prev_hash", "hash")
            .declared();

    /** What stands in for the hash before the first entry. */
    public static final String GENESIS = Digest.sha256("stoa-register-1");

    /** What happened to the session. */
    public enum Kind implements TextEnum {
        CREATED,
        /** It ended, or was graded afterwards. */
        SEALED,
        DELETED
    }

    /** The entry that follows the one with the given hash. */
    static RegisterEntry after(
            String before, long seq, String session, Kind kind, Map<String, @Nullable Object> said, Instant at) {
        RegisterEntry open = new RegisterEntry(seq, session, kind, Json.kept(said), at, before, "");
        return new RegisterEntry(seq, session, kind, open.data, at, before, open.chained());
    }

    /** The hash it should have, regardless of the one it states: of the hash before it, and of its columns. */
    public String chained() {
        return Digest.sha256(prevHash + "\n" + Json.canonical(COLUMNS.hashed(this)));
    }
}
