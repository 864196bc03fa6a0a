package dev.stoa.society.run;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.AgentTable;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.base.VisibleChannels;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.TaskTable;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts and wakes runs by hand, within a unit of work. Stateless. */
final class RunStart {
    private RunStart() {}

    /** Wakes the run that the agent has in the channel, or starts another; the execution is pending. */
    static Task start(Tx tx, Ids ids, ResolvedPrincipal me, RunRequest request, SocietyRules rules, Instant now) {
        Agent agent = runnable(tx, References.agent(tx, request.agent()));
        String channel = request.channel() == null ? null : References.channel(tx, me, request.channel());
        RunLineage lineage = RunLineage.of(tx, me, request.task(), rules);
        checkPlace(tx, agent, channel);
        Optional<Run> there = (channel == null ? Optional.<Run>empty() : RunTable.live(tx, agent.id(), channel))
                .map(run -> RunTransitions.met(tx, run, now))
                .filter(run -> run.state() != Run.State.ENDED);
        if (there.isPresent() && there.get().state() == Run.State.WORKING) {
            throw working(there.get());
        }
        there.ifPresent(run -> RunTransitions.wake(tx, run, now));
        Run run = there.orElseGet(() ->
                RunTransitions.begin(tx, ids, agent, channel, request.keep() ? rules.idle() : Duration.ZERO, now));
        return RunTransitions.execution(
                tx,
                ids,
                run,
                new RunTransitions.Assignment(request.input(), request.raw(), request.timeLimit(), lineage),
                now);
    }

    /** Starts again what the latest execution of a run did not complete. */
    static Task retry(
            Tx tx, Ids ids, ResolvedPrincipal me, String ref, @Nullable String task, SocietyRules rules, Instant now) {
        Run run = RunTable.seen(tx, me, ref);
        Task last = TaskTable.latestOf(tx, run.id());
        if (!last.status().isTerminal() || last.status() == TaskStatus.COMPLETED) {
            throw new ConflictException(
                    "conflict",
                    "the latest execution of run " + run.shortId() + " is "
                            + last.status().text() + "; only what failed, timed out or was stopped is tried again",
                    last.status() == TaskStatus.COMPLETED
                            ? "start a new run of " + run.identity()
                            : "wait for it, or stop run " + run.shortId());
        }
        RunRequest request = tx.one(
                        "SELECT raw, time_limit_seconds FROM tasks WHERE task_id = ?",
                        row -> {
                            Long limit = row.numberOrNull(2);
                            return RunRequest.of(run.agentId(), last.input())
                                    .raw(row.flag(1))
                                    .within(limit == null ? null : Duration.ofSeconds(limit));
                        },
                        last.id())
                .orElseThrow();
        return start(tx, ids, me, request.in(run.channelId()).from(task), rules, now);
    }

    /** Wakes a run that waits. */
    static Task wake(
            Tx tx,
            Ids ids,
            ResolvedPrincipal me,
            String ref,
            String input,
            @Nullable String task,
            SocietyRules rules,
            Instant now) {
        Run run = RunTransitions.met(tx, RunTable.seen(tx, me, ref), now);
        if (run.state() == Run.State.WORKING) {
            throw working(run);
        }
        if (run.state() == Run.State.ENDED) {
            throw new ConflictException(
                    "conflict",
                    "run " + run.shortId() + " of " + run.identity() + " has ended (" + run.endReason() + ")",
                    "start a new run of " + run.identity());
        }
        Agent agent = runnable(tx, run.agentId());
        checkPlace(tx, agent, run.channelId());
        RunLineage lineage = RunLineage.of(tx, me, task, rules);
        RunTransitions.wake(tx, run, now);
        return RunTransitions.execution(tx, ids, run, new RunTransitions.Assignment(input, false, null, lineage), now);
    }

    private static Agent runnable(Tx tx, String id) {
        Agent agent = AgentTable.get(tx, id);
        if (!agent.isRunnable()) {
            throw new ConflictException(
                    "conflict",
                    "agent " + agent.identity() + " (" + agent.kind().text() + ", " + agent.model()
                            + (agent.isLive() ? "" : ", archived") + ") cannot be run",
                    "run an agent whose model names a provider");
        }
        return agent;
    }

    private static void checkPlace(Tx tx, Agent agent, @Nullable String channel) {
        if (VisibleChannels.archived(tx, channel)) {
            throw new ConflictException("archived", "the channel is archived", "restore it, or choose another");
        }
        if (!VisibleChannels.sees(tx, agent.id(), channel)) {
            throw new ConflictException(
                    "conflict",
                    "agent " + agent.identity() + " is not a member of the channel",
                    "add it to the channel first");
        }
    }

    private static ConflictException working(Run run) {
        return new ConflictException(
                "conflict",
                "agent " + run.identity() + " works already in run " + run.shortId(),
                "wait for it, or stop run " + run.shortId());
    }
}
