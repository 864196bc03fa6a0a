package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.counsel.assertion.AnswerChecked;
import dev.stoa.counsel.assertion.Assertions;
import dev.stoa.counsel.assertion.CheckContext;
import dev.stoa.counsel.assertion.Policy;
import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.counsel.run.Said;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Answer;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Calls;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Makes the calls of asks: a prompt, a reply, its checks, and another try where a check blocks. Thread-safe. */
final class Questioning {
    private static final long NANOS_PER_MS = 1_000_000;

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
     * @param left how much time the whole ask has
     */
    Turn answer(
            Principal by,
            AgentSpec agent,
            Prompt prompt,
            Asked asked,
            Field governing,
            List<Lesson> lessons,
            Duration left)
            throws InterruptedException {
        Policy policy = assertions.policy(by, governing.name());
        long start = System.nanoTime();
        Turn last = call(agent, prompt.system(), prompt.body(), asked, 1, left);
        int retries = 0;
        long in = last.tokensIn();
        long out = last.tokensOut();
        double first = last.latencyMs();
        while (last.raw() != null) {
            String text = Said.read(last.raw(), last.truncated()).text();
            PolicyResult checked = check(by, governing, text, asked.question(), lessons, retries);
            List<String> blocking = checked.blockingFailed();
            Duration rest = left.minusNanos(System.nanoTime() - start);
            boolean again =
                    !blocking.isEmpty() && retries < policy.maxRetries() && !rest.isNegative() && !rest.isZero();
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

    /** Asks once. */
    Turn once(AgentSpec agent, Prompt prompt, Asked asked, Duration left) throws InterruptedException {
        return call(agent, prompt.system(), prompt.body(), asked, 1, left);
    }

    private Turn call(AgentSpec agent, String system, String body, Asked asked, int attempt, Duration left)
            throws InterruptedException {
        if (left.isNegative() || left.isZero()) {
            return Turn.outOfTime(0);
        }
        Duration timeout = left.compareTo(limit) < 0 ? left : limit;
        long start = System.nanoTime();
        Answer answer = calls.call(
                agent,
                Call.of(agent.name(), body, ReplyKind.POSITION, 0, timeout)
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

    /** Checks an answer by the policy of a field. */
    PolicyResult check(Principal by, Field governing, String text, String question, List<Lesson> lessons, int retries) {
        List<CheckContext.AppliedCorrection> applied = lessons.stream()
                .map(lesson -> new CheckContext.AppliedCorrection(lesson.id(), lesson.claim(), lesson.rejected()))
                .toList();
        return assertions.evaluate(
                by,
                assertions.policy(by, governing.name()),
                text,
                new CheckContext(question, governing.name(), applied),
                retries);
    }

    /** Stores how the checks of an answer went. */
    void store(Tx tx, Query query, String specialist, PolicyResult checked, Instant now) {
        assertions.store(
                tx, new AnswerChecked(query.sessionId(), query.queryId(), specialist, query.field()), checked, now);
    }
}
