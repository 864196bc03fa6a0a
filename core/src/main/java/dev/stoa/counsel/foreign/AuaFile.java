package dev.stoa.counsel.foreign;

import dev.stoa.storage.ForeignTables;
import dev.stoa.storage.Row;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is in an {@code aua.db} of the program that the counsel succeeds. Immutable.
 *
 * @param rows the rows of each table that is taken, in the order of their insertion
 * @param leftOut what is not taken: tables with their rows, and columns
 * @param unreadable rows with bytes that are no text, and why
 */
record AuaFile(Map<String, List<OldRow>> rows, List<String> leftOut, List<UnreadableRow> unreadable) {
    /** A row with bytes that are no text. */
    record UnreadableRow(OldRow row, String why) {}

    /** The audit log is kept as it is, with all its columns. */
    static final String AUDIT = "audit_log";

    private static final Map<String, Set<String>> KNOWN = known();

    private static Map<String, Set<String>> known() {
        Map<String, Set<String>> known = new LinkedHashMap<>();
        known.put("projects", Set.of("project_id", "user_id", "name", "created_at"));
        known.put(
                "conversations",
                Set.of("conversation_id", "user_id", "title", "project_id", "created_at", "updated_at"));
        known.put(
                "messages",
                Set.of(
                        "message_id",
                        "conversation_id",
                        "role",
                        "content",
                        "callout_type",
                        "models_used",
                        "accuracy_level",
                        "confidence",
                        "created_at"));
        known.put("chat_sessions", Set.of("id", "created_at", "updated_at", "title", "message_count", "deleted"));
        known.put("chat_messages", Set.of("id", "session_id", "role", "content", "created_at"));
        known.put(
                "context_backups",
                Set.of(
                        "backup_id",
                        "conversation_id",
                        "specialist",
                        "trigger",
                        "thread_number",
                        "backup_text",
                        "token_estimate",
                        "created_at"));
        known.put(
                "token_counters",
                Set.of(
                        "counter_id",
                        "specialist",
                        "conversation_id",
                        "token_estimate",
                        "message_count",
                        "thread_number",
                        "updated_at"));
        known.put("message_keywords", Set.of("keyword", "message_id", "conversation_id", "role", "created_at"));
        known.put(
                "model_runs",
                Set.of(
                        "run_id",
                        "query_id",
                        "conversation_id",
                        "specialist",
                        "round",
                        "raw_response",
                        "utility_score",
                        "confidence_score",
                        "vcg_welfare_score",
                        "vcg_winner",
                        "corrections_applied",
                        "latency_ms",
                        "domain",
                        "domain_l0",
                        "domain_path",
                        "created_at",
                        "tenant_id"));
        known.put(
                "sessions", Set.of("id", "created_at", "updated_at", "domain", "query_count", "metadata", "tenant_id"));
        known.put(
                "assertion_events",
                Set.of(
                        "id",
                        "created_at",
                        "session_id",
                        "assertion_name",
                        "level",
                        "passed",
                        "bonus_applied",
                        "retries_used",
                        "message",
                        "domain",
                        "policy_name",
                        "latency_ms"));
        known.put(
                "corrections",
                Set.of(
                        "id",
                        "created_at",
                        "subject",
                        "domain",
                        "claim",
                        "rejected",
                        "confidence",
                        "source",
                        "effective_confidence",
                        "decay_class",
                        "metadata",
                        "scope",
                        "tenant_id"));
        known.put("correction_events", Set.of("id", "created_at", "correction_id", "event", "session_id", "details"));
        known.put(
                "promotions",
                Set.of(
                        "id",
                        "created_at",
                        "specialist",
                        "event",
                        "from_model",
                        "to_model",
                        "reverted",
                        "metadata",
                        "tenant_id"));
        known.put(AUDIT, Set.of());
        return Collections.unmodifiableMap(known);
    }

    /** Whether these are the tables of one. */
    static boolean is(Map<String, Set<String>> tables) {
        return tables.getOrDefault(AUDIT, Set.of()).containsAll(Set.of("event_type", "curr_hash"))
                && tables.getOrDefault("corrections", Set.of()).containsAll(Set.of("subject", "claim"));
    }

    /** Whether rows of a table are taken. */
    static boolean knows(String table) {
        return KNOWN.containsKey(table);
    }

    static AuaFile read(ForeignTables file) {
        Map<String, List<OldRow>> rows = new LinkedHashMap<>();
        List<UnreadableRow> unreadable = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        Map<String, Set<String>> tables = file.tables();
        KNOWN.keySet().stream()
                .filter(tables::containsKey)
                .forEach(table -> rows.put(table, read(file, table, tables.getOrDefault(table, Set.of()), unreadable)));
        tables.forEach((table, columns) -> {
            Set<String> taken = KNOWN.get(table);
            if (taken == null) {
                file.each(
                        "SELECT count(*) FROM " + quoted(table),
                        row -> leftOut.add("table " + table + " (" + row.number(1) + " rows)"));
            } else if (!table.equals(AUDIT)) {
                columns.stream()
                        .filter(column -> !taken.contains(column))
                        .forEach(column -> leftOut.add("column " + table + "." + column));
            }
        });
        return new AuaFile(rows, leftOut, unreadable);
    }

    /** Rows that were set aside by an earlier import, and corrected since. */
    static AuaFile returned(Map<String, List<Map<String, @Nullable Object>>> tables) {
        Map<String, List<OldRow>> rows = new LinkedHashMap<>();
        for (String table : KNOWN.keySet()) {
            List<OldRow> of = new ArrayList<>();
            for (Map<String, @Nullable Object> values : tables.getOrDefault(table, List.of())) {
                of.add(new OldRow(table, of.size(), values));
            }
            if (!of.isEmpty()) {
                rows.put(table, of);
            }
        }
        return new AuaFile(rows, List.of(), List.of());
    }

    private static List<OldRow> read(
            ForeignTables file, String table, Set<String> present, List<UnreadableRow> unreadable) {
        Set<String> taken = KNOWN.getOrDefault(table, Set.of());
        List<String> columns = present.stream()
                .filter(column -> table.equals(AUDIT) || taken.contains(column))
                .toList();
        List<OldRow> rows = new ArrayList<>();
        if (columns.isEmpty()) {
            return rows;
        }
        String order = file.hasRowids(table) ? " ORDER BY _rowid_" : "";
        int[] index = {0};
        file.each(
                "SELECT " + columns.stream().map(AuaFile::quoted).collect(Collectors.joining(", ")) + " FROM "
                        + quoted(table) + order,
                row -> {
                    OldRow read = new OldRow(table, index[0]++, values(columns, row));
                    String why = noText(read);
                    if (why == null || table.equals(AUDIT)) {
                        rows.add(read);
                    } else {
                        unreadable.add(new UnreadableRow(read, why));
                    }
                });
        return rows;
    }

    private static Map<String, @Nullable Object> values(List<String> columns, Row row) {
        Map<String, @Nullable Object> values = new TreeMap<>();
        for (int i = 1; i <= columns.size(); i++) {
            Object value = row.stored(i);
            if (value instanceof String text) {
                // The driver puts a mark for bytes that are no text; it may also stand there rightly.
                value = text.indexOf('\uFFFD') >= 0 ? decoded(row.bytes(i)) : text;
            } else if (value instanceof byte[] bytes) {
                value = decoded(bytes);
            }
            values.put(columns.get(i - 1), value);
        }
        return values;
    }

    /** The text of some bytes; the bytes themselves if they are none. */
    private static Object decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return bytes;
        }
    }

    private static @Nullable String noText(OldRow row) {
        return row.values().entrySet().stream()
                .filter(entry -> entry.getValue() instanceof byte[])
                .map(entry -> entry.getKey() + " is not UTF-8")
                .findFirst()
                .orElse(null);
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    List<OldRow> of(String table) {
        return rows.getOrDefault(table, List.of());
    }
}
