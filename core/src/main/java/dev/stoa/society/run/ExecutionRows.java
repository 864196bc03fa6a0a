package dev.stoa.society.run;

import dev.stoa.society.base.AgentTable;
import dev.stoa.society.channel.ExecutionStarter;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Writes the runs and executions that mentions start. Thread-safe. */
public final class ExecutionRows implements ExecutionStarter {
    public static final String LIVE = """
            SELECT task_id, status, raw FROM tasks
            WHERE agent_id = ? AND channel_id = ? AND kind = 'run' AND status IN ('pending', 'running')""";

    private final Ids ids;
    private final Duration idle;

    /** Runs of mentions wait so long to be woken. */
    public ExecutionRows(Ids ids, Duration idle) {
        this.ids = ids;
        this.idle = idle;
    }

    @Override
    public Optional<Live> live(Tx tx, String agentId, String channelId) {
        return tx.one(
                LIVE, row -> new Live(row.text(1), row.text(2).equals("pending"), row.flag(3)), agentId, channelId);
    }

    @Override
    public String start(Tx tx, String agentId, String channelId, String input, Lineage lineage, Instant now) {
        Run run = RunTable.live(tx, agentId, channelId)
                .map(there -> RunTransitions.met(tx, there, now))
                .filter(there -> there.state() != Run.State.ENDED)
                .map(there -> {
                    RunTransitions.wake(tx, there, now);
                    return there;
                })
                .orElseGet(() -> RunTransitions.begin(tx, ids, AgentTable.get(tx, agentId), channelId, idle, now));
        RunLineage from = new RunLineage(
                lineage.parentTaskId(), lineage.rootMessageId(), lineage.depth(), lineage.triggerMessageId());
        return RunTransitions.execution(tx, ids, run, new RunTransitions.Assignment(input, false, null, from), now)
                .id();
    }
}
