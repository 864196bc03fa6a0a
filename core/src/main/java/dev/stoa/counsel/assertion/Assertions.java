package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The policies that answers must pass. Thread-safe. */
public final class Assertions {
    private static final int LONGEST = 1_000_000;

    /** How many of the newest events say how often assertions are passed. */
    private static final int NEWEST = 10_000;

    private final Supplier<CounselContext> context;
    private final Policies policies;

    private Assertions(Supplier<CounselContext> context, Policies policies) {
        this.context = context;
        this.policies = policies;
    }

    /** The assertions of these policies; the archive is opened when a failure is put on record. */
    public static Assertions over(Supplier<CounselContext> context, Policies policies) {
        return new Assertions(context, policies);
    }

    /** The policies, in the order of the configuration. */
    @Needs(Right.READ)
    public List<Policy> list(Principal by) {
        Rights.check(by);
        return policies.all();
    }

    /** How often the latest answers passed each assertion that was checked. */
    @Needs(Right.READ)
    public List<PassRate> rates(Principal by) {
        return context.get().read(by, (tx, now) -> AssertionEvents.rates(tx, NEWEST));
    }

    /** The policies and how often they are passed. */
    @Needs(Right.READ)
    public Map<String, @Nullable Object> overview(Principal by) {
        return Json.object(
                "items",
                list(by).stream().map(Policy::document).toList(),
                "rates",
                rates(by).stream().map(PassRate::document).toList());
    }

    /** The policy of a governing field. */
    @Needs(Right.READ)
    public Policy policy(Principal by, String field) {
        Rights.check(by);
        return policies.forField(field);
    }

    /**
     * Checks a text as an answer would be checked, and stores nothing.
     *
     * @param policy the name of the policy; null for that of all fields that have no other
     */
    @Needs(Right.READ)
    public PolicyResult test(Principal by, @Nullable String policy, String text) {
        Rights.check(by);
        Bounds.text("text", text, 0, LONGEST);
        return policies.get(policy).evaluate(text, CheckContext.NONE);
    }

    /**
     * Checks an answer. That a check could not run is put on record at once, in a unit of its own: it is a fault of the
     * program, also if the answer is not given.
     *
     * @param retries how often the answer had been asked for again
     */
    @Needs(Right.ASK)
    public PolicyResult evaluate(Principal by, Policy policy, String answer, CheckContext checked, int retries) {
        Rights.check(by);
        PolicyResult result = policy.evaluate(answer, checked, retries);
        List<String> failed = result.results().stream()
                .filter(each -> !each.ran())
                .map(PolicyResult.Result::name)
                .toList();
        if (!failed.isEmpty()) {
            context.get()
                    .write(
                            by,
                            (tx, now) -> context.get()
                                    .audit()
                                    .append(
                                            tx,
                                            AuditEvent.of(
                                                    "hook_failure",
                                                    by.trace(),
                                                    Json.object("policy", policy.name(), "assertions", failed)),
                                            now));
        }
        return result;
    }

    /** Stores one event for each assertion of the last evaluation of an answer, in the unit of work that stores it. */
    public void store(Tx tx, AnswerChecked answer, PolicyResult result, Instant now) {
        AssertionEvents.store(tx, context.get().ids(), answer, result, now);
    }

    /**
     * What a policy said of a stored answer; empty if nothing is stored of it.
     *
     * @param policy the policy whose bound of the bonus holds
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Optional<PolicyResult> stored(Principal by, Policy policy, String queryId, String specialist) {
        return context.get().read(by, (tx, now) -> {
            boolean own = tx.number("""
                            SELECT count(*) FROM queries q JOIN conversations c ON c.conversation_id = q.conversation_id
                            WHERE q.query_id = ? AND (c.user_id = ? OR ?)""", queryId, CounselContext.user(by), by.operator()) > 0;
            List<AssertionEvent> events = !own
                    ? List.of()
                    : AssertionEvents.of(tx, queryId).stream()
                            .filter(event -> event.specialist().equals(specialist))
                            .toList();
            return events.isEmpty() ? Optional.empty() : Optional.of(policy.restored(events));
        });
    }

    /** What assertions said of the answers to a query, in the order in which it was stored. */
    public List<AssertionEvent> events(Tx tx, String queryId) {
        return AssertionEvents.of(tx, queryId);
    }
}
