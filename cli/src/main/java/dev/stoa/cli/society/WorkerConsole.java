package dev.stoa.cli.society;

import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.society.WorkerListener;
import dev.stoa.society.run.Execution;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;

/** Says on standard error what a worker takes and what comes of it, one line each. Thread-safe. */
final class WorkerConsole implements WorkerListener {
    private final Invocation main;

    private WorkerConsole(Invocation main) {
        this.main = main;
    }

    /** The console of a command; with JSON it is silent. */
    static WorkerListener of(Invocation main) {
        return main.json() ? WorkerListener.NONE : new WorkerConsole(main);
    }

    @Override
    public void taken(Execution execution) {
        main.say("took " + name(execution.task()) + attempt(execution.task()));
    }

    @Override
    public void ended(Task task) {
        String error = task.status() == TaskStatus.COMPLETED || task.error() == null ? "" : ": " + task.error();
        main.say(name(task) + " is " + task.status().text() + error);
    }

    @Override
    public void givenBack(Execution execution) {
        main.say(name(execution.task()) + " is given back");
    }

    private static String attempt(Task task) {
        return task.maxAttempts() == 1 ? "" : ", attempt " + task.attempt() + " of " + task.maxAttempts();
    }

    private static String name(Task task) {
        return "task " + task.shortId() + " of " + task.identity();
    }
}
