package dev.stoa.server.openai;

import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.conversation.TokenEstimate;
import dev.stoa.json.Json;
import dev.stoa.server.backend.RunWork;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import java.time.Duration;
import java.util.Optional;

/** The output of an agent that was started. Thread-safe. */
record PendingRun(RunWork runs, Principal by, String id) implements Pending {
    @Override
    public Optional<Completion> await(Duration most) throws InterruptedException {
        return runs.ended(by, id, most).map(this::completion);
    }

    private Completion completion(Task task) {
        if (task.status() != TaskStatus.COMPLETED) {
            throw new UnavailableException(
                    "no_answer", "run " + id + " is " + task.status().text(), "see its logs, and start it again");
        }
        String output = task.output() == null ? "" : task.output();
        return new Completion(
                output,
                task.outputTruncated() ? Completion.Finish.LENGTH : Completion.Finish.STOP,
                TokenEstimate.of(task.input()),
                TokenEstimate.of(output),
                Json.object("run_id", id, "task_id", task.id(), "tokens_estimated", true));
    }
}
