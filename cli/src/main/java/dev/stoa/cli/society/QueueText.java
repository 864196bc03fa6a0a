package dev.stoa.cli.society;

import dev.stoa.Stoa;
import dev.stoa.engine.society.WorkerSign;
import java.util.ArrayList;
import java.util.List;

/** What is said of something that waits for a worker. Stateless. */
final class QueueText {
    private QueueText() {}

    /** The lines, and a warning if no worker is seen that could execute them. */
    static List<String> of(Stoa stoa, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        if (!WorkerSign.seen(stoa)) {
            all.add("no worker was seen on this machine; stoa run work executes what is queued");
        }
        return all;
    }
}
