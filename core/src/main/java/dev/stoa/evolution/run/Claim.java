package dev.stoa.evolution.run;

import org.jspecify.annotations.Nullable;

/**
 * The wish of a process to own a run. Immutable.
 *
 * @param owner host and process
 * @param force whether to take it from an owner that seems to live
 * @param maxGenerations a larger number of generations; null to leave it
 * @param maxRunTokens a larger number of tokens, 0 for no limit; null to leave it
 */
public record Claim(
        String owner,
        boolean force,
        @Nullable Long maxGenerations,
        @Nullable Long maxRunTokens) {
    public Claim {
        Owner.of(owner);
    }

    public static Claim by(String owner) {
        return new Claim(owner, false, null, null);
    }

    public Claim forced() {
        return new Claim(owner, true, maxGenerations, maxRunTokens);
    }

    public Claim generations(long most) {
        return new Claim(owner, force, most, maxRunTokens);
    }

    public Claim tokens(long most) {
        return new Claim(owner, force, maxGenerations, most);
    }
}
