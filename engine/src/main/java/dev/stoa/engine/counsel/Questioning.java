package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.counsel.assertion.AnswerChecked;
import dev.stoa.counsel.assertion.Assertions;
import dev.stoa.counsel.assertion.CheckContext;
import dev.stoa.counsel.assertion.Policy;
import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.run.ParsedAnswer;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Answer;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Calls;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the calls of asks: a prompt, a reply, its checks, and another try where a check blocks. Thread-safe. */
final class Questioning {
    private static final long NANOS_PER_MS = 1_000_000;
    private static final int MOST_BYTES = 1_000_000;

    private final Calls calls;
    private final Assertions assertions;
    private final Duration limit;

    Questioning(Calls calls, Assertions assertions, Duration limit) {
        this.calls = calls;
        this.assertions = assertions;
        this.limit = limit;
    }

    /**
     * Asks for an answer until it passes the checks of a field, or may not be asked for again.
     *
     * @param json whether it must be JSON
     * @param left how much time the whole ask has
     */
    Turn answer(
            Principal by,
            AgentSpec agent,
            Prompt prompt,
            Asked asked,
            Field governing,
            boolean json,
            List<Lesson> lessons,
            Manner manner,
            Duration left)
            throws InterruptedException {
        Policy policy = policy(by, governing, json);
        long start = System.nanoTime();
        Turn last = call(agent, prompt.system(), prompt.body(), asked, manner, 1, left);
        int retries = 0;
        long in = last.tokensIn();
        long out = last.tokensOut();
        double first = last.latencyMs();
        while (last.raw() != null) {
            String text = ParsedAnswer.read(last.raw(), last.truncated()).text();
            PolicyResult checked = check(by, governing, json, text, asked.question(), lessons, retries);
            List<String> blocking = checked.blockingFailed();
            Duration rest = left.minusNanos(System.nanoTime() - start);
            boolean again =
                    !blocking.isEmpty() && retries < policy.maxRetries() && !rest.isNegative() && !rest.isZero();
            String unfit = blocking.isEmpty() ? unfit(text) : null;
            if (unfit != null) {
                return new Turn(RunStatus.ERROR, null, false, unfit, first, ms(start), in, out, null);
            }
            if (!again) {
                return new Turn(
                        blocking.isEmpty() ? RunStatus.OK : RunStatus.BLOCKED,
                        last.raw(),
                        last.truncated(),
                        blocking.isEmpty() ? null : "blocked by " + String.join(", ", blocking),
                        first,
                        ms(start),
                        in,
                        out,
                        checked);
            }
            retries++;
            Turn next = call(
                    agent,
                    prompt.system(),
                    Prompts.again(prompt.body(), checked.retryMessage()),
                    asked,
                    manner,
                    retries + 1,
                    rest);
            in += next.tokensIn();
            out += next.tokensOut();
            if (next.raw() == null) {
                // What was said before stays what was said, and it was not good enough.
                return new Turn(
                        RunStatus.BLOCKED,
                        last.raw(),
                        last.truncated(),
                        "blocked by " + String.join(", ", blocking),
                        first,
                        ms(start),
                        in,
                        out,
                        checked);
            }
            last = next;
        }
        return last;
    }

    /** Why a text cannot be the content of a message, also where its policy allows it; null if it can. */
    private static @Nullable String unfit(String text) {
        if (text.isBlank()) {
            return "the reply holds no answer";
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        return bytes > MOST_BYTES ? "the answer has " + bytes + " bytes; a message has at most " + MOST_BYTES : null;
    }

    /** Asks once. */
    Turn once(AgentSpec agent, Prompt prompt, Asked asked, Duration left) throws InterruptedException {
        return call(agent, prompt.system(), prompt.body(), asked, Manner.USUAL, 1, left);
    }

    private Turn call(
            AgentSpec agent, String system, String body, Asked asked, Manner manner, int attempt, Duration left)
            throws InterruptedException {
        if (left.isNegative() || left.isZero()) {
            return Turn.outOfTime(0);
        }
        Duration timeout = left.compareTo(limit) < 0 ? left : limit;
        long start = System.nanoTime();
        Answer answer = calls.call(
                agent,
                Call.of(agent.name(), body, ReplyKind.POSITION, manner.callSeed(), timeout)
                        .params(manner.params())
                        .system(system)
                        .situation(asked)
                        .again(body, attempt));
        double ms = ms(start);
        String content = answer.content();
        return new Turn(
                status(answer),
                answer.ok() ? content : null,
                answer.truncated(),
                answer.error(),
                ms,
                ms,
                answer.tokensIn(),
                answer.tokensOut(),
                null);
    }

    private static RunStatus status(Answer answer) {
        return switch (answer.status()) {
            case OK -> RunStatus.OK;
            case ERROR -> RunStatus.ERROR;
            case TIMEOUT -> RunStatus.TIMEOUT;
        };
    }

    private static double ms(long start) {
        return (double) (System.nanoTime() - start) / NANOS_PER_MS;
    }

    private Policy policy(Principal by, Field governing, boolean json) {
        Policy policy = assertions.policy(by, governing.name());
        return json ? policy.json() : policy;
    }

    /** Checks an answer by the policy of a field. */
    PolicyResult check(
            Principal by,
            Field governing,
            boolean json,
            String text,
            String question,
            List<Lesson> lessons,
            int retries) {
        List<CheckContext.AppliedCorrection> applied = lessons.stream()
                .map(lesson -> new CheckContext.AppliedCorrection(lesson.id(), lesson.claim(), lesson.rejected()))
                .toList();
        return assertions.evaluate(
                by, policy(by, governing, json), text, new CheckContext(question, governing.name(), applied), retries);
    }

    /** How the checks of an answer went that is stored; empty if that is not. */
    Optional<PolicyResult> stored(Principal by, Field governing, boolean json, String query, String specialist) {
        return assertions.stored(by, policy(by, governing, json), query, specialist);
    }

    /** Stores how the checks of an answer went. */
    void store(Tx tx, Query query, String specialist, PolicyResult checked, Instant now) {
        assertions.store(
                tx, new AnswerChecked(query.sessionId(), query.queryId(), specialist, query.field()), checked, now);
    }
}
