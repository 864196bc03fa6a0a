package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.counsel.run.Query;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.counsel.AskAnswer;
import dev.stoa.engine.counsel.AskListener;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.storage.Ids;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Questions that this server answers, each on a thread of its own. Thread-safe. */
public final class AskWork {
    private static final Logger LOG = LoggerFactory.getLogger(AskWork.class);

    private final Stoa stoa;
    private final Engines engines;
    private final Places places;
    private final Ids ids = Ids.system();
    private final Map<String, Asking> going = new ConcurrentHashMap<>();

    AskWork(Stoa stoa, Engines engines, Places places) {
        this.stoa = stoa;
        this.engines = engines;
        this.places = places;
    }

    /** A question that is being answered. Thread-safe. */
    public static final class Asking {
        private final CompletableFuture<Query> stored = new CompletableFuture<>();
        private final CompletableFuture<AskAnswer> answered = new CompletableFuture<>();
        private final boolean replayed;

        private Asking(boolean replayed) {
            this.replayed = replayed;
        }

        /** Whether it was asked before under the same key. */
        public boolean replayed() {
            return replayed;
        }

        /** Waits until the question is stored. */
        public Query stored() throws InterruptedException {
            return Results.of(stored);
        }

        /** Waits for the answer. */
        public AskAnswer answer() throws InterruptedException {
            return Results.of(answered);
        }

        /** Waits for the answer no longer than a time; empty if there is none yet. */
        public Optional<AskAnswer> answer(Duration most) throws InterruptedException {
            return Results.of(answered, most);
        }

        private void fail(Throwable cause, Runnable refused) {
            if (!stored.isDone()) {
                refused.run();
            }
            stored.completeExceptionally(cause);
            answered.completeExceptionally(cause);
        }

        /** The same question, asked again. */
        private Asking again() {
            Asking again = new Asking(true);
            var unusedQuery = stored.whenComplete((query, failed) -> {
                if (failed == null) {
                    again.stored.complete(query);
                } else {
                    again.stored.completeExceptionally(failed);
                }
            });
            var unusedAnswer = answered.whenComplete((answer, failed) -> {
                if (failed == null) {
                    again.answered.complete(answer);
                } else {
                    again.answered.completeExceptionally(failed);
                }
            });
            return again;
        }
    }

    /**
     * Asks a question, or joins the one that was asked under the same key. Without a place nothing is stored.
     *
     * @param key the key with its request; null if it has none
     */
    public Asking ask(Principal by, AskRequest asked, IdempotencyKeys.@Nullable Keyed key) {
        return ask(by, asked, key, AskListener.NONE);
    }

    /** The same, with an observer of a question that is asked now, which the thread that answers it tells. */
    public Asking ask(Principal by, AskRequest asked, IdempotencyKeys.@Nullable Keyed key, AskListener listener) {
        String known = key == null ? null : stoa.counsel().reserved(by, key).orElse(null);
        if (known != null) {
            Asking first = going.get(known);
            if (first != null) {
                return first.again();
            }
            if (isOver(by, known)) {
                Asking again = new Asking(true);
                run(by, asked.as(known), known, again, listener, () -> {});
                return again;
            }
        }
        try (Places.Place place = places.take()) {
            KeyedWrite.Replayable<String> id = key == null
                    ? new KeyedWrite.Replayable<>(ids.next(), false)
                    : stoa.counsel().reserve(by, key, ids.next());
            Asking mine = new Asking(id.replayed());
            Asking first = going.putIfAbsent(id.value(), mine);
            if (first != null) {
                return first.again();
            }
            Runnable refused = key == null || id.replayed() ? () -> {} : () -> release(by, key, id.value());
            try {
                place.start(
                        "stoa-ask-" + id.value(),
                        () -> run(by, asked.as(id.value()), id.value(), mine, listener, refused));
            } catch (RuntimeException | Error e) {
                going.remove(id.value(), mine);
                refused.run();
                throw e;
            }
            return mine;
        }
    }

    /** Gives a key back that was kept for a question which is not stored. */
    private void release(Principal by, IdempotencyKeys.Keyed key, String id) {
        try {
            stoa.counsel().release(by, key, id);
        } catch (StoaException e) {
            LOG.warn("the key of query {} was not given back: {}", id, e.getMessage());
        }
    }

    /** Whether nothing is left to be done for a query, so that it needs no place. */
    private boolean isOver(Principal by, String id) {
        try {
            // A token that may only ask is answered from its own conversation.
            return stoa.counsel().queries().get(by.with(Right.READ), id).state().isOver();
        } catch (NotFoundException e) {
            return false;
        }
    }

    /** Asks and tells what came of it; what is to be undone for a question that is not stored is undone before. */
    private void run(
            Principal by, AskRequest request, String id, Asking asking, AskListener listener, Runnable refused) {
        try {
            AskAnswer answer = engines.answers().ask(by, request, (step, query) -> {
                asking.stored.complete(query);
                listener.stored(step, query);
            });
            asking.stored.complete(answer.query());
            asking.answered.complete(answer);
            going.remove(id, asking);
            if (!asking.replayed()) {
                compare(by, answer);
            }
        } catch (InterruptedException e) {
            asking.fail(
                    new UnavailableException(
                            "draining",
                            "the server is stopping; the question is kept",
                            "ask for query " + id + " later"),
                    refused);
        } catch (RuntimeException e) {
            asking.fail(e, refused);
        } catch (Error e) {
            asking.fail(e, refused);
            throw e;
        } finally {
            going.remove(id, asking);
        }
    }

    /** The answer is given: what goes wrong afterwards does not change it. */
    private void compare(Principal by, AskAnswer answer) throws InterruptedException {
        try {
            engines.answers().shadow(by, answer.query().queryId());
        } catch (StoaException e) {
            LOG.warn("no shadow was compared for query {}: {}", answer.query().queryId(), e.getMessage());
        }
    }
}
