package dev.stoa.debate;

import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Looks for texts in the records of debates. Stateless. */
final class SessionTexts {
    /** Prompts cut long texts, so only their beginning is looked for. */
    private static final int LOOKED_FOR = 80;

    private static final List<String> PLACES = List.of(
            "SELECT id FROM debate_sessions WHERE %s(topic || ' ' || CAST(config AS TEXT) || ' '"
                    + " || COALESCE(CAST(outcome AS TEXT), ''), ?) > 0",
            "SELECT session_id FROM debate_turns WHERE %s(COALESCE(prompt, '') || ' ' || content, ?) > 0",
            "SELECT session_id FROM debate_events WHERE %s(CAST(data AS TEXT), ?) > 0",
            "SELECT session_id FROM debate_outbox WHERE %s(CAST(payload AS TEXT), ?) > 0");

    private SessionTexts() {}

    static List<String> holding(Tx tx, List<String> texts) {
        TreeSet<String> found = new TreeSet<>();
        String position = tx.dialect().pick("instr", "strpos");
        for (String text : texts) {
            String line = text.lines()
                    .map(String::strip)
                    .max(Comparator.comparingInt(String::length))
                    .orElse("");
            if (line.isEmpty()) {
                continue;
            }
            String start = line.substring(
                    0, line.offsetByCodePoints(0, Math.min(LOOKED_FOR, line.codePointCount(0, line.length()))));
            String quoted = Json.write(start);
            String escaped = quoted.substring(1, quoted.length() - 1);
            for (String place : PLACES) {
                String sql = "SELECT DISTINCT id FROM ("
                        + place.formatted(position).replaceFirst("session_id", "session_id AS id") + ") found";
                found.addAll(tx.list(sql, row -> row.text(1), start));
                if (!escaped.equals(start)) {
                    found.addAll(tx.list(sql, row -> row.text(1), escaped));
                }
            }
        }
        return List.copyOf(found);
    }
}
