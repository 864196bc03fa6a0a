package dev.stoa.society;

import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the mentions that came while an agent was working their execution when it is free again, within that unit of
 * work. Stateless. The limits are looked at again, because others may have used them up meanwhile.
 */
final class WaitingMentions {
    private static final Duration HOUR = Duration.ofHours(1);

    private static final String WAITING = """
            SELECT m.message_id, m.content, m.deleted_at, p.depth, p.root_message_id, p.task_id
            FROM mentions n JOIN messages m ON m.message_id = n.message_id LEFT JOIN tasks p ON p.task_id = m.task_id
            WHERE n.agent_id = ? AND n.channel_id = ? AND n.state = 'waiting' ORDER BY n.seq""";

    private static final String SET = """
            UPDATE mentions SET state = ?, reason = ?, task_id = ? WHERE message_id = ? AND agent_id = ?""";

    private static final String THIS_HOUR = """
            SELECT count(*) FROM tasks WHERE channel_id = ? AND trigger_message_id IS NOT NULL AND created_at > ?""";

    private record Mention(String message, String content, boolean deleted, Lineage lineage) {}

    private WaitingMentions() {}

    /** Wakes a run for all that wait for it; false if nobody does, or nobody may. */
    static boolean serve(Tx tx, Ids ids, Run run, SocietyRules rules, Instant now) {
        if (run.channelId() == null) {
            return false;
        }
        List<Mention> let = new ArrayList<>();
        for (Mention mention : waiting(tx, run.agentId(), run.channelId())) {
            String reason = mention.deleted() ? "deleted" : refusal(tx, mention.lineage(), rules);
            if (reason == null) {
                let.add(mention);
            } else {
                tx.update(SET, "skipped", reason, null, mention.message(), run.agentId());
            }
        }
        if (let.isEmpty()) {
            return false;
        }
        if (tx.number(THIS_HOUR, run.channelId(), now.minus(HOUR)) >= rules.maxRunsPerChannelHour()) {
            let.forEach(mention -> tx.update(SET, "skipped", "rate", null, mention.message(), run.agentId()));
            return false;
        }
        Mention first = let.getFirst();
        Lineage deepest = let.stream()
                .map(Mention::lineage)
                .reduce((a, b) -> b.depth() > a.depth() ? b : a)
                .orElseThrow();
        RunMoves.wake(tx, run, now);
        Lineage lineage = new Lineage(deepest.parent(), deepest.root(), deepest.depth(), first.message());
        Task task = RunMoves.execution(tx, ids, run, new RunMoves.Errand(first.content(), false, null, lineage), now);
        for (Mention mention : let) {
            String state = mention.equals(first) ? "started" : "coalesced";
            tx.update(SET, state, null, task.id(), mention.message(), run.agentId());
        }
        return true;
    }

    private static List<Mention> waiting(Tx tx, String agent, String channel) {
        return tx.list(
                WAITING,
                row -> {
                    Long depth = row.numberOrNull(4);
                    String message = row.text(1);
                    return new Mention(
                            message,
                            row.text(2),
                            row.textOrNull(3) != null,
                            depth == null
                                    ? new Lineage(null, message, 0, message)
                                    : new Lineage(
                                            row.textOrNull(6),
                                            row.textOrNull(5) == null ? message : row.textOrNull(5),
                                            Math.toIntExact(depth) + 1,
                                            message));
                },
                agent,
                channel);
    }

    private static @Nullable String refusal(Tx tx, Lineage lineage, SocietyRules rules) {
        if (lineage.depth() > rules.maxDepth()) {
            return "depth";
        }
        return lineage.root() != null && Lineage.size(tx, lineage.root()) >= rules.maxTree() ? "tree" : null;
    }
}
