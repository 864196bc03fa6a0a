package dev.stoa.server.sse;

import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Simulated;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.Transition;
import java.util.List;

/**
 * What an agent sees of the memories, for which those of others do not exist: a commit is told if it changed the newest
 * memories or moves that the agent may read. A position is a digest of these.
 */
record MemorySource(Continuum memories) implements Source {
    private static final Page.Request NEWEST = new Page.Request(50, null);

    @Override
    public long newest(Principal by) {
        Continuum seen = memories.as(by);
        List<?> shown = List.of(
                seen.list(null, null, Simulated.INCLUDE, NEWEST).items().stream()
                        .map(Memory::document)
                        .toList(),
                seen.transitions(null, NEWEST).items().stream()
                        .map(Transition::document)
                        .toList());
        return Json.write(shown).hashCode();
    }

    @Override
    public boolean isOver(Principal by, long position) {
        return false;
    }

    @Override
    public Batch after(Principal by, long position) {
        long now = newest(by);
        return new Batch(
                null, now == position ? List.of() : List.of(Event.plain("commit", Json.object())), now, false, null);
    }
}
