package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.ParsedAnswer;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.QueryState;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.RunDraft;
import dev.stoa.engine.counsel.AskListener.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One ask while a process works on it: for whom, since when, and what was read for it. For one thread. */
final class CurrentAsk {
    private final AskTools tools;
    private final Principal by;
    private final String id;
    private final @Nullable String system;
    private final AskListener listener;
    private final long started = System.nanoTime();

    private Lessons.@Nullable Block found;
    private final Map<String, PolicyResult> checked = new HashMap<>();

    /**
     * The ask of a query.
     *
     * @param system a text that leads every prompt and is not stored; null if there is none
     */
    CurrentAsk(AskTools tools, Principal by, String id, @Nullable String system, AskListener listener) {
        this.tools = tools;
        this.by = by;
        this.id = id;
        this.system = system;
        this.listener = listener;
    }

    AskTools tools() {
        return tools;
    }

    Principal by() {
        return by;
    }

    String id() {
        return id;
    }

    /** A text that leads every prompt; null if there is none, or if another process was asked. */
    @Nullable
    String system() {
        return system;
    }

    Queries queries() {
        return tools.queries();
    }

    /** How much of the time limit is left. */
    Duration left() {
        return tools.limit().minusNanos(System.nanoTime() - started);
    }

    void told(Step step, Query query) {
        listener.stored(step, query);
    }

    void move(QueryState from, QueryState to, Step step) {
        told(step, queries().move(by, id, from, to, null, null));
    }

    static String text(Message message) {
        return Objects.requireNonNullElse(message.content(), "");
    }

    static String field(Query query) {
        return Objects.requireNonNullElse(query.field(), Fields.GENERAL);
    }

    /** A fault in finding out who is asked, and with what, ends the query: no call has been made yet. */
    <T> T orFail(Callable<T> part) {
        try {
            return part.call();
        } catch (StoaException e) {
            queries().end(by, id, QueryState.FAILED, e.code(), e.getMessage());
            throw e;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The corrections of the question, looked for once. */
    Lessons.Block lessons(Queries.Progress at) {
        if (found == null) {
            found = tools.lessons().find(by, text(at.question()), at.query().conversationId(), null, field(at.query()));
        }
        return found;
    }

    /** By how much corrections were ranked, as far as this process looked for them. */
    Map<String, Double> included() {
        Map<String, Double> included = new HashMap<>();
        if (found != null) {
            for (Lesson lesson : found.lessons()) {
                if (lesson.include() != null) {
                    included.put(lesson.id(), lesson.include());
                }
            }
        }
        return included;
    }

    Decision decision(Queries.Progress at) {
        return Decision.of(at.query(), tools.fields(), at.runs(), tools.arbiter(), run -> checked(at, run));
    }

    /** How the checks of an answer went; those of one that another process got are read, and made only if missing. */
    private PolicyResult checked(Queries.Progress at, Run run) {
        return checked.computeIfAbsent(
                run.specialist(),
                name -> tools.questioning()
                        .stored(by, governing(at), at.query().panel().json(), id, name)
                        .orElseGet(() -> check(
                                at,
                                ParsedAnswer.read(Objects.requireNonNullElse(run.raw(), ""), false)
                                        .text(),
                                run.corrections())));
    }

    private Field governing(Queries.Progress at) {
        return Distribution.of(tools.fields(), at.query().distribution()).governing();
    }

    /** How the checks of an answer that a debate agreed on go. */
    PolicyResult check(Queries.Progress at, String answer) {
        return check(at, answer, decision(at).winner().run().corrections());
    }

    private PolicyResult check(Queries.Progress at, String answer, List<String> corrections) {
        return tools.questioning()
                .check(
                        by,
                        governing(at),
                        at.query().panel().json(),
                        answer,
                        text(at.question()),
                        tools.lessons().get(by, corrections),
                        0);
    }

    /**
     * Stores a call that has ended.
     *
     * @param results how the checks of its answer went; null if none were made
     */
    void store(RunDraft draft, Query query, @Nullable PolicyResult results, Queries.Also also, Step step) {
        Field domain = tools.fields().get(field(query));
        boolean first = queries().store(by, id, domain, draft, also);
        // If another process stored its call first, that reply counts, and these checks are of another one.
        if (first && results != null) {
            checked.put(draft.specialist(), results);
        }
        told(step, query);
    }

    /** What is done with a call that has ended. */
    interface Ended<T> {
        void accept(T one, Turn turn);
    }

    /** Makes calls at the same time and takes how they ended in their order. */
    <T> void together(List<T> due, List<Callable<Turn>> calls, Ended<T> ended) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Turn>> futures = new ArrayList<>();
            for (Callable<Turn> call : calls) {
                futures.add(threads.submit(call));
            }
            try {
                for (int i = 0; i < due.size(); i++) {
                    ended.accept(due.get(i), awaited(futures.get(i)));
                }
            } finally {
                // Nothing, unless time is over or a store failed: then the others are not waited for.
                futures.forEach(future -> future.cancel(true));
            }
        }
    }

    private Turn awaited(Future<Turn> future) throws InterruptedException {
        try {
            return future.get(Math.max(0, left().toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            future.cancel(true);
            return Turn.outOfTime(tools.limit().toNanos() / 1e6);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoaException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
