package dev.stoa.engine.counsel;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.run.Query;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Pause;
import dev.stoa.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the authors of answers debate them. Thread-safe. The debate of a query is the same however often it is begun. */
final class Debating {
    private static final Logger LOG = LoggerFactory.getLogger(Debating.class);
    private static final int LONGEST_TOPIC = 20_000;
    private static final int LONGEST_DRAFT = 8_000;
    private static final int ROUNDS = 2;
    private static final int MOST_DOCUMENTS = 200;

    private static final Duration SHORTEST = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private final DebateEngine engine;
    private final Pause pause;
    private final boolean sealed;

    /**
     * What lets authors debate.
     *
     * @param sealed whether the texts of conversations are sealed: a debate keeps question and answers as they are, so
     *     that none is held then
     */
    Debating(DebateEngine engine, Pause pause, boolean sealed) {
        this.engine = engine;
        this.pause = pause;
        this.sealed = sealed;
    }

    /**
     * What a debate agreed on. Immutable.
     *
     * @param agreement the part of all weight behind it
     */
    record Agreed(String answer, double agreement, double confidence) {}

    /** An author with its answer. */
    record Author(AgentSpec agent, String answer, double confidence) {}

    /** Creates the debate of a query, or finds it; null if it cannot be held. */
    @Nullable
    String create(Principal by, Query query, String question, String domain, List<Author> authors, Duration left) {
        if (sealed) {
            LOG.info("no debate about query {}: debates are not sealed", query.queryId());
            return null;
        }
        DebateRequest request = DebateRequest.on(Excerpt.of(question, LONGEST_TOPIC))
                .preset(Preset.LADDER)
                .rounds(ROUNDS)
                .set(
                        "agents",
                        authors.stream()
                                .map(author -> author.agent().document())
                                .toList())
                .set(
                        "drafts",
                        authors.stream()
                                .map(author -> Json.object(
                                        "agent",
                                        author.agent().name(),
                                        "answer",
                                        Excerpt.of(author.answer(), LONGEST_DRAFT),
                                        "confidence",
                                        author.confidence()))
                                .toList())
                .set("domain", domain)
                // Drawn from the id, so that the same request is made again after a crash.
                .set("seed", Integer.toUnsignedLong(query.queryId().hashCode()))
                .set("timeout_s", Math.max(SHORTEST.toSeconds(), left.toSeconds()))
                .set(
                        "evidence",
                        query.panel().documents().stream().limit(MOST_DOCUMENTS).toList())
                .idempotencyKey("ask:" + query.queryId());
        try {
            return engine.create(request, by.name()).id();
        } catch (StoaException e) {
            LOG.warn("no debate about query {}: {}", query.queryId(), e.getMessage());
            return null;
        }
    }

    /**
     * Holds a debate to its end, or finds how it ended; null if it did not agree. One that another process holds, or held
     * when it died, is waited for.
     */
    @Nullable
    Agreed hold(String session, Duration most) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            DebateSession held = engine.find(session);
            if (held.status().isTerminal()) {
                return agreed(held);
            }
            try {
                return agreed(engine.resume(session, DebateListener.NONE));
            } catch (ConflictException e) {
                if (most.minusNanos(System.nanoTime() - start).isNegative()) {
                    throw e;
                }
                pause.of(LOOK_AGAIN);
            }
        }
    }

    /** What a debate that is over agreed on. */
    @Nullable
    Agreed find(String session) {
        return agreed(engine.find(session));
    }

    private static @Nullable Agreed agreed(DebateSession held) {
        Map<String, @Nullable Object> outcome = held.row().outcome();
        boolean agreed = held.status() == SessionRow.Status.COMPLETED
                && "agreed".equals(outcome.get("decision"))
                && outcome.get("answer") instanceof String;
        return agreed
                ? new Agreed(
                        String.valueOf(outcome.get("answer")),
                        real(outcome.get("consensus")),
                        real(outcome.get("confidence")))
                : null;
    }

    /** Whether a debate that is over did not come to its end. */
    boolean failed(String session) {
        return engine.find(session).status() != SessionRow.Status.COMPLETED;
    }

    private static double real(@Nullable Object value) {
        return value instanceof Number number ? Math.max(0, Math.min(1, number.doubleValue())) : 0;
    }
}
