package dev.stoa.engine.debate;

import dev.stoa.debate.proof.Replay;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.storage.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who changes rows of a session behind the back of the program, has it replayed, and puts everything back. Not
 * thread-safe.
 */
final class Vandal {
    /** For columns that only take certain words. */
    private static final List<String> WORDS = List.of(
            "Y",
            "timeout",
            "position",
            "ballot",
            "proposal",
            "critique",
            "round",
            "final",
            "draft",
            "failed",
            "passed",
            "cancelled",
            "reject",
            "rejected",
            "runner_changed",
            "gate_overdue",
            "sealed",
            "generated",
            "supplied");

    private final Connection connection;
    private final Dialect dialect;
    private final Replay replay;
    private final String session;
    private final Map<Long, Long> stored = new HashMap<>();

    Vandal(Connection connection, Dialect dialect, Replay replay, String session) {
        this.connection = connection;
        this.dialect = dialect;
        this.replay = replay;
        this.session = session;
    }

    /** One row of a table: all its columns. */
    record Cell(String table, Map<String, @Nullable Object> values) {
        long number(String column) {
            return ((Number) java.util.Objects.requireNonNull(values.get(column))).longValue();
        }

        @Override
        public String toString() {
            return table + " " + values.values().stream().limit(6).toList();
        }
    }

    ReplayReport replay() {
        return replay.replay(session);
    }

    List<String> columns(String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + table + " LIMIT 1");
                ResultSet rows = statement.executeQuery()) {
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                names.add(rows.getMetaData().getColumnName(i));
            }
            return names;
        }
    }

    /** The first row of each kind, and the last row of all. */
    List<Cell> rows(String table, String kinds) throws SQLException {
        List<String> columns = columns(table);
        String own = table.equals("debate_sessions") ? "id" : columns.contains("session_id") ? "session_id" : "";
        Map<String, Cell> byKind = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT * FROM " + table + (own.isEmpty() ? "" : " WHERE CAST(" + own + " AS TEXT) = ?"))) {
            if (!own.isEmpty()) {
                statement.setString(1, session);
            }
            ResultSet rows = statement.executeQuery();
            while (rows.next()) {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (int i = 0; i < columns.size(); i++) {
                    values.put(columns.get(i), rows.getObject(i + 1));
                }
                Cell cell = new Cell(table, values);
                String kind = List.of(kinds.split(", ")).stream()
                        .map(column -> String.valueOf(values.get(column)))
                        .collect(Collectors.joining(" "));
                byKind.putIfAbsent(kind, cell);
                byKind.put("the last", cell);
                if (table.equals("debate_events") && "turn_stored".equals(values.get("kind"))) {
                    String data = String.valueOf(values.get("data"));
                    String number = data.replaceAll(".*\"turn_seq\": ?(\\d+).*", "$1");
                    stored.put(Long.parseLong(number), cell.number("seq"));
                }
            }
        }
        return byKind.values().stream().distinct().toList();
    }

    long storedAt(long turn) throws SQLException {
        if (stored.isEmpty()) {
            rows("debate_events", "kind");
        }
        return stored.getOrDefault(turn, 0L);
    }

    /** What replay says of a session with one value changed by as little as the table lets it; null if it does not. */
    @Nullable
    ReplayReport edit(Cell row, String column) throws SQLException {
        return edit(row, column, this::replay);
    }

    /** What can be seen while one value is changed by as little as the table lets it; null if it does not. */
    <R> @Nullable R edit(Cell row, String column, Supplier<R> look) throws SQLException {
        Object before = row.values().get(column);
        for (Object changed : changes(before)) {
            if (!tryUpdate(row, column, changed)) {
                continue;
            }
            R seen = look.get();
            Map<String, @Nullable Object> now = new LinkedHashMap<>(row.values());
            now.put(column, changed);
            if (!tryUpdate(new Cell(row.table(), now), column, before)) {
                throw new IllegalStateException(row + "." + column + " cannot be put back");
            }
            return seen;
        }
        return null;
    }

    private static List<Object> changes(@Nullable Object value) {
        List<Object> changes = new ArrayList<>();
        switch (value) {
            case Number number
            when number instanceof Double || number instanceof java.math.BigDecimal ->
                changes.add(number.doubleValue() < 0.5 ? number.doubleValue() + 0.25 : number.doubleValue() - 0.25);
            case Number number -> {
                changes.add(number.longValue() == 1 ? 0L : number.longValue() + 1);
                changes.add(number.longValue() + 90);
            }
            case Timestamp time -> changes.add(new Timestamp(time.getTime() + 1));
            case null -> {
                changes.add("x");
                changes.add("{\"x\":1}");
                changes.add(7L);
                changes.add(0.5);
                changes.add("2026-01-01T00:00:00.000Z");
            }
            default -> {
                String text = value.toString();
                if (text.length() <= 2) {
                    changes.add(text.equals("B") ? "C" : "B");
                    changes.add(text.equals("[]") ? "[1]" : "{\"x\":1}");
                }
                // One byte, from the middle on; where the table reads JSON, the first that leaves it JSON.
                for (int i = 0; i < text.length(); i++) {
                    int at = (text.length() / 2 + i) % text.length();
                    char c = text.charAt(at);
                    char other = Character.isLetterOrDigit(c) && c < 128 ? (char) (c ^ 1) : 0;
                    if (other != 0 && Character.isLetterOrDigit(other)) {
                        changes.add(text.substring(0, at) + other + text.substring(at + 1));
                    }
                }
                changes.addAll(WORDS);
                changes.remove(text);
            }
        }
        return changes;
    }

    private boolean tryUpdate(Cell row, String column, @Nullable Object value) throws SQLException {
        List<String> where = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (String key : keys(row.table())) {
            where.add("CAST(" + key + " AS TEXT) = ?");
            values.add(String.valueOf(row.values().get(key)));
        }
        String sql = "UPDATE " + row.table() + " SET " + column + " = ? WHERE " + String.join(" AND ", where);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, 1, value);
            for (int i = 0; i < values.size(); i++) {
                statement.setString(i + 2, values.get(i).toString());
            }
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            return false;
        }
    }

    private void set(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        // PostgreSQL takes a text of no type for whatever its column is.
        if (value instanceof String && dialect == Dialect.POSTGRES) {
            statement.setObject(index, value, java.sql.Types.OTHER);
        } else {
            statement.setObject(index, value);
        }
    }

    private static List<String> keys(String table) {
        return switch (table) {
            case "debate_sessions", "debate_turns", "debate_gates" -> List.of("id");
            case "debate_events" -> List.of("session_id", "seq");
            case "debate_ballots" -> List.of("session_id", "stage", "round", "attempt", "agent_id");
            case "debate_options" -> List.of("session_id", "option_key");
            case "debate_flips" -> List.of("session_id", "agent_id", "to_turn_seq");
            case "debate_checks" -> List.of("session_id", "turn_seq", "checker");
            case "code_versions", "debate_register_head" -> List.of("id");
            case "code_tests" -> List.of("session_id", "name");
            case "code_test_results" -> List.of("version_id", "name");
            case "debate_outbox", "debate_register" -> List.of("seq");
            case "debate_lesson_sources", "debate_lesson_uses" -> List.of("session_id", "lesson_id");
            default -> List.of("session_id");
        };
    }

    /** What replay says of the session without a row; null if that row is the session. */
    @Nullable
    ReplayReport without(Cell row) throws SQLException {
        if (row.table().equals("debate_sessions")) {
            return null;
        }
        List<String> where = keys(row.table()).stream()
                .map(key -> "CAST(" + key + " AS TEXT) = ?")
                .toList();
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM " + row.table() + " WHERE " + String.join(" AND ", where))) {
            int index = 1;
            for (String key : keys(row.table())) {
                statement.setString(index++, String.valueOf(row.values().get(key)));
            }
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException(row + " is not there");
            }
        }
        ReplayReport report = replay();
        insert(row.table(), row.values());
        return report;
    }

    /** What replay says of the session with a second row like one; null if the table has no room for it. */
    @Nullable
    ReplayReport copied(Cell row) throws SQLException {
        Map<String, @Nullable Object> values = new LinkedHashMap<>(row.values());
        switch (row.table()) {
            case "debate_turns" -> {
                values.put("id", session.substring(0, 35) + (session.endsWith("0") ? "1" : "0"));
                values.put("turn_seq", 9_000L);
                values.put("step", 90L);
            }
            case "debate_gates" -> {
                values.put("id", session.substring(0, 35) + (session.endsWith("0") ? "1" : "0"));
                values.put("attempt", 9L);
            }
            case "debate_events" -> values.put("seq", 9_000L);
            case "debate_ballots", "debate_flips" -> values.put("agent_id", "zoe");
            case "debate_options" -> values.put("option_key", "Z");
            case "debate_checks" -> values.put("checker", "another");
            default -> {
                return null;
            }
        }
        Cell copy = new Cell(row.table(), values);
        insert(row.table(), values);
        ReplayReport report = replay();
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM " + row.table() + " WHERE "
                + keys(row.table()).stream()
                        .map(key -> "CAST(" + key + " AS TEXT) = ?")
                        .collect(Collectors.joining(" AND ")))) {
            int index = 1;
            for (String key : keys(row.table())) {
                statement.setString(index++, String.valueOf(copy.values().get(key)));
            }
            statement.executeUpdate();
        }
        return report;
    }

    private void insert(String table, Map<String, @Nullable Object> values) throws SQLException {
        List<String> columns = values.keySet().stream()
                .filter(column -> values.get(column) != null && !column.equals("search"))
                .toList();
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO " + table + " ("
                + String.join(", ", columns) + ") VALUES ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")")) {
            for (int i = 0; i < columns.size(); i++) {
                set(statement, i + 1, values.get(columns.get(i)));
            }
            statement.executeUpdate();
        }
    }

    /** What replay says of the session if two rows trade their numbers. */
    ReplayReport swapped(String table, String number, long one, long other) throws SQLException {
        trade(table, number, one, other);
        ReplayReport report = replay();
        trade(table, number, one, other);
        return report;
    }

    private void trade(String table, String number, long one, long other) throws SQLException {
        for (long[] step : new long[][] {{one, 1_000_000}, {other, one}, {1_000_000, other}}) {
            try (PreparedStatement statement = connection.prepareStatement("UPDATE " + table + " SET " + number
                    + " = ? WHERE CAST(session_id AS TEXT) = ? AND " + number + " = ?")) {
                statement.setLong(1, step[1]);
                statement.setString(2, session);
                statement.setLong(3, step[0]);
                statement.executeUpdate();
            }
        }
    }

    /** What replay says of the session if two seats trade their final ballots. */
    ReplayReport swappedBallots() throws SQLException {
        tradeBallots();
        ReplayReport report = replay();
        tradeBallots();
        return report;
    }

    private void tradeBallots() throws SQLException {
        for (String[] step : new String[][] {{"a0", "zoe"}, {"a1", "a0"}, {"zoe", "a1"}}) {
            try (PreparedStatement statement = connection.prepareStatement("UPDATE debate_ballots SET agent_id = ?"
                    + " WHERE CAST(session_id AS TEXT) = ? AND stage = 'final' AND agent_id = ?")) {
                statement.setString(1, step[1]);
                statement.setString(2, session);
                statement.setString(3, step[0]);
                statement.executeUpdate();
            }
        }
    }
}
