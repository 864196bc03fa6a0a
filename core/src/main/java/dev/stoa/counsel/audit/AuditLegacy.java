package dev.stoa.counsel.audit;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of a log that was written before the chain: each as JSON, in the original order. Stateless. The
 * migration has set them aside, because forks among them would violate the constraints of a chain.
 */
public final class AuditLegacy {
    /** The columns that such a row has. */
    private static final List<String> COLUMNS = List.of(
            "id",
            "created_at",
            "event_type",
            "session_id",
            "trace_id",
            "token_id",
            "field",
            "specialist",
            "u_score",
            "confidence",
            "latency_ms",
            "details",
            "prev_hash",
            "curr_hash");

    private AuditLegacy() {}

    /** Moves what the migration set aside into its table. */
    public static void keep(Tx tx) {
        boolean aside = tx.number(
                        tx.dialect().pick("SELECT count(*) FROM sqlite_temp_schema WHERE name = 'audit_log_old'", """
                                SELECT count(*) FROM pg_class
                                WHERE relname = 'audit_log_old' AND relnamespace = pg_my_temp_schema()"""))
                > 0;
        if (!aside) {
            return;
        }
        long position = tx.number("SELECT COALESCE(MAX(position), 0) FROM audit_legacy");
        List<String> rows = tx.list(
                "SELECT " + String.join(", ", COLUMNS) + " FROM audit_log_old ORDER BY position", AuditLegacy::json);
        for (String row : rows) {
            position++;
            tx.update("INSERT INTO audit_legacy (position, row) VALUES (?, ?)", position, row);
        }
        tx.update("DROP TABLE audit_log_old");
    }

    private static String json(Row row) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            Object value = row.stored(i + 1);
            values.put(
                    COLUMNS.get(i),
                    value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value);
        }
        return Json.write(values);
    }
}
