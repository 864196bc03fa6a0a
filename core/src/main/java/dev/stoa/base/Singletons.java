package dev.stoa.base;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** One instance of each type, made when it is first asked for. Thread-safe. */
public final class Singletons {
    private final Map<Class<?>, Object> made = new HashMap<>();

    /** The one instance of a type. A maker must not ask for another type of the same set that waits for this one. */
    public synchronized <T> T get(Class<T> type, Supplier<T> maker) {
        Object present = made.get(type);
        if (present == null) {
            present = maker.get();
            made.put(type, present);
        }
        return type.cast(present);
    }

    /** Forgets all instances, so that the next request makes new ones. */
    public synchronized void clear() {
        made.clear();
    }
}
