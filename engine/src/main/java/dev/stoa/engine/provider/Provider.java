package dev.stoa.engine.provider;

/**
 * Something that answers prompts. Implementations are thread-safe. It tries once: a caller that wants breakers, retries and
 * fall-backs asks through {@link Calls}.
 */
public interface Provider {
    /**
     * The reply to one call. An interrupt of the calling thread ends it at once, with every process it has started.
     *
     * @throws CallFailure if there is no reply; its message holds no secret
     */
    Reply call(Call call) throws CallFailure, InterruptedException;

    /**
     * Whether replies are made here, by rule: then time is reported and not spent, and a failure is part of the play
     * and says nothing about a service that a breaker would have to spare.
     */
    default boolean offline() {
        return false;
    }
}
