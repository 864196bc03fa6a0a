package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.KEY;

import dev.stoa.base.TextEnum;
import dev.stoa.debate.rules.config.GatePolicy;
import dev.stoa.debate.rules.config.Phase;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A place where a debate waits for a person's word. Immutable. */
public record GateRow(
        String id,
        String sessionId,
        int round,
        Phase phase,
        int attempt,
        Status status,
        GatePolicy policy,
        @Nullable String summary,
        @Nullable Object artifacts,
        Instant openedAt,
        Instant expiresAt,
        @Nullable Instant decidedAt,
        @Nullable String decidedBy,
        @Nullable String reason) {
    public static final Columns<GateRow> COLUMNS = Columns.of(GateRow.class, "debate_gates")
            .add(HASHED, "id")
            .hidden(KEY, "session_id")
            .add(HASHED, "round", "phase", "attempt", "status", "policy", "summary", "artifacts")
            .add(HASHED, "opened_at", "expires_at", "decided_at", "decided_by", "reason")
            .declared();

    /** What became of a gate. */
    public enum Status implements TextEnum {
        PENDING,
        APPROVED,
        REJECTED,
        /** Nobody decided in time; its policy did. */
        TIMED_OUT,
        /** The debate was cancelled before anybody decided. */
        WITHDRAWN;
    }

    /** The gate as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
