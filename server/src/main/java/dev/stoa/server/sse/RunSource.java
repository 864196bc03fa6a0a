package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.society.Society;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunLog;
import dev.stoa.society.work.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of an agent: its changes, and what its executions write. For one stream, used by one thread at a time. What is
 * written has no number of the feed: a client that resumes gets the output of the present execution from its beginning.
 */
final class RunSource implements Source {
    private static final int CHUNKS = 64;

    private final Society society;
    private final String id;
    private final FeedSource feed;
    private final Output output = new Output("output", false);
    private final Output errors = new Output("stderr", true);

    RunSource(Society society, String id) {
        this.society = society;
        this.id = id;
        this.feed = new FeedSource(society.feed(), FeedQuery.after(0).ofRun(id));
    }

    /** How much of an output was sent. */
    private final class Output {
        private final String name;
        private final boolean error;
        private String execution = "";
        private long ordinal = -1;
        private int chars;

        Output(String name, boolean error) {
            this.name = name;
            this.error = error;
        }

        void read(Principal by, String task, List<Event> events) {
            RunLog.Tail tail = society.runs().chunksAfter(by, task, error, ordinal, CHUNKS);
            String now = task + " " + tail.task().attempt();
            if (!now.equals(execution)) {
                boolean first = ordinal < 0;
                execution = now;
                ordinal = -1;
                chars = 0;
                tail = first ? tail : society.runs().chunksAfter(by, task, error, ordinal, CHUNKS);
            }
            int sent = chars;
            for (RunLog.Chunk chunk : tail.chunks()) {
                sent += chunk.text().length();
                events.add(event(chunk.ordinal(), chunk.text(), sent));
            }
            String whole = whole(tail.task());
            if (tail.chunks().isEmpty() && whole != null && whole.length() > sent) {
                events.add(event(ordinal + 1, whole.substring(sent), whole.length()));
            }
        }

        /** All of it, of an execution that has ended. */
        private @Nullable String whole(Task task) {
            return task.status().isTerminal() ? (error ? task.stderr() : task.output()) : null;
        }

        private Event event(long number, String text, int upTo) {
            return Event.plain("output", Json.object("stream", name, "ordinal", number, "text", text))
                    .then(() -> {
                        ordinal = number;
                        chars = upTo;
                    });
        }
    }

    @Override
    public long newest(Principal by) {
        return feed.newest(by);
    }

    @Override
    public boolean isOver(Principal by, long position) {
        if (over(society.runs().get(by, id)) == null) {
            return false;
        }
        Batch batch = feed.after(by, position);
        while (batch.reset() == null && batch.events().isEmpty() && batch.more()) {
            batch = feed.after(by, batch.next());
        }
        return batch.reset() == null && batch.events().isEmpty();
    }

    private static @Nullable String over(Run run) {
        return run.state() == Run.State.ENDED ? run.state().text() : null;
    }

    @Override
    public Batch after(Principal by, long position) {
        // Before the changes: if it is over in this, they are all there.
        Run run = society.runs().get(by, id);
        List<Event> events = new ArrayList<>();
        if (run.taskId() != null) {
            output.read(by, run.taskId(), events);
            errors.read(by, run.taskId(), events);
        }
        boolean more = events.size() >= CHUNKS;
        Batch changes = feed.after(by, position);
        events.addAll(changes.events());
        return new Batch(changes.reset(), events, changes.next(), more || changes.more(), over(run));
    }
}
