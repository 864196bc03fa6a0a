package dev.stoa.engine.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.Conversation;
import dev.stoa.counsel.run.Arbiter;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Query;
import dev.stoa.counsel.run.QueryDraft;
import dev.stoa.counsel.run.Routing;
import dev.stoa.counsel.run.Run;
import dev.stoa.counsel.run.Similarity;
import dev.stoa.counsel.seal.SealSettings;
import dev.stoa.engine.AskSettings;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.Pause;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;
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
    /** How soon a query is looked at again that another process works on, if nothing is stored meanwhile. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

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
                        stoa.counsel().queryLeases(),
                        Routing.over(stoa.counsel().fields(), stoa.embedder()),
                        new Seats(stoa, all, clock),
                        new Threads(
                                stoa.counsel().contextBackups(),
                                stoa.counsel().queries(),
                                all,
                                ProfileAgents.of(stoa, all),
                                calls),
                        new StoredLessons(stoa.counsel().corrections()),
                        new Questioning(
                                calls,
                                stoa.counsel().assertions(),
                                stoa.config().get(AskSettings.CALL_TIMEOUT)),
                        Arbiter.by(Similarity.by(stoa.embedder())),
                        new Debating(
                                debates,
                                Pause.real(),
                                stoa.config().get(SealSettings.KEYSET).isPresent()),
                        stoa.config().get(AskSettings.TIMEOUT)));
    }

    /** What writes notes as asks do: the model by which a specialist answered last, where it has one. */
    public static NoteAuthor notes(Stoa stoa, Providers providers, Principal by, InstantSource clock) {
        Providers all = Voices.with(providers, stoa);
        // Made when there is something to note: it opens archives.
        return source -> new Threads(
                        stoa.counsel().contextBackups(),
                        stoa.counsel().queries(),
                        all,
                        ProfileAgents.of(stoa, all),
                        Calls.over(all, stoa.learning().breakers(), clock))
                .written(by, source);
    }

    /** What would be asked of whom. Writes nothing and makes no call. */
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
        return Panel.wanted(request.agents(), request.field(), request.documents(), request.debate())
                .json(request.client().json())
                .manner(request.client().manner().document());
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
        String conversation = conversation(by, request);
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
                                request.conversationId(),
                                request.projectId(),
                                request.sessionId(),
                                wanted(request),
                                request.client().earlier(),
                                request.client().user()),
                        (tx, received, now) -> {
                            if (received.conversationId().equals(conversation)) {
                                tools.lessons().heard(tx, by, received.questionId(), now);
                            }
                        });
        listener.stored(AskListener.Step.RECEIVED, query);
        return run(by, query.queryId(), request.system(), listener);
    }

    /** The conversation that a question goes on with; null if it begins one. */
    private @Nullable String conversation(Principal by, AskRequest request) {
        return request.conversationId() != null || request.client().earlier().isEmpty()
                ? request.conversationId()
                : stoa.counsel()
                        .conversations()
                        .continuing(by, request.client().earlier())
                        .map(Conversation::conversationId)
                        .orElse(null);
    }

    /** How many tokens a query has taken so far, also one that has no answer. */
    public Tokens tokens(Principal asking, String queryId) {
        List<Run> runs = tools.queries().progress(reading(asking), queryId).runs();
        return new Tokens(
                runs.stream().mapToLong(Run::tokensIn).sum(),
                runs.stream().mapToLong(Run::tokensOut).sum());
    }

    /** Tokens that were sent and received. */
    public record Tokens(long in, long out) {}

    /** Goes on with a query that was interrupted, for the user who asked; one that is answered is shown again. */
    public AskAnswer resume(Principal asking, String queryId, AskListener listener) throws InterruptedException {
        Principal by = reading(asking);
        return run(owner(by, tools.queries().get(by, queryId)), queryId, null, listener);
    }

    /**
     * The user of a query, with the rights of the caller: an operator that goes on with it must neither put its own
     * corrections into the prompts of others nor keep theirs as its own.
     */
    private Principal owner(Principal by, Query query) {
        String user =
                stoa.counsel().conversations().get(by, query.conversationId()).userId();
        return user.equals(CounselContext.user(by))
                ? by
                : new Principal(user, null, null, by.rights(), false, by.ceiling(), by.trace());
    }

    /** Works on a query, or waits for the one that does: of all who want its answer one makes it. */
    private AskAnswer run(Principal by, String query, @Nullable String system, AskListener listener)
            throws InterruptedException {
        AskRun run = new AskRun(tools, by, query, system, listener);
        Queries.Done done = attempt(run, by, query);
        return answer(run, by, done == null ? awaited(run, by, query) : done);
    }

    private Queries.Done awaited(AskRun run, Principal by, String query) throws InterruptedException {
        try (CommitSignal.Watch watch = tools.leases().watch(by)) {
            while (true) {
                Queries.Done done = attempt(run, by, query);
                if (done != null) {
                    return done;
                }
                watch.await(LOOK_AGAIN);
            }
        }
    }

    /** Works on a query until it is over; null if another process works on it. */
    private Queries.@Nullable Done attempt(AskRun run, Principal by, String query) throws InterruptedException {
        if (tools.queries().get(by, query).state().isOver()) {
            return run.run(null);
        }
        try (QueryHold hold = QueryHold.take(tools.leases(), by, query)) {
            if (hold == null) {
                return null;
            }
            Queries.Done done = run.run(hold);
            if (done != null) {
                hold.over();
            }
            return done;
        }
    }

    private AskAnswer answer(AskRun run, Principal by, Queries.Done done) {
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
     * no other, and what a living process works on is left to it; so any number of processes may do this at once.
     *
     * @return how many have an answer now
     */
    public int recover(Principal by) throws InterruptedException {
        tools.queries().expire(by);
        int answered = 0;
        for (Query query : tools.queries().open(by)) {
            try {
                Principal user = owner(reading(by), query);
                AskRun run = new AskRun(tools, user, query.queryId(), null, AskListener.NONE);
                Queries.Done done = attempt(run, user, query.queryId());
                if (done != null) {
                    answer(run, user, done);
                    answered++;
                }
            } catch (StoaException e) {
                AskTools.LOG.warn("query {} could not be resumed: {}", query.queryId(), e.getMessage());
            }
        }
        return answered;
    }
}
