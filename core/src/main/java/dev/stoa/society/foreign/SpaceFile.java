package dev.stoa.society.foreign;

import dev.stoa.storage.ForeignTables;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is in a {@code space.db} of the program that Stoa succeeds. Immutable.
 *
 * <p>Two layouts are known. The earlier one has {@code sessions} and executions in {@code tasks}. The later one has
 * {@code spawns} instead, while its {@code sessions} are transcripts of providers; its {@code tasks} are a ledger with a
 * creator, and its {@code bookmarks} belong to readers who need not be agents.
 *
 * @param rows the rows of each table that is taken, in the order of their insertion
 * @param leftOut what is not taken: tables with their rows, and columns
 * @param replaced how many texts of a table held the character zero, for which no other database has a place
 * @param unreadable rows with bytes that are no text
 */
record SpaceFile(
        Map<String, List<SpaceRow>> rows,
        List<String> leftOut,
        Map<String, Integer> replaced,
        List<UnreadableRow> unreadable) {
    /** A row with bytes that are no text, and all its values; bytes where they are none. */
    record UnreadableRow(SpaceRow row, String why, Map<String, @Nullable Object> values) {}

    private static final Map<String, List<String>> KNOWN = known();

    private static Map<String, List<String>> known() {
        Map<String, List<String>> known = new LinkedHashMap<>();
        known.put(
                "agents",
                List.of(
                        "agent_id",
                        "id",
                        "identity",
                        "name",
                        "constitution",
                        "model",
                        "self_description",
                        "role",
                        "archived_at",
                        "created_at",
                        "last_active_at",
                        "spawn_count"));
        known.put("channels", List.of("channel_id", "id", "name", "topic", "created_at", "archived_at", "pinned_at"));
        known.put(
                "sessions",
                List.of("session_id", "agent_id", "spawn_number", "started_at", "created_at", "ended_at", "wakes"));
        known.put(
                "spawns",
                List.of(
                        "spawn_id",
                        "id",
                        "agent_id",
                        "channel_id",
                        "spawn_number",
                        "started_at",
                        "created_at",
                        "ended_at",
                        "wakes"));
        known.put(
                "tasks",
                List.of(
                        "task_id",
                        "id",
                        "creator_id",
                        "created_by",
                        "agent_id",
                        "assignee_id",
                        "channel_id",
                        "input",
                        "content",
                        "title",
                        "output",
                        "result",
                        "stderr",
                        "status",
                        "pid",
                        "started_at",
                        "completed_at",
                        "created_at"));
        known.put("messages", List.of("message_id", "id", "channel_id", "agent_id", "content", "created_at"));
        known.put(
                "bookmarks",
                List.of(
                        "agent_id",
                        "reader_id",
                        "reader_type",
                        "channel_id",
                        "last_seen_id",
                        "last_read_id",
                        "updated_at"));
        known.put(
                "memories",
                List.of(
                        "memory_id",
                        "id",
                        "agent_id",
                        "topic",
                        "message",
                        "content",
                        "timestamp",
                        "created_at",
                        "archived_at",
                        "core",
                        "source",
                        "bridge_channel",
                        "code_anchors",
                        "synthesis_note",
                        "supersedes",
                        "superseded_by"));
        known.put(
                "knowledge",
                List.of(
                        "knowledge_id",
                        "id",
                        "domain",
                        "agent_id",
                        "content",
                        "confidence",
                        "created_at",
                        "archived_at"));
        return Collections.unmodifiableMap(known);
    }

    /** Whether these are the tables of one: who there is, and what they say to each other. */
    static boolean is(Map<String, Set<String>> tables) {
        return has(tables, "agents", "identity")
                && has(tables, "channels", "name")
                && has(tables, "messages", "channel_id", "agent_id", "content")
                && (taken(tables, "sessions") || taken(tables, "spawns"));
    }

    private static boolean has(Map<String, Set<String>> tables, String table, String... columns) {
        return tables.getOrDefault(table, Set.of()).containsAll(List.of(columns));
    }

    /** Sessions that belong to no agent are transcripts. */
    private static boolean taken(Map<String, Set<String>> tables, String table) {
        return KNOWN.containsKey(table)
                && tables.containsKey(table)
                && (!table.equals("sessions") || has(tables, table, "agent_id"));
    }

    static SpaceFile read(ForeignTables file) {
        Map<String, Set<String>> tables = file.tables();
        Map<String, List<SpaceRow>> rows = new LinkedHashMap<>();
        Map<String, Integer> replaced = new TreeMap<>();
        List<UnreadableRow> unreadable = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (String table : KNOWN.keySet()) {
            if (taken(tables, table)) {
                rows.put(table, read(file, table, tables.getOrDefault(table, Set.of()), replaced, unreadable));
            }
        }
        tables.forEach((table, columns) -> {
            if (!taken(tables, table)) {
                file.each(
                        "SELECT count(*) FROM " + quoted(table),
                        row -> leftOut.add("table " + table + " (" + row.number(1) + " rows)"));
            } else {
                columns.stream()
                        .filter(column -> !KNOWN.getOrDefault(table, List.of()).contains(column))
                        .forEach(column -> leftOut.add("column " + table + "." + column));
            }
        });
        return new SpaceFile(rows, leftOut, replaced, unreadable);
    }

    /** Rows that were set aside by an earlier import, and corrected since. */
    static SpaceFile returned(Map<String, List<Map<String, @Nullable String>>> tables) {
        Map<String, List<SpaceRow>> rows = new LinkedHashMap<>();
        KNOWN.forEach((table, columns) -> {
            Map<String, Integer> places = new HashMap<>();
            columns.forEach(column -> places.put(column, places.size()));
            List<SpaceRow> of = new ArrayList<>();
            for (Map<String, @Nullable String> values : tables.getOrDefault(table, List.of())) {
                List<@Nullable String> row = new ArrayList<>();
                columns.forEach(column -> row.add(values.get(column)));
                of.add(new SpaceRow(table, of.size(), places, row));
            }
            if (!of.isEmpty()) {
                rows.put(table, of);
            }
        });
        return new SpaceFile(rows, List.of(), Map.of(), List.of());
    }

    /** Whether rows of a table are taken. */
    static boolean knows(String table) {
        return KNOWN.containsKey(table);
    }

    private static List<SpaceRow> read(
            ForeignTables file,
            String table,
            Set<String> present,
            Map<String, Integer> replaced,
            List<UnreadableRow> unreadable) {
        List<String> columns = KNOWN.getOrDefault(table, List.of()).stream()
                .filter(present::contains)
                .toList();
        Map<String, Integer> places = new HashMap<>();
        columns.forEach(column -> places.put(column, places.size()));
        String order = file.hasRowids(table) ? " ORDER BY _rowid_" : "";
        List<SpaceRow> rows = new ArrayList<>();
        file.each(
                "SELECT " + columns.stream().map(SpaceFile::quoted).collect(Collectors.joining(", ")) + " FROM "
                        + quoted(table) + order,
                row -> {
                    List<@Nullable String> values = new ArrayList<>(columns.size());
                    Map<String, byte[]> noText = new LinkedHashMap<>();
                    for (int i = 1; i <= columns.size(); i++) {
                        String text = row.textOrNull(i);
                        // What the driver puts for bytes that are no text; it may also stand there rightly.
                        if (text != null && text.indexOf('\uFFFD') >= 0 && badByte(row.bytes(i)) > 0) {
                            noText.put(columns.get(i - 1), row.bytes(i));
                        }
                        if (text != null && text.indexOf('\0') >= 0) {
                            replaced.merge(table, 1, Integer::sum);
                            text = text.replace('\0', '\uFFFD');
                        }
                        values.add(text);
                    }
                    SpaceRow read = new SpaceRow(table, rows.size() + unreadable.size(), places, values);
                    if (noText.isEmpty()) {
                        rows.add(read);
                    } else {
                        unreadable.add(unreadable(read, noText));
                    }
                });
        return rows;
    }

    private static UnreadableRow unreadable(SpaceRow row, Map<String, byte[]> noText) {
        Map<String, @Nullable Object> values = new TreeMap<>(row.document());
        values.putAll(noText);
        Map.Entry<String, byte[]> first = noText.entrySet().iterator().next();
        return new UnreadableRow(row, first.getKey() + " is not UTF-8 at byte " + badByte(first.getValue()), values);
    }

    /** The first byte, from 1, at which bytes are not UTF-8; 0 if they all are. */
    private static int badByte(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            StandardCharsets.UTF_8.newDecoder().decode(buffer);
            return 0;
        } catch (CharacterCodingException e) {
            return buffer.position() + 1;
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    List<SpaceRow> of(String table) {
        return rows.getOrDefault(table, List.of());
    }
}
