package dev.stoa.counsel.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.conversation.ConversationRow;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.counsel.run.Reliability.Stats;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The calls of specialists, what their answers were worth, and what came of them. Thread-safe. */
public final class ModelRuns {
    private static final String COLUMNS = """
            run_id, query_id, conversation_id, specialist, model, round, status, error, raw_response, key_id,
            utility_score, confidence_score, vcg_welfare_score, weight, clarke_transfer, vcg_winner,
            corrections_applied, latency_ms, total_ms, tokens_in, tokens_out, domain, domain_path, context, verdict,
            gold, outcome, outcome_weight, outcome_source, created_at""";

    /** What is kept of a failure in a sealed archive. */
    private static final String UNSAID = "the call failed";

    private final CounselContext context;
    private final Messages messages;

    private ModelRuns(CounselContext context, Messages messages) {
        this.context = context;
        this.messages = messages;
    }

    public static ModelRuns over(CounselContext context) {
        return new ModelRuns(context, Messages.over(context));
    }

    /** What a person said about an answer. */
    public record Feedback(@Nullable String runId, double outcome) {
        public Map<String, @Nullable Object> document() {
            return Json.object("run_id", runId, "outcome", outcome);
        }
    }

    /** The calls of a conversation, in the order in which they ended. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN, agents = false)
    public List<Run> ofConversation(Principal by, String conversation, int limit) {
        Bounds.whole("limit", limit, 1, 500);
        return context.read(by, (tx, now) -> {
            ConversationRow.of(tx, by, Bounds.id("conversation", conversation));
            return tx.list(
                    "SELECT " + COLUMNS
                            + " FROM model_runs WHERE conversation_id = ? ORDER BY created_at, run_id LIMIT ?",
                    this::run,
                    conversation,
                    limit);
        });
    }

    /** The calls of a query, in the order in which they ended, inside a unit of work. */
    public List<Run> ofQuery(Tx tx, String query) {
        return tx.list(
                "SELECT " + COLUMNS + " FROM model_runs WHERE query_id = ? ORDER BY created_at, run_id",
                this::run,
                query);
    }

    /** Says whether an answer was right, which its author's reliability is measured by. */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Feedback feedback(Principal by, String messageId, boolean accepted) {
        return feedback(by, null, messageId, accepted);
    }

    /**
     * Says whether an answer was right.
     *
     * @param conversation the conversation that it must be in; null if any will do
     */
    @Needs(value = Right.ASK, of = Needs.Whose.OWN, agents = false)
    public Feedback feedback(Principal by, @Nullable String conversation, String messageId, boolean accepted) {
        return context.write(by, (tx, now) -> {
            Message message = messages.get(tx, by, messageId);
            if (conversation != null && !conversation.equals(message.conversationId())) {
                throw new NotFoundException(
                        "not_found",
                        "conversation " + Bounds.shown(conversation) + " has no message " + messageId,
                        "name the conversation of the answer");
            }
            if (message.ofUser() || message.queryId() == null) {
                throw new ConflictException(
                        "not_an_answer", "message " + messageId + " is no answer to a query", "name the answer");
            }
            Outcome outcome = Outcome.feedback(accepted);
            Optional<String> run = Outcomes.ofAnswer(tx, messageId, outcome);
            context.audit()
                    .append(
                            tx,
                            AuditEvent.of(
                                            "feedback",
                                            by.trace(),
                                            Json.object(
                                                    "message_id",
                                                    messageId,
                                                    "query_id",
                                                    message.queryId(),
                                                    "run_id",
                                                    run.orElse(null),
                                                    "outcome",
                                                    outcome.value()))
                                    .about(null, message.conversationId()),
                            now);
            return new Feedback(run.orElse(null), outcome.value());
        });
    }

    /** Records what came of one run. */
    @Needs(value = Right.OPERATE, agents = false)
    public void recordOutcome(Principal by, String runId, Outcome outcome) {
        context.write(by, (tx, now) -> {
            if (tx.number("SELECT count(*) FROM model_runs WHERE run_id = ?", Bounds.id("run", runId)) == 0) {
                throw new NotFoundException("not_found", "run " + runId + " does not exist", "list the runs");
            }
            return Outcomes.record(tx, runId, outcome);
        });
    }

    /** The results of a specialist and model by field. */
    public static Map<String, Stats> stats(Tx tx, String specialist, String model) {
        Map<String, Stats> stats = new HashMap<>();
        tx.each(
                "SELECT field, runs, weight_sum, outcome_sum FROM specialist_stats WHERE specialist = ? AND model = ?",
                row -> stats.put(row.text(1), new Stats(row.number(2), row.real(3), row.real(4))),
                specialist,
                model);
        return stats;
    }

    /** How often all specialists together were asked in a field. */
    public static long fieldRuns(Tx tx, String field) {
        return tx.number("SELECT COALESCE(SUM(runs), 0) FROM specialist_stats WHERE field = ?", field);
    }

    /** Stores a call that has ended; false if it is stored already, by this process before it died or by another. */
    boolean insert(Tx tx, Query query, Field domain, RunDraft draft, Instant now) {
        String id = context.ids().next();
        Seal.RowSeal seal = context.seal().row();
        String raw = draft.raw() == null
                ? null
                : seal.text(SealedColumn.RAW_RESPONSE, id, query.conversationId(), draft.raw());
        int rows = tx.update(
                """
                INSERT INTO model_runs (run_id, query_id, conversation_id, specialist, model, round, status, error,
                    raw_response, key_id, utility_score, confidence_score, corrections_applied, latency_ms, total_ms,
                    tokens_in, tokens_out, domain, domain_l0, domain_path, context, verdict, gold, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (query_id, specialist, round) DO NOTHING""",
                id,
                query.queryId(),
                query.conversationId(),
                draft.specialist(),
                draft.model(),
                draft.round().text(),
                draft.status().text(),
                error(draft),
                raw,
                raw == null ? null : seal.keyId(),
                draft.utility(),
                draft.confidence(),
                Json.write(draft.corrections()),
                draft.latencyMs(),
                draft.totalMs(),
                draft.tokensIn(),
                draft.tokensOut(),
                domain.name(),
                domain.root(),
                domain.path(),
                Json.write(draft.context()),
                draft.verdict() == null ? null : draft.verdict().text(),
                draft.gold() ? 1 : 0,
                now);
        if (rows == 0) {
            return false;
        }
        if (draft.round() == Round.ANSWER) {
            Outcomes.count(tx, draft.specialist(), draft.model(), domain.name());
        }
        if (draft.status() == RunStatus.BLOCKED) {
            Outcomes.record(tx, id, Outcome.blocked());
        }
        return true;
    }

    /** What a service says may quote the prompt, and the column is not sealed. */
    private @Nullable String error(RunDraft draft) {
        return context.seal().on() && draft.status() == RunStatus.ERROR ? UNSAID : draft.error();
    }

    /** Writes down what the decision says of an answer. */
    static void decide(Tx tx, String query, Scored run) {
        tx.update(
                """
                UPDATE model_runs SET utility_score = ?, confidence_score = ?, vcg_welfare_score = ?, weight = ?,
                    clarke_transfer = ?, vcg_winner = ?
                WHERE query_id = ? AND specialist = ? AND round = 'answer'""",
                run.worth().u(),
                run.confidence(),
                run.welfare(),
                run.weight(),
                run.transfer(),
                run.winner() ? 1 : 0,
                query,
                run.specialist());
    }

    /**
     * What a decision says of one answer. Immutable.
     *
     * @param worth its utility, with the parts of it
     * @param welfare its weighted value for all; null if it could not win
     */
    public record Scored(
            String specialist,
            Utility.Scores worth,
            double confidence,
            @Nullable Double welfare,
            double weight,
            @Nullable Double transfer,
            boolean winner) {}

    private Run run(Row row) {
        String raw = row.textOrNull(9);
        String applied = row.textOrNull(17);
        return new Run(
                row.text(1),
                row.textOrNull(2),
                row.text(3),
                row.text(4),
                row.textOrNull(5),
                row.text(6),
                RunStatus.of(row.text(7)),
                row.textOrNull(8),
                raw == null
                        ? null
                        : context.seal()
                                .open(SealedColumn.RAW_RESPONSE, row.text(1), row.text(3), raw, row.numberOrNull(10)),
                row.realOrNull(11),
                row.realOrNull(12),
                row.realOrNull(13),
                row.realOrNull(14),
                row.realOrNull(15),
                row.flag(16),
                applied == null || applied.isEmpty() ? List.of() : ids(applied),
                row.realOrNull(18),
                row.realOrNull(19),
                or(row.numberOrNull(20)),
                or(row.numberOrNull(21)),
                row.textOrNull(22),
                row.textOrNull(23),
                row.textOrNull(24),
                row.textOrNull(25),
                row.flag(26),
                row.realOrNull(27),
                row.realOrNull(28),
                row.textOrNull(29),
                row.instant(30));
    }

    /** Files of another program hold a number here. */
    private static List<String> ids(String stored) {
        return Json.parse(stored) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static long or(@Nullable Long number) {
        return number == null ? 0 : number;
    }
}
