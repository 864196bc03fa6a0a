package dev.stoa.debate;

import dev.stoa.debate.rules.GatePolicy;
import dev.stoa.debate.rules.Phase;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
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
    static final String COLUMNS = """
            id, session_id, round, phase, attempt, status, policy, summary, artifacts, opened_at, expires_at, decided_at,
            decided_by, reason""";

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

    static GateRow of(Row row) {
        String artifacts = row.textOrNull(9);
        return new GateRow(
                row.text(1),
                row.text(2),
                row.integer(3),
                Phase.of(row.text(4)),
                row.integer(5),
                Status.valueOf(row.text(6).toUpperCase(Locale.ROOT)),
                GatePolicy.of(row.text(7)),
                row.textOrNull(8),
                artifacts == null ? null : Json.parse(artifacts),
                row.instant(10),
                row.instant(11),
                row.instantOrNull(12),
                row.textOrNull(13),
                row.textOrNull(14));
    }

    /** The gate as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id",
                id,
                "round",
                round,
                "phase",
                phase.text(),
                "attempt",
                attempt,
                "status",
                status.text(),
                "policy",
                policy.text(),
                "summary",
                summary,
                "artifacts",
                artifacts,
                "opened_at",
                openedAt,
                "expires_at",
                expiresAt,
                "decided_at",
                decidedAt,
                "decided_by",
                decidedBy,
                "reason",
                reason);
    }
}
