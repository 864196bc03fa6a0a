package dev.stoa.counsel.run;

import dev.stoa.base.Principal;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of queries in the audit log. Thread-safe. They hold ids, numbers and names, and never the text of a message. */
final class QueryAudit {
    private final CounselContext context;

    QueryAudit(CounselContext context) {
        this.context = context;
    }

    /** Records an answer. */
    void answered(Tx tx, Principal by, Query query, String answerId, Answered answered, Instant now) {
        append(
                tx,
                new AuditEvent(
                        "query",
                        by.trace(),
                        query.sessionId(),
                        query.conversationId(),
                        query.field(),
                        answered.winner(),
                        answered.mode(),
                        answered.utility(),
                        answered.confidence(),
                        millis(query, now),
                        key("query", query),
                        Json.object(
                                "query_id",
                                query.queryId(),
                                "question_id",
                                query.questionId(),
                                "answer_id",
                                answerId,
                                "answer_sha256",
                                context.seal().digest("answer", answered.text().getBytes(StandardCharsets.UTF_8)),
                                "level",
                                query.level().text(),
                                "decided_by",
                                answered.decidedBy(),
                                "models",
                                answered.models(),
                                "label",
                                answered.label().text(),
                                "callout",
                                answered.callout(),
                                "corrections",
                                answered.corrections(),
                                "agreement",
                                answered.agreement(),
                                "utility",
                                parts(answered),
                                "debate_id",
                                query.debateId())),
                now);
    }

    /** What the utility of each answer was made of, by its author. */
    private static Map<String, @Nullable Object> parts(Answered answered) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        answered.scored().forEach(one -> parts.put(one.specialist(), one.worth().parts()));
        return parts;
    }

    /**
     * Records that there is no answer.
     *
     * @param code why, as one word: what services say may quote the question
     */
    void ended(Tx tx, Principal by, Query query, QueryState as, String code, Instant now) {
        String type = as == QueryState.BLOCKED ? "query_blocked" : "query_failed";
        append(
                tx,
                new AuditEvent(
                        type,
                        by.trace(),
                        query.sessionId(),
                        query.conversationId(),
                        query.field(),
                        null,
                        null,
                        null,
                        null,
                        millis(query, now),
                        key(type, query),
                        Json.object(
                                "query_id",
                                query.queryId(),
                                "question_id",
                                query.questionId(),
                                "level",
                                query.level().text(),
                                "state",
                                as.text(),
                                "code",
                                code,
                                "runs",
                                statuses(tx, query.queryId()))),
                now);
    }

    /** How the calls of a query ended. Without their errors: these may quote the question, documents or a provider. */
    private static List<Map<String, @Nullable Object>> statuses(Tx tx, String query) {
        return tx.list(
                "SELECT specialist, round, status FROM model_runs WHERE query_id = ? ORDER BY created_at, run_id",
                row -> Json.object("specialist", row.text(1), "round", row.text(2), "status", row.text(3)),
                query);
    }

    private void append(Tx tx, AuditEvent event, Instant now) {
        context.audit().append(tx, event, now);
    }

    private static String key(String type, Query query) {
        return type + ":" + query.queryId();
    }

    private static double millis(Query query, Instant now) {
        return Math.max(0, Duration.between(query.createdAt(), now).toNanos() / 1e6);
    }

    /**
     * The row of an answer. Immutable.
     *
     * @param said what it says, from which the reply is made again
     */
    record Found(long seq, Map<String, @Nullable Object> said) {}

    /** The row of the answer to a query; empty if it is not there. */
    static Optional<Found> find(Tx tx, Query query) {
        return tx.one(
                """
                SELECT seq, details, specialist, routing_mode, confidence, latency_ms FROM audit_log
                WHERE event_key = ?""",
                row -> {
                    Map<String, @Nullable Object> said = new LinkedHashMap<>();
                    String details = row.textOrNull(2);
                    if (details != null) {
                        said.putAll(Json.parseObject(details));
                    }
                    said.put("winner", row.textOrNull(3));
                    said.put("routing_mode", row.textOrNull(4));
                    said.put("confidence_score", row.realOrNull(5));
                    said.put("latency_ms", row.realOrNull(6));
                    return new Found(row.number(1), said);
                },
                key("query", query));
    }
}
