package dev.stoa.counsel.audit;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be put on record. Immutable. Details hold ids and numbers, never the text of a message.
 *
 * @param type the kind of event, such as {@code query}
 * @param trace how the act came in
 * @param key the key under which the event is recorded once; null if it may be recorded again
 * @param details more about it, as a JSON object
 */
public record AuditEvent(
        String type,
        Trace trace,
        @Nullable String sessionId,
        @Nullable String conversationId,
        @Nullable String field,
        @Nullable String specialist,
        @Nullable String routingMode,
        @Nullable Double uScore,
        @Nullable Double confidence,
        @Nullable Double latencyMs,
        @Nullable String key,
        Map<String, ? extends @Nullable Object> details) {
    public AuditEvent {
        Bounds.given("type", type);
        Bounds.given("trace", trace);
        Bounds.given("details", details);
    }

    /** An event with details alone. */
    public static AuditEvent of(String type, Trace trace, Map<String, ? extends @Nullable Object> details) {
        return new AuditEvent(type, trace, null, null, null, null, null, null, null, null, null, details);
    }

    /** The same event, recorded once under a key. */
    public AuditEvent once(String under) {
        return copy(sessionId, conversationId, under, details);
    }

    /** The same event, about a session and a conversation. */
    public AuditEvent about(@Nullable String session, @Nullable String conversation) {
        return copy(session, conversation, key, details);
    }

    /** The same event with more details. */
    public AuditEvent with(Map<String, ? extends @Nullable Object> more) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(details);
        all.putAll(more);
        return copy(sessionId, conversationId, key, all);
    }

    private AuditEvent copy(
            @Nullable String session,
            @Nullable String conversation,
            @Nullable String under,
            Map<String, ? extends @Nullable Object> said) {
        return new AuditEvent(
                type,
                trace,
                session,
                conversation,
                field,
                specialist,
                routingMode,
                uScore,
                confidence,
                latencyMs,
                under,
                said);
    }
}
