package dev.stoa.server.sse;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.session.DebateEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a debate. */
record DebateSource(DebateEvents events, String id) implements Source {
    private DebateEvents.Head head(Principal by) {
        DebateEvents.Head head = events.as(by).heads(List.of(id)).get(id);
        if (head == null) {
            throw new NotFoundException("not_found", "debate " + id + " does not exist", "it was deleted");
        }
        return head;
    }

    private static @Nullable String over(DebateEvents.Head head) {
        return head.status().isTerminal() ? head.status().text() : null;
    }

    @Override
    public long newest(Principal by) {
        return head(by).events();
    }

    @Override
    public boolean isOver(Principal by, long position) {
        DebateEvents.Head head = head(by);
        return over(head) != null && head.events() == position;
    }

    @Override
    public Batch after(Principal by, long position) {
        // Before the events: if it is over in this, they are all there.
        DebateEvents.Head head = head(by);
        Long reset = position > head.events() ? 0L : null;
        List<DebateEvent> found = events.as(by).after(id, reset == null ? position : reset, PORTION);
        long next = found.isEmpty()
                ? (reset == null ? position : reset)
                : found.getLast().seq();
        return new Batch(
                reset,
                found.stream()
                        .map(event -> Event.of(event.seq(), event.kind(), event.document()))
                        .toList(),
                next,
                found.size() == PORTION,
                over(head));
    }
}
