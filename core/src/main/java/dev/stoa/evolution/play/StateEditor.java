package dev.stoa.evolution.play;

import dev.stoa.base.Bounds;
import dev.stoa.base.StoaException;
import dev.stoa.evolution.brain.StateMutation;
import dev.stoa.evolution.brain.StateMutation.Action;
import dev.stoa.evolution.issue.Issue;
import dev.stoa.evolution.issue.StatePath;
import dev.stoa.evolution.scenario.StateLimits;
import dev.stoa.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes the public state, all changes of a turn or none. Stateless, safe from any thread. The old state stays as it
 * was: what is on the way to a change is copied, the rest is shared.
 */
final class StateEditor {
    private static final int MOST_VALUE_BYTES = 16 << 10;

    private StateEditor() {}

    /**
     * An issue with its path ready to be walked.
     *
     * @param issue the issue
     * @param path where it stands
     */
    record Placed(Issue issue, StatePath path) {
        static Placed of(Issue issue) {
            return new Placed(issue, StatePath.parse(issue.path()).orElseThrow());
        }
    }

    /** The state after the changes; the same object where nothing really changed. */
    static Map<String, @Nullable Object> apply(
            Map<String, @Nullable Object> state, List<StateMutation> mutations, List<Placed> issues) {
        if (mutations.isEmpty()) {
            return state;
        }
        Map<String, @Nullable Object> changed = state;
        boolean plain = true;
        for (StateMutation mutation : mutations) {
            StatePath path = path(mutation.path(), issues);
            changed = edited(changed, path.segments(), 0, mutation);
            plain &= mutation.action() == Action.MODIFY && mutation.value() instanceof Number;
            checkValue(mutation);
        }
        // A number in the place of another makes no state too large or too deep.
        String wrong = plain ? null : StateLimits.wrong(changed);
        if (wrong != null) {
            throw new ViolationException(wrong);
        }
        for (Placed placed : issues) {
            checkIssue(changed, placed);
        }
        return same(state, changed) ? state : changed;
    }

    /** The path of a change; those of issues, which policies change every turn, are known. */
    private static StatePath path(String text, List<Placed> issues) {
        for (Placed placed : issues) {
            if (placed.issue().path().equals(text)) {
                return placed.path();
            }
        }
        return StatePath.parse(text)
                .orElseThrow(() -> new ViolationException("path " + Bounds.shown(text)
                        + " is not 1 to 8 names of letters, digits, _ and - joined by dots"));
    }

    private static void checkValue(StateMutation mutation) {
        if (mutation.value() instanceof Number || mutation.value() instanceof Boolean || mutation.value() == null) {
            return;
        }
        if (StateLimits.depth(mutation.value(), 0) > StateLimits.MOST_DEPTH) {
            throw new ViolationException(
                    "the value for " + mutation.path() + " is nested deeper than " + StateLimits.MOST_DEPTH);
        }
        try {
            if (Json.write(mutation.value()).getBytes(StandardCharsets.UTF_8).length > MOST_VALUE_BYTES) {
                throw new ViolationException(
                        "the value for " + mutation.path() + " has more than " + MOST_VALUE_BYTES + " bytes");
            }
        } catch (StoaException e) {
            throw new ViolationException("the value for " + mutation.path() + " is not JSON: " + e.getMessage());
        }
    }

    private static void checkIssue(Map<String, @Nullable Object> state, Placed placed) {
        Issue issue = placed.issue();
        Object value = placed.path().find(state);
        if (!(value instanceof Number number) || issue.index(number.doubleValue()) < 0) {
            throw new ViolationException(issue.path() + " must be a number from " + Json.canonical(issue.min()) + " to "
                    + Json.canonical(issue.max()) + " in steps of " + Json.canonical(issue.step()));
        }
    }

    private static Map<String, @Nullable Object> edited(
            Map<String, @Nullable Object> map, List<String> path, int at, StateMutation mutation) {
        String key = path.get(at);
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(map);
        if (at == path.size() - 1) {
            boolean there = map.containsKey(key);
            Object old = map.get(key);
            if (mutation.action() == Action.ADD && there) {
                throw new ViolationException("path " + mutation.path() + " is there already; use modify");
            }
            if (mutation.action() == Action.MODIFY && !there) {
                throw new ViolationException("path " + mutation.path() + " is not there; use add");
            }
            if (mutation.action() == Action.MODIFY && old != null && !type(old).equals(type(mutation.value()))) {
                throw new ViolationException(
                        "path " + mutation.path() + " holds " + type(old) + ", not " + type(mutation.value()));
            }
            copy.put(key, mutation.value());
            return Collections.unmodifiableMap(copy);
        }
        Object next = map.get(key);
        if (!map.containsKey(key) && mutation.action() == Action.ADD) {
            next = Map.of();
        }
        if (!(next instanceof Map<?, ?> inner)) {
            throw new ViolationException("path " + mutation.path() + " leads through "
                    + (map.containsKey(key) ? type(next) : "nothing") + " at " + key);
        }
        // Keys of JSON are text.
        @SuppressWarnings("unchecked")
        Map<String, @Nullable Object> inside = (Map<String, @Nullable Object>) inner;
        copy.put(key, edited(inside, path, at + 1, mutation));
        return Collections.unmodifiableMap(copy);
    }

    private static String type(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Number number -> "a number";
            case String text -> "text";
            case Boolean truth -> "true or false";
            case Map<?, ?> map -> "a table";
            default -> "a list";
        };
    }

    /** Whether two values are equal as JSON: 5 and 5.0 are. */
    @SuppressWarnings("ReferenceEquality") // only a short cut; what is not the same object is compared below
    static boolean same(@Nullable Object a, @Nullable Object b) {
        if (a == b) {
            return true;
        }
        return switch (a) {
            case Number x when b instanceof Number y -> x.equals(y) || x.doubleValue() == y.doubleValue();
            case Map<?, ?> x
            when b instanceof Map<?, ?> y -> {
                if (!x.keySet().equals(y.keySet())) {
                    yield false;
                }
                for (Map.Entry<?, ?> entry : x.entrySet()) {
                    if (!same(entry.getValue(), y.get(entry.getKey()))) {
                        yield false;
                    }
                }
                yield true;
            }
            case List<?> x
            when b instanceof List<?> y -> {
                if (x.size() != y.size()) {
                    yield false;
                }
                for (int i = 0; i < x.size(); i++) {
                    if (!same(x.get(i), y.get(i))) {
                        yield false;
                    }
                }
                yield true;
            }
            case null -> false;
            default -> a.equals(b);
        };
    }
}
