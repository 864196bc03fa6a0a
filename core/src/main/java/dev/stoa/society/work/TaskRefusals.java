package dev.stoa.society.work;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Times;

/** Why somebody cannot have or change a task. Stateless. */
public final class TaskRefusals {
    private TaskRefusals() {}

    static ConflictException held(Task task) {
        String until = task.leaseExpiresAt() == null ? "" : " until " + Times.show(task.leaseExpiresAt());
        return new ConflictException(
                "held",
                "task " + task.shortId() + " is held by "
                        + (task.assignee() == null ? task.leaseHolder() : task.assignee()) + until,
                "claim another, or wait");
    }

    static ConflictException finished(Task task) {
        return new ConflictException(
                "finished",
                "task " + task.shortId() + " has ended as " + task.status().text(),
                "add a new one if it is to be done again");
    }

    public static ConflictException lost(Task task, String token) {
        return new ConflictException(
                "lease_lost",
                "task " + task.shortId() + " is not held with " + token + "; its newest token is " + task.leaseToken()
                        + " and it is " + task.status().text(),
                "claim it again");
    }

    static ForbiddenException another(Task task, String verb) {
        return new ForbiddenException(
                "forbidden",
                "task " + task.shortId() + " is held by " + task.assignee() + ", who alone may " + verb + " it",
                null);
    }

    static ConflictException notWork(Task task) {
        return new ConflictException(
                "conflict",
                "task " + task.shortId() + " is an execution of " + task.identity() + ", which is for workers only",
                "see stoa run");
    }

    static ConflictException offered(Task task) {
        return new ConflictException(
                "held",
                "task " + task.shortId() + " is offered to " + task.offeredName() + " alone",
                "claim another, or let whoever added it withdraw the offer");
    }
}
