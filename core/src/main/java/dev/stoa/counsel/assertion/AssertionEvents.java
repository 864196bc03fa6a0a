package dev.stoa.counsel.assertion;

import dev.stoa.json.Json;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of what assertions said of answers. Stateless. */
final class AssertionEvents {
    private AssertionEvents() {}

    /** Stores one event for each assertion of the last evaluation of an answer; again it stores nothing. */
    static void store(Tx tx, Ids ids, AnswerChecked subject, PolicyResult result, Instant now) {
        List<String> known = names(tx, subject);
        for (PolicyResult.Result each : result.results()) {
            if (!known.contains(each.name())) {
                tx.update(
                        """
                        INSERT INTO assertion_events (id, session_id, assertion_name, level, passed, bonus_applied,
                            retries_used, latency_ms, domain, policy_name, created_at, message, query_id, specialist,
                            violated)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                        ids.next(),
                        subject.sessionId(),
                        each.name(),
                        each.level().text(),
                        each.passed() ? 1 : 0,
                        each.bonusApplied(),
                        result.retries(),
                        each.latencyMs(),
                        subject.domain(),
                        result.policy(),
                        now,
                        each.message(),
                        subject.queryId(),
                        subject.specialist(),
                        each.violated().isEmpty() ? null : Json.write(each.violated()));
            }
        }
    }

    private static List<String> names(Tx tx, AnswerChecked subject) {
        return tx.list(
                "SELECT assertion_name FROM assertion_events WHERE query_id = ? AND specialist = ?",
                row -> row.text(1),
                subject.queryId(),
                subject.specialist());
    }

    /** The events of a query, in the order in which they were stored. */
    static List<AssertionEvent> of(Tx tx, String queryId) {
        return tx.list(
                """
                SELECT specialist, assertion_name, level, passed, bonus_applied, retries_used, message, violated
                FROM assertion_events WHERE query_id = ? ORDER BY id""",
                row -> new AssertionEvent(
                        row.text(1),
                        row.text(2),
                        AssertionLevel.of(row.text(3)),
                        row.flag(4),
                        row.real(5),
                        row.integer(6),
                        row.textOrNull(7),
                        ids(row.textOrNull(8))),
                queryId);
    }

    /** How often the newest events say that an assertion was passed, by policy and assertion. */
    static List<PassRate> rates(Tx tx, int newest) {
        return tx.list("""
                SELECT e.policy_name, e.assertion_name, SUM(e.passed), COUNT(*) FROM (
                    SELECT policy_name, assertion_name, passed FROM assertion_events WHERE created_at IS NOT NULL
                    ORDER BY created_at DESC LIMIT ?) e
                GROUP BY e.policy_name, e.assertion_name ORDER BY e.policy_name, e.assertion_name""", row -> new PassRate(row.textOrNull(1), row.text(2), row.number(3), row.number(4)), newest);
    }

    private static List<String> ids(@Nullable String json) {
        return json == null
                ? List.of()
                : Json.parseArray(json).stream().map(String::valueOf).toList();
    }
}
