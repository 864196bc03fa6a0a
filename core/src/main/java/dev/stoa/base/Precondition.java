package dev.stoa.base;

import java.util.Set;
import java.util.function.Supplier;

/**
 * In which version a thing must be to be changed. Immutable. A store compares it inside the transaction that writes, so
 * that no change gets between; the version of a thing is what its {@code etag()} says.
 *
 * @param versions the versions that will do; empty if any will
 */
public record Precondition(Set<String> versions) {
    /** Any version will do: the last writer wins. */
    public static final Precondition NONE = new Precondition(Set.of());

    public Precondition {
        versions = Set.copyOf(Bounds.given("versions", versions));
    }

    /** The version that was read. */
    public static Precondition of(String version) {
        return new Precondition(Set.of(Bounds.given("version", version)));
    }

    /**
     * Refuses if a thing is in another version.
     *
     * @param thing its kind and name, for the refusal
     * @param present the version that it has now, which is computed only if there is something to compare
     */
    public void check(String thing, Supplier<String> present) {
        if (!versions.isEmpty()) {
            String now = present.get();
            if (!versions.contains(now)) {
                throw new StaleException(thing, now);
            }
        }
    }
}
