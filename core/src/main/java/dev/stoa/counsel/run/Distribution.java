package dev.stoa.counsel.run;

import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.base.Fields;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** To which fields a question belongs, and how much to each. Immutable. */
public final class Distribution {
    /** The least share of a question that belongs to a field whose floors hold for it. */
    static final double GOVERNS = .15;

    private final Map<Field, Double> shares;

    private Distribution(Map<Field, Double> shares) {
        this.shares = Collections.unmodifiableMap(shares);
    }

    static Distribution of(Map<Field, Double> shares) {
        return new Distribution(new LinkedHashMap<>(shares));
    }

    /** One that was stored; fields that the table no longer has are left out. */
    public static Distribution of(Fields fields, Map<String, Double> stored) {
        Map<Field, Double> shares = new LinkedHashMap<>();
        stored.forEach((name, share) -> {
            Field field = fields.find(name);
            if (field != null) {
                shares.put(field, share);
            }
        });
        if (shares.isEmpty()) {
            shares.put(fields.get(Fields.GENERAL), 1.0);
        }
        return new Distribution(shares);
    }

    /** The shares by field. */
    public Map<Field, Double> shares() {
        return shares;
    }

    /** The shares by the name of the field, as they are stored and shown. */
    public Map<String, Double> named() {
        Map<String, Double> named = new LinkedHashMap<>();
        shares.forEach((field, share) -> named.put(field.name(), share));
        return named;
    }

    /** The field with the largest share, of equal ones the first by name. */
    public Field domain() {
        return shares.entrySet().stream()
                .min(Map.Entry.<Field, Double>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().name()))
                .orElseThrow()
                .getKey();
    }

    /** The field whose floors and policy hold: the strictest of those with a real share, else the domain. */
    public Field governing() {
        return shares.entrySet().stream()
                .filter(entry -> entry.getValue() >= GOVERNS)
                .map(Map.Entry::getKey)
                .min(Comparator.comparingDouble(Field::cMin).reversed().thenComparing(Field::name))
                .orElseGet(this::domain);
    }

    /** The weights of this mixture of fields. */
    public FieldWeights weights() {
        return new FieldWeights(mean(Field::we), mean(Field::wc), mean(Field::wk), mean(Field::mu), mean(Field::alpha));
    }

    private double mean(ToDoubleFunction<Field> value) {
        double sum = 0;
        for (Map.Entry<Field, Double> entry : shares.entrySet()) {
            sum += entry.getValue() * value.applyAsDouble(entry.getKey());
        }
        return sum;
    }
}
