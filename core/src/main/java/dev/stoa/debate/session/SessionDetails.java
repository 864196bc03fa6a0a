package dev.stoa.debate.session;

import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads what belongs to session rows, for all of them in as many queries as for one. Stateless. */
public final class SessionDetails {
    private static final String OPTIONS = """
            SELECT %s,
                (SELECT CASE WHEN count(CASE k.status WHEN 'failed' THEN 1 END) > 0 THEN 'failed'
                    WHEN count(CASE k.status WHEN 'passed' THEN 1 END) > 0 THEN 'passed'
                    WHEN count(*) > 0 THEN 'unknown' END
                 FROM debate_turns t JOIN debate_checks k ON k.session_id = t.session_id AND k.turn_seq = t.turn_seq
                 WHERE t.session_id = o.session_id AND t.option_key = o.option_key)
            FROM debate_options o WHERE o.session_id IN (:ids) ORDER BY o.option_key""".formatted(OptionRow.COLUMNS.names("o."));

    // Tokens were used but nobody said at what price.
    private static final String USAGE = """
            SELECT session_id, COALESCE(sum(tokens_in), 0), COALESCE(sum(tokens_out), 0), COALESCE(sum(cost_usd), 0),
                count(CASE WHEN cost_usd IS NULL AND (tokens_in IS NOT NULL OR tokens_out IS NOT NULL) THEN 1 END)
            FROM debate_turns WHERE session_id IN (:ids) GROUP BY session_id""";

    private static final String LEARNING = """
            SELECT session_id, count(CASE status WHEN 'pending' THEN 1 END), count(CASE status WHEN 'done' THEN 1 END),
                count(CASE status WHEN 'dead' THEN 1 END)
            FROM debate_outbox WHERE session_id IN (:ids) GROUP BY session_id""";

    private static final String RATINGS =
            "SELECT session_id, data FROM debate_events WHERE session_id IN (:ids) AND kind = 'context_attached' AND seq <= 8";

    private record Usage(long in, long out, @Nullable Double cost) {
        static final Usage NONE = new Usage(0, 0, 0.0);
    }

    private SessionDetails() {}

    /** A debate with everything that belongs to it. */
    public static DebateSession whole(Tx tx, SessionRow row) {
        return of(tx, List.of(row)).getFirst();
    }

    public static List<DebateSession> of(Tx tx, List<SessionRow> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        @Nullable Object[] ids = rows.stream().map(SessionRow::id).toArray();
        String in = String.join(", ", Collections.nCopies(ids.length, "?"));
        // All of them before the first answer, so that they go in one message.
        Supplier<List<OptionRow>> asked = tx.ask(OPTIONS.replace(":ids", in), SessionDetails::option, ids);
        Supplier<List<GateRow>> pending =
                GateRow.COLUMNS.ask(tx, "WHERE status = 'pending' AND session_id IN (" + in + ")", ids);
        Supplier<List<GradeRow>> graded = GradeRow.COLUMNS.ask(tx, "WHERE session_id IN (" + in + ")", ids);
        Supplier<List<Map.Entry<String, Usage>>> used = tx.ask(
                USAGE.replace(":ids", in),
                row -> Map.entry(
                        row.text(1),
                        new Usage(row.number(2), row.number(3), row.number(5) > 0 ? null : (Double) row.real(4))),
                ids);
        Supplier<List<Map.Entry<String, Outbox.Counts>>> taught = tx.ask(
                LEARNING.replace(":ids", in),
                row -> Map.entry(row.text(1), new Outbox.Counts(row.number(2), row.number(3), row.number(4))),
                ids);
        Supplier<List<Map.Entry<String, Map<String, @Nullable Object>>>> attached = tx.ask(
                RATINGS.replace(":ids", in), row -> Map.entry(row.text(1), StoredJson.object(row.textOrNull(2))), ids);
        Map<String, List<OptionRow>> options = new HashMap<>();
        asked.get()
                .forEach(option -> options.computeIfAbsent(option.sessionId(), id -> new ArrayList<>())
                        .add(option));
        Map<String, GateRow> gates = new HashMap<>();
        pending.get().forEach(gate -> gates.put(gate.sessionId(), gate));
        Map<String, GradeRow> grades = new HashMap<>();
        graded.get().forEach(grade -> grades.put(grade.sessionId(), grade));
        Map<String, Usage> usage = new HashMap<>();
        used.get().forEach(each -> usage.put(each.getKey(), each.getValue()));
        Map<String, Outbox.Counts> learning = new HashMap<>();
        taught.get().forEach(each -> learning.put(each.getKey(), each.getValue()));
        Map<String, Map<String, @Nullable Object>> contexts = new HashMap<>();
        attached.get().forEach(each -> contexts.put(each.getKey(), each.getValue()));
        return rows.stream()
                .map(row -> {
                    String id = row.id();
                    Usage tokens = usage.getOrDefault(id, Usage.NONE);
                    return new DebateSession(
                            row,
                            agents(row, contexts.getOrDefault(id, Map.of())),
                            options.getOrDefault(id, List.of()),
                            gates.get(id),
                            grades.get(id),
                            tokens.in(),
                            tokens.out(),
                            tokens.cost(),
                            learning.getOrDefault(id, Outbox.Counts.NONE));
                })
                .toList();
    }

    private static OptionRow option(Row row) {
        OptionRow option = OptionRow.COLUMNS.read(row);
        String check = row.textOrNull(5);
        return check == null ? option : option.checked(CheckStatus.of(check));
    }

    /** The seats of the frozen request, with the ratings read when the debate started. */
    private static List<Map<String, @Nullable Object>> agents(SessionRow row, Map<String, @Nullable Object> context) {
        List<Map<String, @Nullable Object>> seats = new ArrayList<>();
        if (row.config().get("agents") instanceof List<?> agents) {
            for (Object agent : agents) {
                if (agent instanceof Map<?, ?> given) {
                    seats.add(Json.object(
                            "seat", seats.size(),
                            "agent_id", given.get("name"),
                            "role", given.get("role"),
                            "provider", given.get("provider"),
                            "model", given.get("model"),
                            "family", given.get("family"),
                            "rating", rating(context, seats.size())));
                }
            }
        }
        return seats;
    }

    private static @Nullable Object rating(Map<String, @Nullable Object> context, int seat) {
        return context.get("standings") instanceof List<?> standings
                        && seat < standings.size()
                        && standings.get(seat) instanceof Map<?, ?> known
                ? known.get("rating")
                : null;
    }
}
