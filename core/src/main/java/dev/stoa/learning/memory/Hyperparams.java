package dev.stoa.learning.memory;

import dev.stoa.base.Bounds;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that the behaviour of memory depends on: a complete set that fits together. Immutable. Every number has a
 * name and bounds; across each border between two tiers the thresholds keep so far apart that no single outcome can undo
 * the move of the one before it.
 */
final class Hyperparams {
    private static final double MS_PER_HOUR = 3_600_000;
    private static final double SECONDS_PER_HOUR = 3_600;

    private record Bound(String name, double usual, double least, double most) {}

    private static final List<Bound> BOUNDS = List.of(
            new Bound("half_life_hours.fast", 1, 0.5, 24),
            new Bound("half_life_hours.medium", 24, 6, 168),
            new Bound("half_life_hours.slow", 168, 24, 720),
            new Bound("half_life_hours.glacial", 720, 168, 2_000),
            new Bound("promote.medium", 0.55, 0.20, 0.90),
            new Bound("promote.slow", 0.45, 0.20, 0.90),
            new Bound("promote.glacial", 0.40, 0.20, 0.90),
            new Bound("demote.fast", 0.30, 0.02, 0.60),
            new Bound("demote.medium", 0.20, 0.02, 0.60),
            new Bound("demote.slow", 0.10, 0.02, 0.60),
            new Bound("gate.fast", 0.35, 0, 1),
            new Bound("gate.medium", 0.45, 0, 1),
            new Bound("gate.slow", 0.60, 0, 1),
            new Bound("cap.fast", 1_000, 10, 1_000_000),
            new Bound("cap.medium", 5_000, 10, 1_000_000),
            new Bound("cap.slow", 10_000, 10, 1_000_000),
            new Bound("cap.glacial", 50_000, 10, 1_000_000),
            new Bound("floor", 0.02, 0.001, 0.2),
            new Bound("ema_alpha", 0.3, 0.05, 0.5),
            new Bound("outcome_weight", 0.6, 0, 1),
            new Bound("agent_weight", 0.4, 0, 1),
            new Bound("importance_gain", 0.05, 0, 0.5),
            new Bound("importance_loss", 0.10, 0, 0.5),
            new Bound("promotion_cooldown_hours", 24, 0, 168),
            new Bound("ttl_half_lives", 6, 1, 100),
            new Bound("recall.lexical", 0.6, 0, 1),
            new Bound("recall.semantic", 0.2, 0, 1),
            new Bound("recall.retention", 0.2, 0, 1));

    static final List<String> NAMES = BOUNDS.stream().map(Bound::name).toList();

    static final Hyperparams DEFAULTS = defaults();

    private final Map<String, Double> values;
    private final Map<MemoryTier, Double> halfLifeHours = new EnumMap<>(MemoryTier.class);

    private Hyperparams(Map<String, Double> values) {
        this.values = Collections.unmodifiableMap(values);
        for (MemoryTier tier : MemoryTier.values()) {
            halfLifeHours.put(tier, get("half_life_hours." + tier.text()));
        }
    }

    private static Hyperparams defaults() {
        Map<String, Double> values = new LinkedHashMap<>();
        BOUNDS.forEach(bound -> values.put(bound.name(), bound.usual()));
        return new Hyperparams(values);
    }

    /**
     * The set that a stored row means. What another program called otherwise is passed over, and a row whose numbers do
     * not fit together counts as none: such an archive must stay usable.
     */
    static Hyperparams ofStored(@Nullable String json) {
        if (json == null) {
            return DEFAULTS;
        }
        try {
            Map<String, Double> known = new LinkedHashMap<>();
            Json.parseObject(json).forEach((name, value) -> {
                if (NAMES.contains(name) && value instanceof Number number) {
                    known.put(name, number.doubleValue());
                }
            });
            return DEFAULTS.with(known);
        } catch (StoaException e) {
            return DEFAULTS;
        }
    }

    /** This set with some numbers changed; an unknown name, a number out of bounds or a set that does not fit is refused. */
    Hyperparams with(Map<String, Double> changes) {
        Map<String, Double> changed = new LinkedHashMap<>(values);
        changes.forEach((name, value) -> {
            Bounds.word("parameter", name, NAMES);
            Bound bound = bound(name);
            Bounds.real(name, value, bound.least(), bound.most());
            if (name.startsWith("cap.") && value != Math.rint(value)) {
                throw Bounds.invalid(name + " " + value + " is not a whole number", "give one");
            }
            changed.put(name, value);
        });
        Hyperparams result = new Hyperparams(changed);
        Optional<String> misfit = result.misfit();
        if (misfit.isPresent()) {
            throw Bounds.invalid(misfit.get(), "change both, or choose values further apart");
        }
        return result;
    }

    /** This set with one number changed as far as its bounds allow, or this set itself if that would not fit the others. */
    Hyperparams nudged(String name, double value) {
        Bound bound = bound(name);
        Map<String, Double> changed = new LinkedHashMap<>(values);
        changed.put(name, Math.clamp(value, bound.least(), bound.most()));
        Hyperparams result = new Hyperparams(changed);
        return result.misfit().isPresent() ? this : result;
    }

    private Optional<String> misfit() {
        List<String> misfits = new ArrayList<>();
        double a = alpha();
        for (MemoryTier tier : MemoryTier.values()) {
            tier.slower().ifPresent(slower -> {
                if (halfLifeHours(tier) >= halfLifeHours(slower)) {
                    misfits.add("half_life_hours." + tier.text() + " " + halfLifeHours(tier) + " is not below that of "
                            + slower.text() + ", " + halfLifeHours(slower));
                }
                double promote = promote(slower);
                double demote = demote(tier);
                if ((1 - a) * promote <= demote || (1 - a) * demote + a >= promote) {
                    misfits.add("promote." + slower.text() + " " + promote + " and demote." + tier.text() + " " + demote
                            + " are too close for ema_alpha " + a + ": one outcome could undo a move");
                }
            });
        }
        if (get("outcome_weight") + get("agent_weight") <= 0) {
            misfits.add("outcome_weight and agent_weight are both 0");
        }
        if (get("recall.lexical") + get("recall.semantic") + get("recall.retention") <= 0) {
            misfits.add("recall.lexical, recall.semantic and recall.retention are all 0");
        }
        return misfits.stream().findFirst();
    }

    private static Bound bound(String name) {
        return BOUNDS.stream()
                .filter(bound -> bound.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    double get(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no parameter " + name);
        }
        return value;
    }

    double halfLifeHours(MemoryTier tier) {
        return Objects.requireNonNull(halfLifeHours.get(tier));
    }

    double halfLifeSeconds(MemoryTier tier) {
        return halfLifeHours(tier) * SECONDS_PER_HOUR;
    }

    /** How fast the logarithm of a memory's strength falls, per second. */
    double lambda(MemoryTier tier) {
        return Math.log(2) / halfLifeSeconds(tier);
    }

    /** How long a memory of the tier lives after it was last touched. */
    Duration life(MemoryTier tier) {
        return Duration.ofMillis(Math.round(halfLifeHours(tier) * get("ttl_half_lives") * MS_PER_HOUR));
    }

    int cap(MemoryTier tier) {
        return (int) get("cap." + tier.text());
    }

    /** The surprise from which a memory leaves the tier for the faster one; the fastest has none. */
    double promote(MemoryTier tier) {
        return get("promote." + tier.text());
    }

    /** The surprise up to which a memory leaves the tier for the slower one; the slowest has none. */
    double demote(MemoryTier tier) {
        return get("demote." + tier.text());
    }

    /** The consolidation from which a memory may leave the tier for the slower one; the slowest has none. */
    double gate(MemoryTier tier) {
        return get("gate." + tier.text());
    }

    double alpha() {
        return get("ema_alpha");
    }

    double floor() {
        return get("floor");
    }

    Duration cooldown() {
        return Duration.ofMillis(Math.round(get("promotion_cooldown_hours") * MS_PER_HOUR));
    }

    /** Every number by its name, caps as whole numbers. */
    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        values.forEach((name, value) ->
                document.put(name, name.startsWith("cap.") ? (Object) Math.round(value) : (Object) value));
        return Collections.unmodifiableMap(document);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Hyperparams that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
