package dev.stoa.engine.society;

import dev.stoa.society.run.Execution;
import dev.stoa.society.work.Task;

/** Is told what a worker does, on the threads that do it. */
public interface WorkerListener {
    /** Hears nothing. */
    WorkerListener NONE = new WorkerListener() {
        @Override
        public void taken(Execution execution) {}

        @Override
        public void ended(Task task) {}

        @Override
        public void givenBack(Execution execution) {}
    };

    /** An execution was claimed. */
    void taken(Execution execution);

    /** It ended, or waits for its next attempt. */
    void ended(Task task);

    /** The worker stops and another may take it. */
    void givenBack(Execution execution);
}
