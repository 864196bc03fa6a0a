package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import dev.stoa.society.feed.FeedEvent;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.society.feed.FeedReader;

/** Changes of the society that a query names. The feed never ends, and forgets what is old. */
record FeedSource(FeedReader feed, FeedQuery query) implements Source {
    @Override
    public long newest(Principal by) {
        return feed.extent().newest();
    }

    @Override
    public boolean isOver(Principal by, long position) {
        return false;
    }

    @Override
    public Batch after(Principal by, long position) {
        FeedReader.Told told = feed.read(by, query.from(position));
        Long reset = !told.reset()
                ? null
                : Long.valueOf(
                        told.events().isEmpty()
                                ? told.next()
                                : told.events().getFirst().seq() - 1);
        return new Batch(reset, told.events().stream().map(FeedSource::event).toList(), told.next(), told.more(), null);
    }

    private static Event event(FeedEvent event) {
        return Event.of(event.seq(), event.kind().text(), event.document());
    }
}
