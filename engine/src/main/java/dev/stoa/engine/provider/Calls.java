package dev.stoa.engine.provider;

import dev.stoa.base.Times;
import dev.stoa.base.UnavailableException;
import dev.stoa.engine.provider.Answer.Status;
import dev.stoa.engine.provider.Answer.Try;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The careful way to ask a provider: with a breaker's permit, a time limit, at most two retries, and the fall-backs of
 * the agent. Thread-safe. The time limit is that of each target, retries and pauses included; a target that runs out of
 * it leaves the next one its own.
 */
public final class Calls {
    /** How often one model is asked at most before the next one is. */
    public static final int MOST_TRIES = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
    private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    private final Providers providers;
    private final CircuitBreakers breakers;
    private final InstantSource clock;
    private final Pause pause;
    private final DoubleSupplier chance;

    private Calls(
            Providers providers, CircuitBreakers breakers, InstantSource clock, Pause pause, DoubleSupplier chance) {
        this.providers = providers;
        this.breakers = breakers;
        this.clock = clock;
        this.pause = pause;
        this.chance = chance;
    }

    /** Calls that wait and draw lots for real. */
    public static Calls over(Providers providers, CircuitBreakers breakers, InstantSource clock) {
        return over(
                providers,
                breakers,
                clock,
                Pause.real(),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * Calls with a given clock and source of randomness.
     *
     * @param chance numbers from 0 to 1, for the length of pauses
     */
    public static Calls over(
            Providers providers, CircuitBreakers breakers, InstantSource clock, Pause pause, DoubleSupplier chance) {
        return new Calls(providers, breakers, clock, pause, chance);
    }

    /**
     * Asks an agent. What goes wrong is part of the answer.
     *
     * @param call of which model and parameters are replaced by those of the agent; tries are counted from its attempt
     * @throws InterruptedException if the thread was interrupted; started processes have been ended
     */
    public Answer call(AgentSpec agent, Call call) throws InterruptedException {
        List<Target> chain = new ArrayList<>();
        chain.add(agent.target());
        chain.addAll(agent.fallback());
        Asking asking = new Asking(call.told(agent.system()));
        Runnable over = providers.observer().invoked(agent.name());
        try {
            for (Target target : chain) {
                if (asking.ask(target)) {
                    break;
                }
            }
        } finally {
            over.run();
        }
        return asking.answer();
    }

    /** One call while it is made. For one thread. */
    private final class Asking {
        private final Call call;
        private final List<Try> tries = new ArrayList<>();
        private int attempt;
        private Duration took = Duration.ZERO;
        private Target last = new Target("", "", Map.of());
        private @Nullable Reply reply;
        private Status status = Status.ERROR;
        private String error = "";

        Asking(Call call) {
            this.call = call;
            this.attempt = call.attempt() - 1;
        }

        /** Whether the target answered. */
        boolean ask(Target target) throws InterruptedException {
            last = target;
            Provider provider = providers.find(target.provider()).orElse(null);
            if (provider == null) {
                skip(target, "there is no provider " + target.provider());
                return false;
            }
            if (provider.offline()) {
                return tried(provider, target) == null;
            }
            return switch (breakers.acquire(target.toString(), call.timeout().plus(BEYOND_TIMEOUT))) {
                case Permit.Refused refused -> {
                    skip(target, "breaker open until " + Times.show(refused.retryAt()));
                    yield false;
                }
                case Permit.Granted granted -> permitted(provider, target, granted);
            };
        }

        private boolean permitted(Provider provider, Target target, Permit.Granted permit) throws InterruptedException {
            try {
                CallFailure failure = tried(provider, target);
                attempt(() -> breakers.report(permit, failure == null ? CallResult.success() : failure.result()));
                return failure == null;
            } finally {
                // Nothing, unless an interrupt or a fault came before the report.
                attempt(() -> breakers.cancel(permit));
            }
        }

        /** A failure to update a breaker must not lose the answer. */
        private static void attempt(Runnable telling) {
            try {
                telling.run();
            } catch (UnavailableException e) {
                LOG.warn("the result of a call could not be recorded in a breaker", e);
            }
        }

        private void skip(Target target, String reason) {
            tries.add(new Try(target.provider(), target.model(), 0, null, null, reason));
            status = Status.ERROR;
            error = reason;
        }

        /** Tries a target until it answers or there is no sense in going on; null if it answered. */
        private @Nullable CallFailure tried(Provider provider, Target target) throws InterruptedException {
            Duration spent = Duration.ZERO;
            for (int number = 1; ; number++) {
                attempt++;
                long start = clock.millis();
                CallFailure failure;
                Duration time;
                try {
                    Reply received = observed(
                            provider,
                            target,
                            call.to(target, attempt, call.timeout().minus(spent)));
                    time = time(received.reportedLatency(), start);
                    failure =
                            spent.plus(time).compareTo(call.timeout()) > 0 ? CallFailure.timeout(call.timeout()) : null;
                    if (failure == null) {
                        succeed(target, received, time);
                        return null;
                    }
                } catch (CallFailure e) {
                    failure = e;
                    time = time(e.reportedLatency().orElse(null), start);
                } catch (RuntimeException e) {
                    // Its message may quote a request, and a request holds the key.
                    failure = CallFailure.failed(
                            "the provider broke: " + e.getClass().getSimpleName());
                    time = time(null, start);
                }
                fail(target, failure, time);
                spent = spent.plus(time);
                Duration wait = wait(failure, number);
                if (!failure.retryable()
                        || number == MOST_TRIES
                        || spent.plus(wait).compareTo(call.timeout()) >= 0) {
                    return failure;
                }
                if (!provider.offline()) {
                    pause.of(wait);
                }
                spent = spent.plus(wait);
                took = took.plus(wait);
            }
        }

        private Reply observed(Provider provider, Target target, Call now) throws CallFailure, InterruptedException {
            long start = System.nanoTime();
            Reply received = null;
            CallFailure.Kind failure = null;
            try {
                received = provider.call(now).checked();
                return received;
            } catch (CallFailure e) {
                failure = e.kind();
                throw e;
            } catch (RuntimeException e) {
                failure = CallFailure.Kind.FAILED;
                throw e;
            } finally {
                providers
                        .observer()
                        .asked(new CallObserver.Asked(
                                target.provider(),
                                now,
                                received,
                                failure,
                                received == null ? 0 : tokensIn(received),
                                received == null ? 0 : tokensOut(received),
                                System.nanoTime() - start));
            }
        }

        private Duration time(@Nullable Duration reported, long start) {
            return reported != null ? reported : Duration.ofMillis(Math.max(0, clock.millis() - start));
        }

        /** Full jitter over a doubling time, unless the provider said how long. */
        private Duration wait(CallFailure failure, int number) {
            return failure.retryAfter()
                    .orElseGet(() -> Duration.ofMillis(
                            Math.round(chance.getAsDouble() * (FIRST_PAUSE.toMillis() << (number - 1)))));
        }

        private void fail(Target target, CallFailure failure, Duration time) {
            took = took.plus(time);
            tries.add(new Try(target.provider(), target.model(), time.toMillis(), null, null, failure.message()));
            status = failure.kind() == CallFailure.Kind.TIMEOUT ? Status.TIMEOUT : Status.ERROR;
            error = failure.message();
        }

        private void succeed(Target target, Reply received, Duration time) {
            took = took.plus(time);
            reply = received;
            tries.add(new Try(
                    target.provider(), target.model(), time.toMillis(), tokensIn(received), tokensOut(received), null));
        }

        private int tokensIn(Reply received) {
            Integer counted = received.tokensIn();
            String system = call.system() == null ? "" : call.system();
            return counted == null ? estimate(system) + estimate(call.prompt()) : counted;
        }

        private static int tokensOut(Reply received) {
            Integer counted = received.tokensOut();
            return counted == null ? estimate(received.content()) : counted;
        }

        private static int estimate(String text) {
            return (text.codePointCount(0, text.length()) + 3) / 4;
        }

        Answer answer() {
            if (reply == null) {
                return new Answer(
                        status, null, last.provider(), last.model(), tries, 0, 0, false, null, took, error, false);
            }
            int in = tokensIn(reply);
            int out = tokensOut(reply);
            return new Answer(
                    Status.OK,
                    reply.content(),
                    last.provider(),
                    last.model(),
                    tries,
                    in,
                    out,
                    reply.tokensIn() == null || reply.tokensOut() == null,
                    providers.cost(last, in, out),
                    took,
                    null,
                    reply.truncated());
        }
    }
}
