package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The assertions that answers of some fields must pass. Immutable and thread-safe, as far as its checks are. */
public final class Policy {
    /** The policy of every field that has no other. */
    public static final String DEFAULT = "default";

    private static final int MOST_RETRIES = 3;
    private static final double MOST_BONUS = .50;
    private static final double LEAST_BONUS = -.30;
    private static final double BLOCKED = -.15;
    private static final int MOST_ASSERTIONS = 50;

    private final String name;
    private final String version;
    private final List<String> fields;
    private final int maxRetries;
    private final double maxTotalBonus;
    private final List<Bound> assertions;

    /** An assertion with the check that it names. */
    private record Bound(Assertion assertion, AssertionCheck check, CheckParameters parameters) {}

    /**
     * A policy over known checks.
     *
     * @param fields the fields that it is for; empty for all
     * @param maxRetries how often an answer that a blocking assertion refuses is asked for again, 0 to 3
     * @param maxTotalBonus the most that all assertions together add, 0 to 0.5
     */
    public Policy(
            String name,
            String version,
            List<String> fields,
            int maxRetries,
            double maxTotalBonus,
            List<Assertion> assertions,
            Map<String, AssertionCheck> checks) {
        Assertion.named("policy", name);
        this.name = name;
        this.version = Bounds.text("version of policy " + name, version, 1, 64);
        this.fields = List.copyOf(fields);
        this.maxRetries = (int) Bounds.whole("max_retries of policy " + name, maxRetries, 0, MOST_RETRIES);
        this.maxTotalBonus = Bounds.real("max_total_bonus of policy " + name, maxTotalBonus, 0, MOST_BONUS);
        Bounds.size("assertions of policy " + name, assertions, 1, MOST_ASSERTIONS);
        List<Bound> bound = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Assertion assertion : assertions) {
            if (!names.add(assertion.name())) {
                throw Bounds.invalid(
                        "policy " + name + " has two assertions " + assertion.name(), "rename one of them");
            }
            AssertionCheck check = checks.get(Bounds.word(
                    "check of assertion " + assertion.name(),
                    assertion.check(),
                    checks.keySet().stream().sorted().toList()));
            CheckParameters parameters = new CheckParameters(assertion.name(), assertion.parameters());
            if (check == null) {
                throw new IllegalStateException("check " + assertion.check() + " is not there");
            }
            check.accept(parameters);
            bound.add(new Bound(assertion, check, parameters));
        }
        this.assertions = List.copyOf(bound);
    }

    private Policy(Policy other, Bound more) {
        this.name = other.name;
        this.version = other.version;
        this.fields = other.fields;
        this.maxRetries = other.maxRetries;
        this.maxTotalBonus = other.maxTotalBonus;
        List<Bound> bound = new ArrayList<>(other.assertions);
        bound.add(more);
        this.assertions = List.copyOf(bound);
    }

    /** The same policy, which blocks what is not JSON. */
    public Policy json() {
        String check = BuiltInChecks.JSON.name();
        if (assertions().stream()
                .anyMatch(each -> each.check().equals(check) && each.level() == AssertionLevel.BLOCKING)) {
            return this;
        }
        boolean taken = assertions().stream().anyMatch(each -> each.name().equals(check));
        Assertion more = new Assertion(taken ? check + ".asked" : check, check, AssertionLevel.BLOCKING, 0, Map.of());
        return new Policy(this, new Bound(more, BuiltInChecks.JSON, new CheckParameters(more.name(), Map.of())));
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The fields that it is for; empty for all. */
    public List<String> fields() {
        return fields;
    }

    /** How often an answer that a blocking assertion refuses is asked for again. */
    public int maxRetries() {
        return maxRetries;
    }

    /** Its assertions, in order. */
    public List<Assertion> assertions() {
        return assertions.stream().map(Bound::assertion).toList();
    }

    /** Checks an answer that was asked for once. */
    public PolicyResult evaluate(String answer, CheckContext context) {
        return evaluate(answer, context, 0);
    }

    /**
     * Checks an answer.
     *
     * @param retries how often it had been asked for again
     */
    public PolicyResult evaluate(String answer, CheckContext context, int retries) {
        List<PolicyResult.Result> results = new ArrayList<>();
        for (Bound bound : assertions) {
            long start = System.nanoTime();
            CheckResult found = TimedCheck.run(bound.check(), answer, bound.parameters(), context);
            double millis = (System.nanoTime() - start) / 1e6;
            Assertion assertion = bound.assertion();
            boolean passed = found != null && found.passed();
            double applied = passed ? assertion.bonus() : penalty(assertion);
            results.add(new PolicyResult.Result(
                    assertion.name(),
                    assertion.level(),
                    passed,
                    applied,
                    found == null ? TimedCheck.COULD_NOT_RUN : found.message(),
                    millis,
                    found != null,
                    found == null ? List.of() : found.violated()));
        }
        return of(results, retries);
    }

    /** What was said of an answer, from the events of it that were stored; no check runs again. */
    PolicyResult restored(List<AssertionEvent> events) {
        return of(
                events.stream()
                        .map(event -> new PolicyResult.Result(
                                event.name(),
                                event.level(),
                                event.passed(),
                                event.bonusApplied(),
                                event.message(),
                                0,
                                true,
                                event.violated()))
                        .toList(),
                events.getFirst().retriesUsed());
    }

    private PolicyResult of(List<PolicyResult.Result> results, int retries) {
        double sum = 0;
        for (PolicyResult.Result result : results) {
            sum += result.bonusApplied();
        }
        boolean gold = retries == 0
                && results.stream().allMatch(PolicyResult.Result::passed)
                && results.stream().anyMatch(result -> result.level() == AssertionLevel.INFO);
        return new PolicyResult(name, Math.max(LEAST_BONUS, Math.min(sum, maxTotalBonus)), gold, retries, results);
    }

    private static double penalty(Assertion assertion) {
        return switch (assertion.level()) {
            case INFO -> 0;
            // Not -0.0, which JSON would show.
            case SOFT -> assertion.bonus() == 0 ? 0 : -assertion.bonus();
            case BLOCKING -> BLOCKED;
        };
    }

    /** The policy as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "name", name,
                "version", version,
                "fields", fields,
                "max_retries", maxRetries,
                "max_total_bonus", maxTotalBonus,
                "assertions", assertions().stream().map(Assertion::document).toList());
    }
}
