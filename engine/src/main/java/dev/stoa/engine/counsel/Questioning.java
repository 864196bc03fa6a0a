package dev.stoa.engine.counsel;

import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.counsel.run.Said;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Answer;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.Calls;
import java.time.Duration;
import java.util.List;

/** Makes the calls of asks: a prompt, a reply, its checks, and another try where a check blocks. Thread-safe. */
final class Questioning {
    private static final long NANOS_PER_MS = 1_000_000;

    private final Calls calls;
    private final Checks checks;
    private final Duration limit;

    Questioning(Calls calls, Checks checks, Duration limit) {
        this.calls = calls;
        this.checks = checks;
        this.limit = limit;
    }

    /**
     * Asks for an answer until it passes the checks of a field, or may not be asked for again.
     *
     * @param left how much time the whole ask has
     */
    Turn answer(
            AgentSpec agent, Prompt prompt, Asked asked, Field governing, List<Lesson> lessons, Duration left)
            throws InterruptedException {
        long start = System.nanoTime();
        Turn last = call(agent, prompt.system(), prompt.body(), asked, 1, left);
        int retries = 0;
        long in = last.tokensIn();
        long out = last.tokensOut();
        double first = last.latencyMs();
        while (last.raw() != null) {
            String text = Said.read(last.raw(), last.truncated()).text();
            Checks.Checked checked =
                    checks.check(governing, text, asked.question(), lessons).after(retries);
            List<Checks.Result> blocking = checked.blocking();
            Duration rest = left.minusNanos(System.nanoTime() - start);
            boolean again = !blocking.isEmpty()
                    && retries < checks.retries(governing)
                    && !rest.isNegative()
                    && !rest.isZero();
            if (!again) {
                return new Turn(
                        blocking.isEmpty() ? RunStatus.OK : RunStatus.BLOCKED,
                        last.raw(),
                        last.truncated(),
                        blocking.isEmpty() ? null : "blocked by " + names(blocking),
                        first,
                        ms(start),
                        in,
                        out,
                        checked);
            }
            retries++;
            Turn next = call(agent, prompt.system(), Prompts.again(prompt.body(), blocking), asked, retries + 1, rest);
            in += next.tokensIn();
            out += next.tokensOut();
            if (next.raw() == null) {
                // What was said before stays what was said, and it was not good enough.
                return new Turn(
                        RunStatus.BLOCKED,
                        last.raw(),
                        last.truncated(),
                        "blocked by " + names(blocking),
                        first,
                        ms(start),
                        in,
                        out,
                        checked.after(retries));
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

    private static String names(List<Checks.Result> failed) {
        return String.join(", ", failed.stream().map(Checks.Result::name).toList());
    }

    private static double ms(long start) {
        return (double) (System.nanoTime() - start) / NANOS_PER_MS;
    }

    /** Checks an answer that was stored before. */
    Checks.Checked check(Field governing, String text, String question, List<Lesson> lessons) {
        return checks.check(governing, text, question, lessons);
    }

    /** Where the results of checks are kept. */
    Checks checks() {
        return checks;
    }

}
