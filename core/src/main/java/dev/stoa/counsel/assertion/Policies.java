package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import dev.stoa.config.ConfigValues;
import dev.stoa.config.SettingValues;
import dev.stoa.counsel.base.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The policies of a configuration, checked when they are made. Immutable. */
public final class Policies {
    private final Map<String, Policy> byName;
    private final Map<String, Policy> byField;
    private final Policy otherwise;

    private Policies(Map<String, Policy> byName, Map<String, Policy> byField, Policy otherwise) {
        this.byName = byName;
        this.byField = byField;
        this.otherwise = otherwise;
    }

    /** The policies of a configuration, with the checks of this program and of what stands beside it. */
    public static Policies of(ConfigValues config, Fields fields) {
        List<AssertionCheck> own = new ArrayList<>();
        ServiceLoader.load(AssertionCheck.class, Policies.class.getClassLoader())
                .forEach(own::add);
        return of(config, fields, own);
    }

    /** The policies of a configuration, with these checks besides the built-in ones. */
    static Policies of(ConfigValues config, Fields fields, List<AssertionCheck> own) {
        Map<String, AssertionCheck> checks = checks(own);
        List<Policy> policies = new ArrayList<>();
        for (Map.Entry<String, SettingValues> table :
                config.tables(AssertionSettings.POLICIES).entrySet()) {
            SettingValues values = table.getValue();
            policies.add(new Policy(
                    table.getKey(),
                    values.get(AssertionSettings.VERSION),
                    values.get(AssertionSettings.FIELDS),
                    values.get(AssertionSettings.MAX_RETRIES),
                    values.get(AssertionSettings.MAX_TOTAL_BONUS),
                    values.get(AssertionSettings.ASSERTIONS),
                    checks));
        }
        return of(policies, fields, checks);
    }

    /** The built-in policy alone. */
    public static Policies builtIn() {
        return of(List.of(), Fields.builtIn(), checks(List.of()));
    }

    static Policies of(List<Policy> given, Fields fields, Map<String, AssertionCheck> checks) {
        List<Policy> policies = new ArrayList<>(given);
        if (policies.stream().noneMatch(policy -> policy.name().equals(Policy.DEFAULT))) {
            policies.addFirst(standard(checks));
        }
        Map<String, Policy> byName = new LinkedHashMap<>();
        Map<String, Policy> byField = new HashMap<>();
        Policy everywhere = null;
        for (Policy policy : policies) {
            byName.put(policy.name(), policy);
            for (String field : policy.fields()) {
                Policy other = byField.put(fields.get(field).name(), policy);
                if (other != null) {
                    throw Bounds.invalid(
                            "field " + field + " has the policies " + other.name() + " and " + policy.name(),
                            "leave it to one of them");
                }
            }
            if (policy.fields().isEmpty() && !policy.name().equals(Policy.DEFAULT)) {
                if (everywhere != null) {
                    throw Bounds.invalid(
                            "policies " + everywhere.name() + " and " + policy.name() + " are both for all fields",
                            "give one of them fields");
                }
                everywhere = policy;
            }
        }
        Policy standard = byName.get(Policy.DEFAULT);
        if (standard == null) {
            throw new IllegalStateException("there is no policy " + Policy.DEFAULT);
        }
        return new Policies(byName, byField, everywhere == null ? standard : everywhere);
    }

    private static Policy standard(Map<String, AssertionCheck> checks) {
        return new Policy(
                Policy.DEFAULT,
                "1",
                List.of(),
                2,
                .30,
                List.of(
                        Assertion.of("not_empty", AssertionLevel.BLOCKING),
                        Assertion.of("no_refusal", AssertionLevel.SOFT),
                        Assertion.of("cross_session_match", AssertionLevel.SOFT)),
                checks);
    }

    static Map<String, AssertionCheck> checks(List<AssertionCheck> own) {
        Map<String, AssertionCheck> checks = new LinkedHashMap<>();
        List<AssertionCheck> all = new ArrayList<>(BuiltInChecks.all());
        all.addAll(own);
        for (AssertionCheck check : all) {
            Assertion.named("name of check", check.name());
            if (checks.put(check.name(), check) != null) {
                throw Bounds.invalid("there are two checks " + check.name(), "rename one of them");
            }
        }
        return checks;
    }

    /** The policy of a governing field, which every answer of it must pass. */
    public Policy forField(String field) {
        Policy own = byField.get(field);
        return own == null ? otherwise : own;
    }

    /** The policy of a name; null for that of all fields that have no other. */
    public Policy get(@Nullable String name) {
        if (name == null) {
            return otherwise;
        }
        Policy policy = byName.get(Bounds.word("policy", name, List.copyOf(byName.keySet())));
        return policy == null ? otherwise : policy;
    }

    /** All of them. */
    public List<Policy> all() {
        return List.copyOf(byName.values());
    }
}
