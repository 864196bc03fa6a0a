package dev.stoa.engine.provider;

import org.jspecify.annotations.Nullable;

/** Is told of what models are asked. Implementations are thread-safe, quick, and throw nothing. */
@FunctionalInterface
public interface CallObserver {
    /** Of a program in which none is interested. */
    CallObserver NONE = asked -> {};

    /**
     * One try to get a reply, which is over.
     *
     * @param call with the model that was asked
     * @param reply null if there was none
     * @param failure why there was none; null if there was one, or the thread was interrupted
     * @param tokensIn tokens of the prompt, estimated where the provider did not count them; 0 without a reply
     * @param tokensOut tokens of the reply, likewise
     * @param nanos how long it took on this machine
     */
    record Asked(
            String provider,
            Call call,
            @Nullable Reply reply,
            CallFailure.@Nullable Kind failure,
            int tokensIn,
            int tokensOut,
            long nanos) {}

    /** Is called by the thread that asked. */
    void asked(Asked asked);

    /**
     * Is called by the thread that begins to work for an agent.
     *
     * @return is run by that thread when the work is over
     */
    default Runnable invoked(String agent) {
        return () -> {};
    }
}
