package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.JSON;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.TIME;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

import dev.stoa.debate.rules.config.GatePolicy;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Locale;
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
    public static final Columns<GateRow> COLUMNS = Columns.<GateRow>of("debate_gates")
            .hashed("id", TEXT, GateRow::id)
            .key("session_id", TEXT, GateRow::sessionId)
            .hidden()
            .hashed("round", WHOLE, GateRow::round)
            .hashed("phase", TEXT, row -> row.phase().text())
            .hashed("attempt", WHOLE, GateRow::attempt)
            .hashed("status", TEXT, row -> row.status().text())
            .hashed("policy", TEXT, row -> row.policy().text())
            .hashed("summary", TEXT, GateRow::summary)
            .hashed("artifacts", JSON, GateRow::artifacts)
            .hashed("opened_at", TIME, GateRow::openedAt)
            .hashed("expires_at", TIME, GateRow::expiresAt)
            .hashed("decided_at", TIME, GateRow::decidedAt)
            .hashed("decided_by", TEXT, GateRow::decidedBy)
            .hashed("reason", TEXT, GateRow::reason)
            .read(row -> new GateRow(
                    row.text("id"),
                    row.text("session_id"),
                    row.integer("round"),
                    Phase.of(row.text("phase")),
                    row.integer("attempt"),
                    Status.valueOf(row.text("status").toUpperCase(Locale.ROOT)),
                    GatePolicy.of(row.text("policy")),
                    row.textOrNull("summary"),
                    Json.parse(row.text("artifacts")),
                    row.instant("opened_at"),
                    row.instant("expires_at"),
                    row.instantOrNull("decided_at"),
                    row.textOrNull("decided_by"),
                    row.textOrNull("reason")));

    /** What became of a gate. */
    public enum Status {
        PENDING,
        APPROVED,
        REJECTED,
        /** Nobody decided in time; its policy did. */
        TIMED_OUT,
        /** The debate was cancelled before anybody decided. */
        WITHDRAWN;

        private final String text = name().toLowerCase(Locale.ROOT);

        /** The word under which it is stored and shown. */
        public String text() {
            return text;
        }
    }

    /** The gate as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
