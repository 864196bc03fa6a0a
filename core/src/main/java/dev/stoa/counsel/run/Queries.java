package dev.stoa.counsel.run;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.counsel.backup.Histories;
import dev.stoa.counsel.backup.History;
import dev.stoa.counsel.backup.TokenCounters;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.conversation.Conversation;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.ConversationRow;
import dev.stoa.counsel.conversation.Conversations;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.counsel.conversation.Sessions;
import dev.stoa.counsel.conversation.TailHash;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Questions on their way to an answer. Thread-safe. Each step is one unit of work that happens once: a second caller,
 * after a crash or from another process, finds it done.
 */
public final class Queries {
    /** A query that was interrupted is not taken up again after this time. */
    public static final Duration STALE = Duration.ofMinutes(10);

    /** A time after all others: the last second of the year 9999. */
    private static final Instant ALWAYS = Instant.ofEpochSecond(253_402_300_799L);

    /** The code of what is refused because a query is over. */
    public static final String OVER = "query_over";

    private final CounselContext context;
    private final Conversations conversations;
    private final Messages messages;
    private final Sessions sessions;
    private final ModelRuns runs;
    private final Histories histories;
    private final TokenCounters counters;
    private final QueryAudit audit;

    private Queries(CounselContext context) {
        this.context = context;
        this.conversations = Conversations.over(context);
        this.messages = Messages.over(context);
        this.sessions = Sessions.over(context);
        this.runs = ModelRuns.over(context);
        this.histories = Histories.over(context);
        this.counters = TokenCounters.over(context);
        this.audit = new QueryAudit(context);
    }

    public static Queries over(CounselContext context) {
        return new Queries(context);
    }

    /** What else belongs to a step: events of checks and of corrections, in the same unit of work. */
    @FunctionalInterface
    public interface Also {
        /** Nothing else does. */
        Also NOTHING = (tx, query, now) -> {};

        void run(Tx tx, Query query, Instant now);
    }

    /**
     * A query with what has been stored for it. Immutable.
     *
     * @param question the text of the question
     */
    public record Progress(Query query, Message question, List<Run> runs) {}

    /**
     * An answered query. Immutable.
     *
     * @param assertions how the checks of the winner went
     * @param auditSeq the number of its row in the audit log; null if it is not there
     * @param audited what that row says, from which the reply is made again
     */
    public record Done(
            Query query,
            Message answer,
            List<Run> runs,
            List<Map<String, @Nullable Object>> assertions,
            @Nullable Long auditSeq,
            Map<String, @Nullable Object> audited) {}

    /** Stores a question: its conversation if it is new, the message, the session and the query. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Query receive(Principal by, QueryDraft draft, Also also) {
        return context.write(by, (tx, now) -> {
            if (draft.queryId() != null) {
                Optional<Query> same = QueryTable.find(tx, draft.queryId());
                if (same.isPresent()) {
                    return joined(tx, by, same.get(), draft);
                }
            }
            String conversation =
                    draft.conversationId() == null ? conversation(tx, by, draft, now) : draft.conversationId();
            String id = draft.queryId() == null ? context.ids().next() : draft.queryId();
            Message question = messages.append(
                    tx,
                    by,
                    new MessageDraft(
                            conversation,
                            MessageRole.USER,
                            draft.question(),
                            null,
                            null,
                            List.of(),
                            null,
                            null,
                            List.of(),
                            id,
                            null),
                    now);
            String session = draft.sessionId() == null ? conversation : draft.sessionId();
            sessions.touch(tx, by, session, draft.user(), now);
            tx.update(
                    """
                    INSERT INTO queries (query_id, conversation_id, session_id, question_id, level, state, panel,
                        created_at, updated_at)
                    VALUES (?, ?, ?, ?, ?, 'received', ?, ?, ?)""",
                    id,
                    conversation,
                    session,
                    question.messageId(),
                    draft.level().text(),
                    draft.wanted().text(),
                    now,
                    now);
            Query query = QueryTable.get(tx, id);
            also.run(tx, query, now);
            return query;
        });
    }

    /** The conversation that goes on with a question, or a new one that begins with what was said before. */
    private String conversation(Tx tx, Principal by, QueryDraft draft, Instant now) {
        if (!draft.earlier().isEmpty()) {
            Optional<Conversation> same = conversations.continuing(tx, by, draft.earlier());
            if (same.isPresent()) {
                return same.get().conversationId();
            }
        }
        String id = conversations
                .create(tx, by, new ConversationDraft(null, draft.projectId()), now)
                .conversationId();
        for (TailHash.Turn turn : draft.earlier()) {
            messages.append(tx, by, MessageDraft.of(id, turn.role(), turn.content()), now);
        }
        return id;
    }

    /** The query that has the id of a draft already, which must be of the same question. */
    private Query joined(Tx tx, Principal by, Query first, QueryDraft draft) {
        ConversationRow.of(tx, by, first.conversationId());
        String asked = messages.get(tx, by, first.questionId()).content();
        if (asked != null && !asked.equals(draft.question())) {
            throw new ConflictException(
                    "key_reused",
                    "query " + first.queryId() + " is of another question",
                    "use a new id for a new question");
        }
        return first;
    }

    /** Stores to which fields a query belongs and who is asked; one that is routed already stays as it is. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Query route(Principal by, String id, Distribution distribution, Panel panel) {
        return context.write(by, (tx, now) -> {
            Query query = QueryTable.locked(tx, by, id, now);
            if (query.state() != QueryState.RECEIVED) {
                return query;
            }
            String field = distribution.domain().name();
            tx.update(
                    "UPDATE queries SET state = 'routed', field = ?, distribution = ?, panel = ? WHERE query_id = ?",
                    field,
                    Json.write(distribution.named()),
                    panel.text(),
                    id);
            for (Panel.Member member : panel.members()) {
                if (!member.spare()) {
                    counters.begin(tx, by, query.conversationId(), member.specialist(), member.window(), now);
                }
            }
            sessions.routed(tx, query.sessionId(), field, distribution.named(), now);
            return QueryTable.get(tx, id);
        });
    }

    /** Stores a call that has ended, with the events of its checks; one that is stored already stays as it is. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public boolean store(Principal by, String id, Field domain, RunDraft run, Also also) {
        return context.write(by, (tx, now) -> {
            Query query = QueryTable.locked(tx, by, id, now);
            needOpen(query);
            if (!runs.insert(tx, query, domain, run, now)) {
                return false;
            }
            query.panel().members().stream()
                    .filter(member -> member.spare() && member.specialist().equals(run.specialist()))
                    .forEach(member ->
                            counters.begin(tx, by, query.conversationId(), member.specialist(), member.window(), now));
            also.run(tx, query, now);
            return true;
        });
    }

    /**
     * Takes a query from one state to another; one that is there already stays as it is.
     *
     * @param decidedBy who decides from here on; null leaves it open
     * @param debateId the debate that is held; null if there is none
     */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Query move(
            Principal by,
            String id,
            QueryState from,
            QueryState to,
            @Nullable String decidedBy,
            @Nullable String debateId) {
        return context.write(by, (tx, now) -> {
            Query query = QueryTable.locked(tx, by, id, now);
            if (query.state() != from) {
                needOpen(query);
                return query;
            }
            if (!from.leadsTo(to)) {
                throw new IllegalStateException("a query that is " + from.text() + " does not become " + to.text());
            }
            tx.update("""
                    UPDATE queries SET state = ?, decided_by = COALESCE(decided_by, ?),
                        debate_id = COALESCE(debate_id, ?)
                    WHERE query_id = ?""", to.text(), decidedBy, debateId, id);
            return QueryTable.get(tx, id);
        });
    }

    /**
     * Stores the answer: the scores and transfers of all, the message, what else belongs to it, and its row in the audit
     * log, without which there is no answer.
     */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Done answer(Principal by, String id, Answered answered, Also also) {
        return context.write(by, (tx, now) -> {
            Query query = QueryTable.locked(tx, by, id, now);
            if (query.state() == QueryState.ANSWERED) {
                return done(tx, by, query);
            }
            needOpen(query);
            if (!query.state().leadsTo(QueryState.ANSWERED)) {
                throw new ConflictException(
                        "conflict", "query " + id + " is " + query.state().text() + ", not deciding", "go on with it");
            }
            for (ModelRuns.Scored run : answered.scored()) {
                ModelRuns.decide(tx, id, run);
            }
            if (answered.reviewed() != null && answered.decidedBy().equals("vcg")) {
                Outcomes.record(tx, winner(tx, id), Outcome.reviewed(answered.reviewed()));
            }
            Message answer = messages.append(
                    tx,
                    by,
                    new MessageDraft(
                            query.conversationId(),
                            MessageRole.ASSISTANT,
                            answered.text(),
                            null,
                            answered.callout(),
                            answered.models(),
                            query.level().text(),
                            answered.label().text(),
                            answered.notices(),
                            id,
                            query.questionId()),
                    now);
            tx.update(
                    "UPDATE queries SET state = 'answered', answer_id = ?, decided_by = ? WHERE query_id = ?",
                    answer.messageId(),
                    answered.decidedBy(),
                    id);
            also.run(tx, QueryTable.get(tx, id), now);
            sessions.answered(tx, query.sessionId(), answered.mode(), now);
            audit.answered(tx, by, query, answer.messageId(), answered, now);
            return done(tx, by, QueryTable.get(tx, id));
        });
    }

    private static String winner(Tx tx, String query) {
        return tx.one(
                        "SELECT run_id FROM model_runs WHERE query_id = ? AND vcg_winner = 1 AND round = 'answer'",
                        row -> row.text(1),
                        query)
                .orElseThrow();
    }

    /**
     * Ends a query without an answer.
     *
     * @param code why, as one word, which the audit log keeps
     * @param error why, for the person who asked
     */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Query end(Principal by, String id, QueryState as, String code, String error) {
        return context.write(by, (tx, now) -> end(tx, by, QueryTable.locked(tx, by, id, now), as, code, error, now));
    }

    private Query end(Tx tx, Principal by, Query query, QueryState as, String code, String error, Instant now) {
        if (query.state() == as) {
            return query;
        }
        needOpen(query);
        if (!query.state().leadsTo(as)) {
            throw new IllegalStateException(
                    "a query that is " + query.state().text() + " does not become " + as.text());
        }
        tx.update("UPDATE queries SET state = ?, error = ? WHERE query_id = ?", as.text(), error, query.queryId());
        audit.ended(tx, by, query, as, code, now);
        return QueryTable.get(tx, query.queryId());
    }

    /** Ends a query that is no longer wanted. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Query cancel(Principal by, String id) {
        return context.write(
                by,
                (tx, now) -> end(
                        tx,
                        by,
                        QueryTable.locked(tx, by, id, now),
                        QueryState.CANCELLED,
                        "cancelled",
                        "cancelled",
                        now));
    }

    /** One query. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Query get(Principal by, String id) {
        return context.read(by, (tx, now) -> QueryTable.owned(tx, by, id));
    }

    /** A query with all that has been stored for it. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Progress progress(Principal by, String id) {
        return context.read(by, (tx, now) -> {
            Query query = QueryTable.owned(tx, by, id);
            return new Progress(query, messages.get(tx, by, query.questionId()), runs.ofQuery(tx, id));
        });
    }

    /** An answered query with its answer; empty if it is not answered. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Optional<Done> answered(Principal by, String id) {
        return context.read(by, (tx, now) -> {
            Query query = QueryTable.owned(tx, by, id);
            return query.state() == QueryState.ANSWERED ? Optional.of(done(tx, by, query)) : Optional.empty();
        });
    }

    private Done done(Tx tx, Principal by, Query query) {
        String answer = query.answerId();
        if (answer == null) {
            throw new IllegalStateException("query " + query.queryId() + " is answered without an answer");
        }
        Optional<QueryAudit.Found> row = QueryAudit.find(tx, query);
        return new Done(
                query,
                messages.get(tx, by, answer),
                runs.ofQuery(tx, query.queryId()),
                assertions(tx, query.queryId()),
                row.map(QueryAudit.Found::seq).orElse(null),
                row.map(QueryAudit.Found::said).orElse(Map.of()));
    }

    private static List<Map<String, @Nullable Object>> assertions(Tx tx, String query) {
        return tx.list(
                """
                SELECT e.assertion_name, e.level, e.passed, e.bonus_applied, e.retries_used, e.message
                FROM assertion_events e JOIN model_runs r ON r.query_id = e.query_id AND r.specialist = e.specialist
                WHERE e.query_id = ? AND r.vcg_winner = 1 AND r.round = 'answer' ORDER BY e.id""",
                row -> Json.object(
                        "name",
                        row.text(1),
                        "level",
                        row.text(2),
                        "passed",
                        row.flag(3),
                        "bonus_applied",
                        row.real(4),
                        "retries_used",
                        row.number(5),
                        "message",
                        row.textOrNull(6)),
                query);
    }

    /** The queries of a user that are not over, the oldest first; an operator sees those of all. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public List<Query> open(Principal by) {
        return context.read(by, (tx, now) -> QueryTable.open(tx, by, ALWAYS));
    }

    /** Ends the queries that were interrupted too long ago to go on with. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public List<Query> expire(Principal by) {
        // Looked for first, because there are hardly ever any.
        return context.read(by, (tx, now) -> stale(tx, by, now).isEmpty())
                ? List.of()
                : context.write(
                        by,
                        (tx, now) -> stale(tx, by, now).stream()
                                .map(query -> end(tx, by, query, QueryState.FAILED, "interrupted", "interrupted", now))
                                .toList());
    }

    private static List<Query> stale(Tx tx, Principal by, Instant now) {
        return QueryTable.open(tx, by, now.minus(STALE)).stream()
                .filter(query -> QueryTable.holder(tx, query, now).isEmpty())
                .toList();
    }

    /** The fields of the session that a question belongs to; empty before its first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Map<String, Double> sessionFields(Principal by, String session) {
        return context.read(
                by,
                (tx, now) -> sessions.find(tx, by, session)
                        .map(Sessions::distribution)
                        .orElse(Map.of()));
    }

    /**
     * What of a conversation goes into the prompt of a specialist.
     *
     * @param window the context window of its model; null if it is not known
     * @param before the number of the question
     * @param otherTokens how many tokens the rest of the prompt has
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public History history(
            Principal by,
            String conversation,
            String specialist,
            @Nullable Long window,
            long before,
            long otherTokens) {
        return context.read(
                by,
                (tx, now) -> histories.of(
                        tx,
                        by,
                        conversation,
                        specialist,
                        window == null ? TokenCounters.DEFAULT_WINDOW : window,
                        before,
                        otherTokens));
    }

    /** The description of the model by which a specialist answered last in a conversation. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public Optional<String> lastModel(Principal by, String conversation, String specialist) {
        return context.read(by, (tx, now) -> {
            ConversationRow.of(tx, by, conversation);
            return tx.one("""
                    SELECT model FROM model_runs WHERE conversation_id = ? AND specialist = ? AND model IS NOT NULL
                    ORDER BY created_at DESC, run_id DESC LIMIT 1""", row -> row.text(1), conversation, specialist);
        });
    }

    /** What is known of a specialist and its model. Immutable. */
    public record Known(Map<String, Reliability.Stats> byField, long fieldRuns) {}

    /** What is known of specialists, each with its model, in a domain. */
    @Needs(value = Right.READ, agents = false)
    public List<Known> known(Principal by, List<Map.Entry<String, String>> specialists, String domain) {
        return context.read(by, (tx, now) -> {
            long all = ModelRuns.fieldRuns(tx, domain);
            return specialists.stream()
                    .map(one -> new Known(ModelRuns.stats(tx, one.getKey(), one.getValue()), all))
                    .toList();
        });
    }

    private static void needOpen(Query query) {
        if (query.state().isOver()) {
            throw new ConflictException(
                    OVER,
                    "query is " + query.state().text() + (query.error() == null ? "" : ": " + query.error()),
                    "ask again");
        }
    }
}
