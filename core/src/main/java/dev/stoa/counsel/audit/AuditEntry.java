package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.storage.TimeForm;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the log. Immutable.
 *
 * @param details its details as stored; null if they were erased
 */
public record AuditEntry(
        long seq,
        String id,
        Instant createdAt,
        String type,
        @Nullable String sessionId,
        @Nullable String traceId,
        @Nullable String requestId,
        @Nullable String tokenId,
        @Nullable String conversationId,
        @Nullable String field,
        @Nullable String specialist,
        @Nullable String routingMode,
        @Nullable Double uScore,
        @Nullable Double confidence,
        @Nullable Double latencyMs,
        @Nullable String eventKey,
        @Nullable String details,
        String detailsHash,
        String prevHash,
        String currHash) {
    static AuditEntry of(AuditRow row) {
        Long seq = row.seq();
        return new AuditEntry(
                seq == null ? 0 : seq,
                shown(row, AuditColumn.ID),
                row.get(AuditColumn.CREATED_AT) instanceof Double at ? TimeForm.UNIX_SECONDS.parse(at) : Instant.EPOCH,
                shown(row, AuditColumn.EVENT_TYPE),
                row.text(AuditColumn.SESSION_ID),
                row.text(AuditColumn.TRACE_ID),
                row.text(AuditColumn.REQUEST_ID),
                row.text(AuditColumn.TOKEN_ID),
                row.text(AuditColumn.CONVERSATION_ID),
                row.text(AuditColumn.FIELD),
                row.text(AuditColumn.SPECIALIST),
                row.text(AuditColumn.ROUTING_MODE),
                row.get(AuditColumn.U_SCORE) instanceof Double real ? real : null,
                row.get(AuditColumn.CONFIDENCE) instanceof Double real ? real : null,
                row.get(AuditColumn.LATENCY_MS) instanceof Double real ? real : null,
                row.text(AuditColumn.EVENT_KEY),
                row.text(AuditColumn.DETAILS),
                shown(row, AuditColumn.DETAILS_HASH),
                shown(row, AuditColumn.PREV_HASH),
                shown(row, AuditColumn.CURR_HASH));
    }

    private static String shown(AuditRow row, AuditColumn column) {
        return String.valueOf(row.get(column));
    }

    /** The details as JSON; of details that were changed to something else, the text that they are now. */
    private static @Nullable Object parsed(String details) {
        try {
            return Json.parse(details);
        } catch (StoaException e) {
            return details;
        }
    }

    /** Its JSON. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("seq", seq);
        document.put("id", id);
        document.put("created_at", Times.showMicros(createdAt));
        document.put("event_type", type);
        document.put("session_id", sessionId);
        document.put("trace_id", traceId);
        document.put("request_id", requestId);
        document.put("token_id", tokenId);
        document.put("conversation_id", conversationId);
        document.put("field", field);
        document.put("specialist", specialist);
        document.put("routing_mode", routingMode);
        document.put("u_score", uScore);
        document.put("confidence", confidence);
        document.put("latency_ms", latencyMs);
        document.put("event_key", eventKey);
        document.put("details", details == null ? null : parsed(details));
        document.put("details_hash", detailsHash);
        document.put("prev_hash", prevHash);
        document.put("curr_hash", currHash);
        return document;
    }
}
