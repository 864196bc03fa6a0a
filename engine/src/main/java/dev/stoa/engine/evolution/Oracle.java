package dev.stoa.engine.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Answer;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.Range;
import dev.stoa.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks models for JSON and counts what that costs. Safe from any thread. */
final class Oracle {
    private static final Logger LOG = LoggerFactory.getLogger(Oracle.class);
    private static final int ATTEMPTS = 3;

    /** How long a model has for an answer. */
    static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Providers providers;
    private final ProfileAgents profiles;
    private final Calls calls;
    private final Duration timeout;
    private final AtomicLong tokens = new AtomicLong();

    Oracle(Stoa stoa, Providers providers, Calls calls, Duration timeout) {
        this.providers = providers;
        this.profiles = ProfileAgents.of(stoa, providers);
        this.calls = calls;
        this.timeout = timeout;
    }

    /** What the roles have cost and no episode has counted. */
    AtomicLong tokens() {
        return tokens;
    }

    /** Refuses an agent that could not be asked as it is. */
    void check(String name, String model) {
        providers.check(agent(name, model));
    }

    /** Refuses an actor whose model could not be asked as it is, or as its scenario lets it become. */
    void check(Actor actor) {
        AgentSpec agent = agent(actor.id(), actor.brain());
        providers.check(agent);
        Objects.requireNonNullElse(actor.mutable(), Map.<String, Range>of())
                .forEach((name, range) -> providers.checkRange(agent, name, range.low(), range.high()));
    }

    /** An agent by its model. */
    AgentSpec agent(String name, String model) {
        return profiles.parse(name + "=" + model);
    }

    /** The agent of a profile, with its parameters and its prompt. */
    AgentSpec agent(Profile profile) {
        return profiles.agent(String.valueOf(profile.actorId()), profile);
    }

    /** Whether a parameter of a profile has an effect where its brain does not name it. */
    boolean takes(Profile profile, String parameter) {
        return providers.takes(agent(profile).target(), parameter);
    }

    /** The answer of an agent as it came; a failure is an exception, which fails the slot. */
    Answer ask(AgentSpec agent, @Nullable String system, String prompt, long seed) {
        Answer answer;
        try {
            answer = calls.call(
                    agent,
                    Call.of(agent.name(), prompt, ReplyKind.POSITION, seed, timeout)
                            .system(system));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", "the call of " + agent.name() + " was interrupted", null);
        }
        if (!answer.ok()) {
            throw new UnavailableException(
                    "unavailable", "agent " + agent.name() + " gave no answer: " + answer.error(), "see the provider");
        }
        return answer;
    }

    /** What a role answers, read and checked; empty after three attempts that were no use, which is logged. */
    <T> Optional<T> role(
            String role,
            String model,
            String system,
            Map<String, @Nullable Object> situation,
            long seed,
            Function<Map<String, @Nullable Object>, T> reader) {
        try {
            return Optional.of(needed(role, model, system, situation, seed, reader));
        } catch (UnavailableException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            LOG.warn("{}", e.getMessage());
            return Optional.empty();
        }
    }

    /** What a role answers, read and checked; refused after three attempts that were no use. */
    <T> T needed(
            String role,
            String model,
            String system,
            Map<String, @Nullable Object> situation,
            long seed,
            Function<Map<String, @Nullable Object>, T> reader) {
        String wrong = "";
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                String prompt =
                        Json.write(situation) + (wrong.isEmpty() ? "" : "\n\nYour last answer was refused: " + wrong);
                Answer answer = ask(agent(role, model), system, prompt, seed + attempt - 1);
                tokens.addAndGet(answer.tokensIn() + (long) answer.tokensOut());
                return reader.apply(Json.parseObject(bare(String.valueOf(answer.content()))));
            } catch (StoaException | IllegalArgumentException | IllegalStateException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                wrong = String.valueOf(e.getMessage());
            }
        }
        throw new UnavailableException(
                "unavailable",
                "the role " + role + " gave no usable answer in " + ATTEMPTS + " attempts: " + wrong,
                "see the provider");
    }

    /** A reply without the fence that models like to put around JSON. */
    static String bare(String content) {
        String text = content.strip();
        if (text.startsWith("```") && text.endsWith("```") && text.length() > 6) {
            int line = text.indexOf('\n');
            return line < 0 ? text : text.substring(line + 1, text.length() - 3).strip();
        }
        return text;
    }
}
