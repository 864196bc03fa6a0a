package dev.stoa.server.mcp;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A message that a thread of its own answers, with everything that is sent on the way. Thread-safe. */
final class Work {
    private final EventLog log = new EventLog();
    private final Thread worker;
    private volatile McpProtocol.@Nullable Reply reply;

    private Work(Function<Sink, McpProtocol.Reply> job) {
        this.worker = Thread.ofVirtual().name("stoa-mcp").unstarted(() -> {
            try {
                McpProtocol.Reply done = job.apply(log);
                reply = done;
                if (done.message() != null) {
                    log.send(done.message());
                }
            } finally {
                log.end();
            }
        });
    }

    static Work start(Function<Sink, McpProtocol.Reply> job) {
        Work work = new Work(job);
        work.worker.start();
        return work;
    }

    EventLog log() {
        return log;
    }

    /** What was answered; null while it is not. */
    McpProtocol.@Nullable Reply reply() {
        return reply;
    }

    /** Ends the work, because nobody waits for it any more. */
    void cancel() {
        worker.interrupt();
    }
}
