package dev.stoa.debate.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A debate as it is shown: its row and what belongs to it. Immutable.
 *
 * @param agents its seats in order, as {@code {seat, agent_id, role, provider, model, family, rating}}
 * @param gate the one it waits at, null if it waits at none
 * @param costUsd null if the price of a call is not known
 */
public record DebateSession(
        SessionRow row,
        List<Map<String, @Nullable Object>> agents,
        List<OptionRow> options,
        @Nullable GateRow gate,
        @Nullable GradeRow grade,
        long tokensIn,
        long tokensOut,
        @Nullable Double costUsd,
        Outbox.Counts learning) {

    public String id() {
        return row.id();
    }

    public SessionRow.Status status() {
        return row.status();
    }

    /** The debate as it is shown. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        SessionRow.COLUMNS.document(row).forEach((name, value) -> {
            if (name.equals("outcome")) {
                document.put("agents", agents);
                document.put(
                        "options", options.stream().map(OptionRow::document).toList());
            } else if (name.equals("config")) {
                document.put("gate", gate == null ? null : gate.document());
                document.put("grade", grade == null ? null : grade.document());
                document.put("tokens_in", tokensIn);
                document.put("tokens_out", tokensOut);
                document.put("cost_usd", costUsd);
                document.put("learning", learning.document());
            }
            document.put(name, value);
        });
        return document;
    }
}
