package dev.stoa.learning.proof;

import java.util.Optional;

/**
 * How provers are found. Immutable.
 *
 * @param lean the program {@code lean}; without it the search path is searched
 * @param leanRemote whether callers from outside may have Lean text elaborated, which is running code
 * @param searchPath folders separated as the platform does it
 */
public record ProofSettings(Optional<String> lean, boolean leanRemote, String searchPath) {
    /** No Lean but that of a search path, and none for callers from outside. */
    public static ProofSettings searching(String searchPath) {
        return new ProofSettings(Optional.empty(), false, searchPath);
    }
}
