package dev.stoa.engine.provider;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A model of a provider with the parameters it is called with. Immutable.
 *
 * @param params in the order of their names
 */
public record Target(String provider, String model, Map<String, String> params) {
    public Target {
        params = Collections.unmodifiableMap(new TreeMap<>(params));
    }

    /** Who is asked instead: one of the same provider with all parameters, another's with what every model understands. */
    public Target instead(String otherProvider, String otherModel) {
        Map<String, String> kept = new TreeMap<>(params);
        if (!otherProvider.equals(provider)) {
            kept.keySet().retainAll(SpecText.SHARED);
        }
        return new Target(otherProvider, otherModel, kept);
    }

    /** {@code provider:model}, which is also the name of its breaker. */
    @Override
    public String toString() {
        return provider + ":" + model;
    }
}
