package dev.stoa.debate;

import dev.stoa.base.Excerpt;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Looks for texts in the records of debates. Stateless. */
final class SessionTexts {
    /** Prompts cut long texts, so only their beginning is looked for. */
    private static final int LOOKED_FOR = 80;

    private static final List<String> PLACES = List.of(
            "SELECT id, topic, CAST(config AS TEXT), COALESCE(CAST(outcome AS TEXT), '') FROM debate_sessions",
            "SELECT session_id, COALESCE(prompt, ''), content, '' FROM debate_turns",
            "SELECT session_id, CAST(data AS TEXT), '', '' FROM debate_events",
            "SELECT session_id, CAST(payload AS TEXT), '', '' FROM debate_outbox");

    private SessionTexts() {}

    static List<String> holding(Tx tx, List<String> texts) {
        Set<String> wanted = new HashSet<>();
        texts.forEach(text -> wanted.addAll(forms(text)));
        TreeSet<String> found = new TreeSet<>();
        if (!wanted.isEmpty()) {
            TextFinder finder = new TextFinder(wanted);
            for (String place : PLACES) {
                tx.each(place, row -> {
                    String id = row.text(1);
                    if (!found.contains(id)
                            && (finder.in(row.text(2)) || finder.in(row.text(3)) || finder.in(row.text(4)))) {
                        found.add(id);
                    }
                });
            }
        }
        return List.copyOf(found);
    }

    /** The beginning of the longest line, as it is and as it stands in JSON; nothing of a blank text. */
    private static List<String> forms(String text) {
        String line = text.lines()
                .map(String::strip)
                .max(Comparator.comparingInt(String::length))
                .orElse("");
        if (line.isEmpty()) {
            return List.of();
        }
        String start = Excerpt.of(line, LOOKED_FOR);
        String quoted = Json.write(start);
        return List.of(start, quoted.substring(1, quoted.length() - 1));
    }
}
