package dev.stoa.debate;

import dev.stoa.base.Simulated;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.SimulatedSeats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which debates a list is to have; null asks for nothing. Immutable.
 *
 * @param correct whether the outcome was graded right, or graded wrong; debates without a grade are neither
 * @param from created then or later
 * @param to created before
 * @param agent who had a seat
 * @param words words of the question, which has all of them; the last may be the beginning of one
 * @param debateId the id that a question has in every session that was held on it
 * @param simulated whether debates count with a simulated seat; a list has them, and says which they are
 */
public record SessionFilter(
        SessionRow.@Nullable Status status,
        @Nullable String domain,
        @Nullable String preset,
        @Nullable Boolean correct,
        @Nullable Double minConsensus,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String agent,
        @Nullable String words,
        @Nullable String debateId,
        Simulated simulated) {

    /** Every debate, also failed and cancelled ones. */
    public static SessionFilter all() {
        return new SessionFilter(null, null, null, null, null, null, null, null, null, null, Simulated.INCLUDE);
    }

    public SessionFilter withStatus(SessionRow.@Nullable Status wanted) {
        return with("status", wanted);
    }

    public SessionFilter withDomain(@Nullable String wanted) {
        return with("domain", wanted);
    }

    public SessionFilter withPreset(@Nullable String wanted) {
        return with("preset", wanted);
    }

    public SessionFilter withCorrect(@Nullable Boolean wanted) {
        return with("correct", wanted);
    }

    public SessionFilter withMinConsensus(@Nullable Double least) {
        return with("minConsensus", least);
    }

    /** Created within these times, the first included, the second not. */
    public SessionFilter within(@Nullable Instant first, @Nullable Instant end) {
        return with("from", first).with("to", end);
    }

    public SessionFilter withAgent(@Nullable String wanted) {
        return with("agent", wanted);
    }

    public SessionFilter withWords(@Nullable String wanted) {
        return with("words", wanted);
    }

    public SessionFilter withDebateId(@Nullable String wanted) {
        return with("debateId", wanted);
    }

    public SessionFilter withSimulated(Simulated which) {
        return with("simulated", which);
    }

    private SessionFilter with(String component, @Nullable Object value) {
        return RecordFields.of(SessionFilter.class).with(this, component, value);
    }

    /** Its condition on sessions {@code s}, whose parameters are added to the list. */
    String condition(Dialect dialect, List<@Nullable Object> params) {
        StringBuilder sql = new StringBuilder("1 = 1");
        add(sql, params, " AND s.status = ?", status == null ? null : status.text());
        add(sql, params, " AND s.domain = ?", domain);
        add(sql, params, " AND s.preset = ?", preset);
        add(
                sql,
                params,
                " AND EXISTS (SELECT 1 FROM debate_grades g WHERE g.session_id = s.id AND g.correct = ?)",
                correct == null ? null : (Integer) (correct ? 1 : 0));
        add(sql, params, " AND s.final_consensus_score >= ?", minConsensus);
        add(sql, params, " AND s.created_at >= ?", from);
        add(sql, params, " AND s.created_at < ?", to);
        add(sql, params, " AND s.debate_id = ?", debateId);
        if (words != null) {
            sql.append(TopicIndex.condition(dialect));
            params.add(TopicIndex.words(dialect, words));
        }
        if (agent != null) {
            // A debate that has not begun has seats and no turns; one of another program has turns and no seats.
            sql.append(dialect.pick(
                    " AND (EXISTS (SELECT 1 FROM json_each(s.config, '$.agents') a WHERE json_extract(a.value, '$.name') = ?)",
                    " AND (s.config @> ?::jsonb"));
            sql.append(" OR EXISTS (SELECT 1 FROM debate_turns t WHERE t.session_id = s.id AND t.agent_id = ?))");
            params.add(
                    dialect == Dialect.SQLITE ? agent : Json.write(Map.of("agents", List.of(Map.of("name", agent)))));
            params.add(agent);
        }
        return sql.append(SimulatedSeats.and(simulated, dialect, "s")).toString();
    }

    private static void add(
            StringBuilder sql, List<@Nullable Object> params, String condition, @Nullable Object value) {
        if (value != null) {
            sql.append(condition);
            params.add(value);
        }
    }
}
