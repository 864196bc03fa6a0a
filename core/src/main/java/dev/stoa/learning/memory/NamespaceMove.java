package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.util.List;

/**
 * Moves an agent's own memories to the namespace of another name. Stateless. A red line is lifted for the move and set
 * again in the same unit of work, and its events say so.
 */
final class NamespaceMove {
    private NamespaceMove() {}

    static long run(MemoryTx unit, String from, String to) {
        String old = MemoryTx.own(from);
        String now = MemoryTx.own(to);
        String reason = "agent " + from + " is now " + to;
        List<String> marked = unit.tx.list(
                "SELECT id FROM continuum_memory WHERE namespace = ? AND red_line = 1 ORDER BY seq",
                row -> row.text(1),
                old);
        for (String id : marked) {
            unit.event(id, "lift", Json.object("reason", reason));
            unit.tx.update("UPDATE continuum_memory SET red_line = 0 WHERE id = ?", id);
        }
        long moved = unit.tx.update("UPDATE continuum_memory SET namespace = ? WHERE namespace = ?", now, old);
        for (String id : marked) {
            unit.event(id, "mark", Json.object("reason", reason));
            unit.tx.update("UPDATE continuum_memory SET red_line = 1 WHERE id = ?", id);
        }
        return moved
                + unit.tx.update("UPDATE continuum_memory_archive SET namespace = ? WHERE namespace = ?", now, old);
    }
}
