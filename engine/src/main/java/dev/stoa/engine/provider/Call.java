package dev.stoa.engine.provider;

import dev.stoa.debate.rules.reply.ReplyKind;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One question to a provider. Immutable.
 *
 * @param agent the name of the seat that is asked
 * @param model the model of the provider; may be empty
 * @param prompt the whole prompt
 * @param system the text that stands before it as the system's; null if there is none
 * @param kind what is asked for
 * @param schema the JSON schema of the reply; null for free text
 * @param situation what the prompt says in structured form, for providers that do not read; null for those that do
 * @param seed the seed of this call
 * @param attempt the number of the try, from 1
 * @param timeout how long an answer is waited for
 * @param params the parameters of the agent
 */
public record Call(
        String agent,
        String model,
        String prompt,
        @Nullable String system,
        ReplyKind kind,
        @Nullable Map<String, @Nullable Object> schema,
        @Nullable Object situation,
        long seed,
        int attempt,
        Duration timeout,
        Map<String, String> params) {
    public Call {
        params = Map.copyOf(params);
    }

    /** A first call of a prompt, with nothing that can be left out. */
    public static Call of(String agent, String prompt, ReplyKind kind, long seed, Duration timeout) {
        return new Call(agent, "", prompt, null, kind, null, null, seed, 1, timeout, Map.of());
    }

    /** This call with a system text. */
    public Call system(@Nullable String text) {
        return new Call(agent, model, prompt, text, kind, schema, situation, seed, attempt, timeout, params);
    }

    /** This call with what its agent is told before the system text; nothing changes where that is null. */
    Call told(@Nullable String before) {
        return before == null ? this : system(system == null ? before : before + "\n\n" + system);
    }

    /** This call with parameters, which those of the agent go before. */
    public Call params(Map<String, String> usual) {
        return new Call(agent, model, prompt, system, kind, schema, situation, seed, attempt, timeout, usual);
    }

    /** This call with a schema for the reply. */
    public Call schema(@Nullable Map<String, @Nullable Object> wanted) {
        return new Call(agent, model, prompt, system, kind, wanted, situation, seed, attempt, timeout, params);
    }

    /** This call with the structured form of its prompt. */
    public Call situation(@Nullable Object structured) {
        return new Call(agent, model, prompt, system, kind, schema, structured, seed, attempt, timeout, params);
    }

    /** This call with another prompt, whose tries are counted from a number. */
    public Call again(String text, int number) {
        return new Call(agent, model, text, system, kind, schema, situation, seed, number, timeout, params);
    }

    /** This call as a target gets it. */
    Call to(Target target, int number, Duration remaining) {
        TreeMap<String, String> all = new TreeMap<>(params);
        all.putAll(target.params());
        return new Call(agent, target.model(), prompt, system, kind, schema, situation, seed, number, remaining, all);
    }
}
