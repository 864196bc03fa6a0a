package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.society.Society;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.society.run.RunLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * That a run of an agent has changed or written more, but not what. For one stream, used by one thread at a time: what is
 * written has no number in the feed, so it is kept how much that was when it was last read.
 */
final class RunHints implements Source {
    private final Society society;
    private final String id;
    private final FeedSource feed;
    private RunLog.@Nullable Written written;

    RunHints(Society society, String id) {
        this.society = society;
        this.id = id;
        this.feed = new FeedSource(society.feed(), FeedQuery.after(0).ofRun(id));
    }

    /** The run, and how much it had written when that was last read. */
    String state() {
        return id + " " + written;
    }

    @Override
    public long newest(Principal by) {
        // The feed first: of a further attempt that begins meanwhile, and with nothing written, it tells after this.
        long newest = feed.newest(by);
        written = society.runs().written(by, id);
        return newest;
    }

    @Override
    public boolean isOver(Principal by, long position) {
        return false;
    }

    @Override
    public Batch after(Principal by, long position) {
        Batch changes = feed.after(by, position);
        RunLog.Written now = society.runs().written(by, id);
        List<Event> events = new ArrayList<>(changes.events());
        if (!now.equals(written)) {
            events.add(Event.plain("output", Json.object()));
        }
        written = now;
        return new Batch(changes.reset(), events, changes.next(), changes.more(), null);
    }
}
