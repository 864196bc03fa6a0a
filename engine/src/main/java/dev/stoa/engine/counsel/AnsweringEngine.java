package dev.stoa.engine.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.run.Arbiter;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.QueryDraft;
import dev.stoa.counsel.run.Routing;
import dev.stoa.counsel.run.Similarity;
import dev.stoa.engine.AskSettings;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.Pause;
import dev.stoa.engine.provider.Providers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers people with many models, and keeps the proof. Thread-safe: asks may overlap, each held by the thread that asks.
 *
 * <p>Every step is stored before the next begins. An ask that was interrupted, by a crash or otherwise, is taken up
 * again where it stopped by {@link #resume}; what was done is not done again.
 */
public final class AnsweringEngine {
    private final Stoa stoa;
    private final AskTools tools;

    private AnsweringEngine(Stoa stoa, AskTools tools) {
        this.stoa = stoa;
        this.tools = tools;
    }

    /**
     * An engine over the stores of a data directory.
     *
     * @param providers the models and programs that answer, besides those that need neither a key nor a network
     * @param debates what holds the debates between authors of answers
     */
    public static AnsweringEngine over(Stoa stoa, Providers providers, DebateEngine debates, InstantSource clock) {
        Providers all = Voices.with(providers, stoa);
        Calls calls = Calls.over(all, stoa.learning().breakers(), clock);
        return new AnsweringEngine(
                stoa,
                new AskTools(
                        stoa.counsel().queries(),
                        Routing.over(stoa.counsel().fields(), stoa.embedder()),
                        new Seats(stoa, all, clock),
                        new Threads(
                                stoa.counsel().contextBackups(), stoa.counsel().queries(), all, calls),
                        new StoredLessons(stoa.counsel().corrections()),
                        new Questioning(
                                calls,
                                stoa.counsel().assertions(),
                                stoa.config().get(AskSettings.CALL_TIMEOUT)),
                        Arbiter.by(Similarity.by(stoa.embedder())),
                        new Debating(debates, Pause.real()),
                        stoa.config().get(AskSettings.TIMEOUT)));
    }

    /** What would be asked of whom. Writes nothing and calls nobody. */
    public Plan plan(Principal by, AskRequest request) {
        Rights.need(by, Right.READ, "ask");
        String conversation = request.conversationId();
        long seq = conversation == null
                ? 1
                : stoa.counsel().conversations().get(by, conversation).messageCount() + 1;
        String session = request.sessionId() == null ? conversation : request.sessionId();
        Distribution fields = tools.distribution(by, request.question(), request.field(), session);
        Lessons.Block lessons = tools.lessons()
                .find(
                        by,
                        request.question(),
                        conversation,
                        request.projectId(),
                        fields.domain().name());
        Panel panel = tools.seats()
                .choose(
                        by,
                        tools.queries(),
                        request.question(),
                        request.level(),
                        fields,
                        wanted(request),
                        lessons.lessons());
        List<Map<String, @Nullable Object>> prompts = new ArrayList<>();
        for (Panel.Member member : panel.members()) {
            prompts.add(tools.prompt(by, conversation, seq, request.question(), member, lessons, request.system())
                    .document());
        }
        return new Plan(fields.domain().name(), fields.named(), panel.members(), prompts);
    }

    /** A token that may only ask still has its question answered from its own conversation. */
    private static Principal reading(Principal asking) {
        Rights.need(asking, Right.ASK, "ask");
        return asking.with(Right.READ);
    }

    private static Panel wanted(AskRequest request) {
        return Panel.wanted(request.agents(), request.field(), request.documents(), request.debate());
    }

    /**
     * Answers a question.
     *
     * @throws InterruptedException if the thread was interrupted; the ask can be resumed
     */
    public AskAnswer ask(Principal asking, AskRequest request, AskListener listener) throws InterruptedException {
        Principal by = reading(asking);
        // What is wrong with the request is said before anything is stored.
        tools.seats().check(request.agents());
        if (request.field() != null) {
            tools.fields().get(request.field());
        }
        tools.queries().expire(by);
        String conversation = request.conversationId();
        if (conversation != null) {
            tools.threads().writeDue(by, conversation);
        }
        Query query = tools.queries()
                .receive(
                        by,
                        new QueryDraft(
                                request.queryId(),
                                request.question(),
                                request.level(),
                                conversation,
                                request.projectId(),
                                request.sessionId(),
                                wanted(request)),
                        (tx, received, now) -> {
                            if (conversation != null) {
                                tools.lessons().heard(tx, by, received.questionId(), now);
                            }
                        });
        listener.stored(AskListener.Step.RECEIVED, query);
        return run(by, query.queryId(), request.system(), listener);
    }

    /** Goes on with a query that was interrupted; one that is answered is shown again. */
    public AskAnswer resume(Principal asking, String queryId, AskListener listener) throws InterruptedException {
        return run(reading(asking), queryId, null, listener);
    }

    private AskAnswer run(Principal by, String query, @Nullable String system, AskListener listener)
            throws InterruptedException {
        AskRun run = new AskRun(tools, by, query, system, listener);
        Queries.Done done = run.run();
        try {
            tools.threads().writeDue(by, done.query().conversationId());
        } catch (StoaException e) {
            // The answer is stored; the note is written before the next question.
            AskTools.LOG.warn("no note in conversation {}: {}", done.query().conversationId(), e.getMessage());
        }
        return AskDocument.of(tools, by, done, run.included());
    }

    /**
     * Puts an answered question to the shadows of the specialists that took part, and scores both. Meant to be called
     * after the answer was given; what fails is scored as a failure, and a query is scored once.
     *
     * @return how many shadows were scored
     */
    public int shadow(Principal asking, String queryId) throws InterruptedException {
        return new Shadowing(tools, stoa.counsel().specialists()).score(reading(asking), queryId);
    }

    /** What is shown of a query: its answer, or how far it has got. */
    public Map<String, @Nullable Object> show(Principal by, String queryId) {
        return tools.queries()
                .answered(by, queryId)
                .map(done -> AskDocument.of(tools, by, done, Map.of()).document())
                .orElseGet(() -> tools.queries().get(by, queryId).document());
    }

    /**
     * Goes on with all queries that were interrupted, and ends those that were interrupted too long ago. What fails stops
     * no other.
     *
     * @return how many have an answer now
     */
    public int recover(Principal by) throws InterruptedException {
        tools.queries().expire(by);
        int answered = 0;
        for (Query query : tools.queries().open(by)) {
            try {
                resume(by, query.queryId(), AskListener.NONE);
                answered++;
            } catch (StoaException e) {
                AskTools.LOG.warn("query {} could not be resumed: {}", query.queryId(), e.getMessage());
            }
        }
        return answered;
    }
}
