package dev.stoa.debate;

import dev.stoa.debate.rules.CheckStatus;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one checker found about the position of a turn. Immutable. */
public record CheckRow(
        String sessionId,
        long turnSeq,
        String checker,
        CheckStatus status,
        Map<String, @Nullable Object> detail,
        @Nullable Long durationMs) {
    static final String COLUMNS = "session_id, turn_seq, checker, status, detail, duration_ms";

    static CheckRow of(Row row) {
        return new CheckRow(
                row.text(1),
                row.number(2),
                row.text(3),
                CheckStatus.of(row.text(4)),
                StoredJson.object(row.textOrNull(5)),
                row.numberOrNull(6));
    }

    /** The check as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "turn_seq",
                turnSeq,
                "checker",
                checker,
                "status",
                status.text(),
                "detail",
                detail,
                "duration_ms",
                durationMs);
    }
}
