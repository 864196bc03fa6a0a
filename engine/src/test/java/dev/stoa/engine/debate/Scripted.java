package dev.stoa.engine.debate;

import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimVoice;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Reply;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A provider whose lines a test writes. Thread-safe. Where nothing is written it speaks as a simulated agent does; it
 * remembers every call, and can keep callers waiting until the test lets go.
 */
public final class Scripted implements Provider {
    /** What it says; null leaves the answer to the simulation. */
    @FunctionalInterface
    public interface Line {
        @Nullable
        String of(Situation situation, Call call) throws CallFailure;
    }

    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final Semaphore waiting = new Semaphore(0);
    private volatile Line line = (situation, call) -> null;
    private volatile Predicate<Situation> held = situation -> false;
    private volatile CountDownLatch letGo = new CountDownLatch(1);
    private volatile @Nullable Integer tokens;

    /** Lets it say what a function answers. */
    public Scripted says(Line newLine) {
        line = newLine;
        return this;
    }

    /** Lets calls of these situations wait for {@link #letGo}, or for an interrupt. */
    public Scripted holds(Predicate<Situation> which) {
        letGo = new CountDownLatch(1);
        held = which;
        return this;
    }

    /** Lets it count that many tokens for every prompt and every reply. */
    public Scripted counts(int each) {
        tokens = each;
        return this;
    }

    /** Lets everybody go who waits now or will. */
    public void letGo() {
        held = situation -> false;
        letGo.countDown();
    }

    /** Waits until so many more calls are held. */
    public void awaitHeld(int callers) throws InterruptedException {
        if (!waiting.tryAcquire(callers, 30, TimeUnit.SECONDS)) {
            throw new AssertionError("fewer than " + callers + " calls came");
        }
    }

    /** Every call so far. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }

    /** The prompts of a kind of call, system texts included. */
    public List<String> prompts(ReplyKind kind) {
        return calls.stream()
                .filter(call -> call.kind() == kind)
                .map(call -> call.system() + "\n" + call.prompt())
                .toList();
    }

    /** How many waiting calls were interrupted. */
    public int interrupted() {
        return interrupted.get();
    }

    /** What was said, as a model would write it. */
    public static String text(ParsedReply said) {
        return Json.canonical(said.document());
    }

    /** A position with an answer. */
    public static String answer(String answer, double confidence) {
        return text(ParsedReply.Position.answering(answer, confidence));
    }

    @Override
    public Reply call(Call call) throws CallFailure, InterruptedException {
        Situation situation = (Situation) Objects.requireNonNull(call.situation());
        calls.add(call);
        if (held.test(situation)) {
            waiting.release();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        }
        String said = line.of(situation, call);
        if (said == null) {
            said = text(SimVoice.answer(
                            situation, SimVoice.rules(situation.config()), SimParams.parse(call.agent(), call.params()))
                    .said());
        }
        return new Reply(said, tokens, tokens, null);
    }
}
