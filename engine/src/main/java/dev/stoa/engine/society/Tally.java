package dev.stoa.engine.society;

import dev.stoa.json.Json;
import dev.stoa.society.work.TaskStatus;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of the executions of a worker. Thread-safe. */
public final class Tally {
    private final Map<TaskStatus, Integer> ended = new EnumMap<>(TaskStatus.class);
    private int executed;

    synchronized void add(TaskStatus status) {
        executed++;
        ended.merge(status, 1, Integer::sum);
    }

    /** How many executions there were, retries among them. */
    public synchronized int executed() {
        return executed;
    }

    /** How many ended so. */
    public synchronized int of(TaskStatus status) {
        return ended.getOrDefault(status, 0);
    }

    /** The numbers as they are shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "executed", executed(),
                "completed", of(TaskStatus.COMPLETED),
                "failed", of(TaskStatus.FAILED),
                "timeout", of(TaskStatus.TIMEOUT),
                "killed", of(TaskStatus.KILLED));
    }
}
