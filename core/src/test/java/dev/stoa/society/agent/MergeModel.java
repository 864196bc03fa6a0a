package dev.stoa.society.agent;

import dev.stoa.society.Dump;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

/**
 * What a merge must make of all tables, worked out row by row in memory. Not thread-safe. It also notes which cases
 * occurred, so that a test knows that it has seen them.
 */
final class MergeModel {
    private static final String NULL = Dump.NULL;
    private static final List<String> ROLES = List.of("left", "member", "owner");

    private final Map<String, List<Map<String, String>>> tables = new TreeMap<>();
    private final String from;
    private final String to;
    private final String now;
    private final Set<String> seen;

    private MergeModel(
            Map<String, List<Map<String, String>>> before, String from, String to, String now, Set<String> seen) {
        before.forEach((table, rows) -> {
            List<Map<String, String>> copies = new ArrayList<>();
            rows.forEach(row -> copies.add(new LinkedHashMap<>(row)));
            tables.put(table, copies);
        });
        this.from = from;
        this.to = to;
        this.now = now;
        this.seen = seen;
    }

    /** All tables as they must be afterwards, but for the feed and for the trust of knowledge. */
    static Map<String, List<Map<String, String>>> merged(
            Map<String, List<Map<String, String>>> before, String from, String to, String now, Set<String> seen) {
        MergeModel model = new MergeModel(before, from, to, now, seen);
        model.run();
        return model.tables;
    }

    private List<Map<String, String>> rows(String table) {
        return Objects.requireNonNull(tables.get(table));
    }

    private static String cell(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    private static long number(Map<String, String> row, String column) {
        return Long.parseLong(cell(row, column));
    }

    /** A time in the form of either backend. */
    private static LocalDateTime time(String text) {
        return LocalDateTime.parse(text.replace(' ', 'T').replace("+00", ""));
    }

    private Map<String, String> agent(String id) {
        return rows("agents").stream()
                .filter(row -> id.equals(row.get("agent_id")))
                .findFirst()
                .orElseThrow();
    }

    private void run() {
        keys("messages");
        keys("tasks");
        runs();
        fold(
                "bookmarks",
                "channel_id",
                (mine, other) -> number(other, "last_seen_seq") < number(mine, "last_seen_seq") ? other : mine);
        fold("channel_members", "channel_id", (mine, other) -> {
            String role = cell(other, "role");
            if (ROLES.indexOf(role) > ROLES.indexOf(cell(mine, "role"))) {
                seen.add("stronger role");
                mine.put("role", role);
            }
            return mine;
        });
        for (String table : List.of("mentions:message_id", "note_shares:memory_id", "knowledge_reviews:knowledge_id")) {
            String[] parts = table.split(":", -1);
            fold(parts[0], parts[1], (mine, other) -> mine);
        }
        for (String table : List.of(
                "messages",
                "memories",
                "knowledge",
                "graph_entities",
                "graph_relations",
                "search_docs",
                "agent_aliases")) {
            point(table, "agent_id");
        }
        point("tasks", "agent_id");
        point("tasks", "assignee_id");
        point("tasks", "offered_to");
        number();
        own("knowledge_reviews", "knowledge", "knowledge_id");
        own("note_shares", "memories", "memory_id");
        journals();
        agents();
    }

    private void keys(String table) {
        Set<String> taken = new TreeSet<>();
        rows(table).stream()
                .filter(row -> to.equals(row.get("agent_id")) && !NULL.equals(row.get("client_key")))
                .forEach(row -> taken.add(cell(row, "client_key")));
        rows(table).stream()
                .filter(row -> from.equals(row.get("agent_id")) && !NULL.equals(row.get("client_key")))
                .filter(row -> taken.contains(cell(row, "client_key")))
                .forEach(row -> {
                    seen.add("key of " + table);
                    row.put("client_key", NULL);
                });
    }

    private void runs() {
        long spawned = number(agent(to), "spawn_count");
        for (Map<String, String> run : rows("sessions")) {
            if (from.equals(run.get("agent_id"))) {
                seen.add("run");
                if (NULL.equals(run.get("ended_at"))) {
                    // One whose waiting was over has ended by that, whoever notices.
                    boolean over = !NULL.equals(run.get("idle_since"))
                            && !time(cell(run, "idle_since"))
                                    .plusSeconds(number(run, "idle_seconds"))
                                    .isAfter(time(now));
                    seen.add(over ? "run that waited too long" : "idle run");
                    run.put("ended_at", now);
                    run.put("end_reason", over ? "idle" : "merged");
                    run.put("idle_since", NULL);
                }
                run.put("agent_id", to);
                run.put("spawn_number", String.valueOf(number(run, "spawn_number") + spawned));
            }
        }
    }

    private void fold(String table, String key, BinaryOperator<Map<String, String>> both) {
        Map<String, Map<String, String>> mine = new HashMap<>();
        rows(table).stream()
                .filter(row -> to.equals(row.get("agent_id")))
                .forEach(row -> mine.put(cell(row, key), row));
        List<Map<String, String>> folded = new ArrayList<>();
        for (Map<String, String> row : rows(table)) {
            if (from.equals(row.get("agent_id"))) {
                Map<String, String> other = mine.get(cell(row, key));
                if (other != null) {
                    seen.add("both in " + table);
                    Map<String, String> kept = new LinkedHashMap<>(both.apply(other, row));
                    kept.put("agent_id", to);
                    other.putAll(kept);
                    continue;
                }
                seen.add("one in " + table);
                row.put("agent_id", to);
            }
            folded.add(row);
        }
        tables.put(table, folded);
    }

    private void point(String table, String column) {
        rows(table).stream().filter(row -> from.equals(row.get(column))).forEach(row -> {
            seen.add(table + "." + column);
            row.put(column, to);
        });
    }

    private void number() {
        Map<String, Long> posted = new HashMap<>();
        rows("messages").stream()
                .sorted(Comparator.comparingLong(row -> number(row, "seq")))
                .forEach(row -> row.put(
                        "author_seq",
                        String.valueOf(posted.merge(cell(row, "channel_id") + cell(row, "agent_id"), 1L, Long::sum))));
        rows("channel_members")
                .forEach(row -> row.put(
                        "posted",
                        String.valueOf(posted.getOrDefault(cell(row, "channel_id") + cell(row, "agent_id"), 0L))));
    }

    private void own(String table, String owners, String key) {
        Set<String> mine = new TreeSet<>();
        rows(owners).stream().filter(row -> to.equals(row.get("agent_id"))).forEach(row -> mine.add(cell(row, key)));
        if (rows(table).removeIf(row -> to.equals(row.get("agent_id")) && mine.contains(cell(row, key)))) {
            seen.add("own in " + table);
        }
    }

    private void journals() {
        rows("memories").stream()
                .filter(row -> to.equals(row.get("agent_id"))
                        && "journal".equals(row.get("topic"))
                        && NULL.equals(row.get("archived_at")))
                .sorted(Comparator.<Map<String, String>>comparingLong(row -> number(row, "seq"))
                        .reversed())
                .skip(1)
                .forEach(row -> {
                    seen.add("two journals");
                    row.put("archived_at", now);
                    rows("search_docs").stream()
                            .filter(doc -> cell(row, "memory_id").equals(doc.get("ref_id")))
                            .forEach(doc -> doc.put("live", "0"));
                });
    }

    private void agents() {
        Map<String, String> gone = agent(from);
        Map<String, String> kept = agent(to);
        rows("agents").remove(gone);
        rows("agents").stream()
                .filter(row -> from.equals(row.get("cloned_from")))
                .forEach(row -> {
                    seen.add("clone");
                    row.put("cloned_from", to.equals(row.get("agent_id")) ? NULL : to);
                });
        kept.put("spawn_count", String.valueOf(number(kept, "spawn_count") + number(gone, "spawn_count")));
        if (cell(gone, "created_at").compareTo(cell(kept, "created_at")) < 0) {
            kept.put("created_at", cell(gone, "created_at"));
        }
        String active = cell(gone, "last_active_at");
        String other = cell(kept, "last_active_at");
        if (!active.equals(NULL) && (other.equals(NULL) || active.compareTo(other) > 0)) {
            kept.put("last_active_at", active);
        }
        Map<String, String> alias = new LinkedHashMap<>();
        alias.put("identity", cell(gone, "identity"));
        alias.put("agent_id", to);
        alias.put("former_agent_id", from);
        alias.put("created_at", now);
        rows("agent_aliases").add(alias);
        rows("agents").stream()
                .filter(row -> "human".equals(row.get("identity")))
                .forEach(row -> row.put("last_active_at", now));
    }
}
