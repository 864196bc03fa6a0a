package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.base.RunEvent;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a run of the evolution. */
record EvolutionSource(Evolution evolution, String id) implements Source {
    private @Nullable String over(Principal by) {
        Run run = evolution.runs().get(by, id);
        return run.status() == RunStatus.RUNNING || run.status() == RunStatus.PAUSED
                ? null
                : run.status().text();
    }

    @Override
    public long newest(Principal by) {
        return evolution.events().heads(by, List.of(id)).getOrDefault(id, 0L);
    }

    @Override
    public boolean isOver(Principal by, long position) {
        return over(by) != null && newest(by) == position;
    }

    @Override
    public Batch after(Principal by, long position) {
        // Before the events: if it is over in this, they are all there.
        String over = over(by);
        Long reset = position > newest(by) ? 0L : null;
        long from = reset == null ? position : reset;
        List<RunEvent> found = evolution.events().after(by, id, from, PORTION);
        return new Batch(
                reset,
                found.stream()
                        .map(event -> Event.of(event.seq(), event.kind().text(), event.document()))
                        .toList(),
                found.isEmpty() ? from : found.getLast().seq(),
                found.size() == PORTION,
                over);
    }
}
