package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The record of what assertions said of answers, for units of work that store answers. Thread-safe. */
public final class AssertionEvents {
    private final CounselContext context;

    private AssertionEvents(CounselContext context) {
        this.context = context;
    }

    /** The events of an archive. */
    public static AssertionEvents over(CounselContext context) {
        return new AssertionEvents(context);
    }

    /**
     * Which answer was checked. Immutable.
     *
     * @param domain the field of the question
     */
    public record Subject(String sessionId, String queryId, String specialist, @Nullable String domain) {
        public Subject {
            Bounds.given("sessionId", sessionId);
            Bounds.given("queryId", queryId);
            Bounds.given("specialist", specialist);
        }
    }

    /** Stores one event for each assertion of the last evaluation of an answer; again it stores nothing. */
    public void store(Tx tx, Subject subject, PolicyResult result, Instant now) {
        List<String> known = names(tx, subject);
        for (PolicyResult.Result each : result.results()) {
            if (!known.contains(each.name())) {
                tx.update(
                        """
                        INSERT INTO assertion_events (id, session_id, assertion_name, level, passed, bonus_applied,
                            retries_used, latency_ms, domain, policy_name, created_at, message, query_id, specialist)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                        context.ids().next(),
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
                        subject.specialist());
            }
        }
    }

    private static List<String> names(Tx tx, Subject subject) {
        return tx.list(
                "SELECT assertion_name FROM assertion_events WHERE query_id = ? AND specialist = ?",
                row -> row.text(1),
                subject.queryId(),
                subject.specialist());
    }

    /** One event as it was stored. Immutable. */
    public record Event(
            String specialist,
            String name,
            AssertionLevel level,
            boolean passed,
            double bonusApplied,
            int retriesUsed,
            @Nullable String message) {}

    /** The events of a query, in the order in which they were stored. */
    public List<Event> of(Tx tx, String queryId) {
        return tx.list(
                """
                SELECT specialist, assertion_name, level, passed, bonus_applied, retries_used, message
                FROM assertion_events WHERE query_id = ? ORDER BY id""",
                row -> new Event(
                        row.text(1),
                        row.text(2),
                        AssertionLevel.of(row.text(3)),
                        row.flag(4),
                        row.real(5),
                        row.integer(6),
                        row.textOrNull(7)),
                queryId);
    }
}
