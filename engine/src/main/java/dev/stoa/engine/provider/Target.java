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

    /** {@code provider:model}, which is also the name of its breaker. */
    @Override
    public String toString() {
        return provider + ":" + model;
    }
}
