package dev.stoa.evolution.retention;

import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Optional;

/** The pruning of one run, inside of the caller's unit of work. Stateless. */
public final class PruneTable {
    private static final String GENERATIONS = "(SELECT id FROM Generations WHERE run_id = ? AND seq > ? AND seq <= ?)";

    private static final String EPISODE_COLUMNS = """
            id, generation_id, agent_a_profile_id, agent_b_profile_id, agent_a_score, agent_b_score, total_turns,
            termination_reason, final_state_snapshot, is_shadow_trial, created_at, scout_hypotheses""";

    private static final String LOG_COLUMNS = """
            id, episode_id, turn_number, speaker_id, internal_monologue, public_dialogue, state_mutations,
            propose_resolution, abort_episode, token_usage, actor_id, outcome, attempts, violation, state_version,
            environment_json""";

    /** The sequence that counts the log rows that were deleted. */
    static final String DELETED = "deleted_logs";

    /** The sequence that says how many of them are gone from the files too. */
    static final String CLEANED = "cleaned_logs";

    private PruneTable() {}

    private record Mark(long logsSeq, long episodesSeq, long failureScore, long keptLogs) {}

    /** Prunes a run; what an earlier call has done is not looked at again. */
    public static PruneReport prune(Tx tx, String runId, PrunePolicy policy, Instant now) {
        long newest = tx.number("SELECT COALESCE(max(seq), 0) FROM Generations WHERE run_id = ?", runId);
        Optional<Mark> mark = tx.one(
                "SELECT logs_seq, episodes_seq, failure_score, kept_logs FROM retention_marks WHERE run_id = ?",
                row -> new Mark(row.number(1), row.number(2), row.number(3), row.number(4)),
                runId);
        // A lower score makes fewer failures, so that generations that were pruned have more to prune.
        boolean again = mark.isPresent() && policy.failureScore() < mark.get().failureScore();
        long prunedTo = mark.map(Mark::logsSeq).orElse(0L);
        long logsFrom = again ? 0 : prunedTo;
        long episodesFrom = mark.map(Mark::episodesSeq).orElse(0L);
        long logsTo = Math.max(0, newest - policy.keepLogs());
        long episodesTo = Math.max(0, newest - policy.keepEpisodes());
        long deleted = logsTo > logsFrom ? deleteLogs(tx, runId, logsFrom, logsTo, policy.failureScore()) : 0;
        if (deleted > 0) {
            tx.update("""
                    INSERT INTO archive_sequence (name, value) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET value = archive_sequence.value + excluded.value""", DELETED, deleted);
        }
        long keptBefore = mark.map(Mark::keptLogs).orElse(0L);
        long kept = again || logsTo < prunedTo
                ? kept(tx, runId, 0, logsTo)
                : logsTo == prunedTo ? keptBefore : keptBefore + kept(tx, runId, prunedTo, logsTo);
        Moved moved = episodesTo > episodesFrom ? move(tx, runId, episodesFrom, episodesTo, now) : new Moved(0, 0);
        if (logsTo > logsFrom || episodesTo > episodesFrom) {
            tx.update(
                    """
                    INSERT INTO retention_marks (run_id, logs_seq, episodes_seq, failure_score, kept_logs)
                    VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (run_id) DO UPDATE SET logs_seq = excluded.logs_seq,
                        episodes_seq = excluded.episodes_seq, failure_score = excluded.failure_score,
                        kept_logs = excluded.kept_logs""",
                    runId,
                    Math.max(logsTo, prunedTo),
                    Math.max(episodesTo, episodesFrom),
                    failureScore(mark, policy, logsTo),
                    logsTo >= prunedTo ? kept : again ? kept(tx, runId, 0, prunedTo) : keptBefore);
        }
        return new PruneReport(runId, newest, moved.episodes(), deleted, moved.logs(), kept);
    }

    /** The score by which all generations up to the mark are pruned; a lower one that not all of them have had waits. */
    private static long failureScore(Optional<Mark> mark, PrunePolicy policy, long logsTo) {
        return mark.filter(old -> policy.failureScore() > old.failureScore() || logsTo < old.logsSeq())
                .map(old -> Math.max(policy.failureScore(), old.failureScore()))
                .orElse((long) policy.failureScore());
    }

    private static long deleteLogs(Tx tx, String runId, long from, long to, int failureScore) {
        long deleted = 0;
        for (String[] tables :
                new String[][] {{"Episodes", "ActionLogs"}, {"episodes_archive", "action_logs_archive"}}) {
            String which = "SELECT f.episode_id FROM " + tables[0]
                    + " e JOIN episode_facts f ON f.episode_id = e.id WHERE e.generation_id IN " + GENERATIONS
                    + " AND f.logs = 'full' AND f.min_score > ?";
            deleted += tx.update(
                    "DELETE FROM " + tables[1] + " WHERE episode_id IN (" + which + ")", runId, from, to, failureScore);
            tx.update(
                    "UPDATE episode_facts SET logs = 'pruned' WHERE episode_id IN (" + which + ")",
                    runId,
                    from,
                    to,
                    failureScore);
        }
        return deleted;
    }

    /** How many rows the logs of failures have, above one generation and up to another. */
    private static long kept(Tx tx, String runId, long from, long to) {
        long kept = 0;
        for (String[] tables :
                new String[][] {{"Episodes", "ActionLogs"}, {"episodes_archive", "action_logs_archive"}}) {
            kept += tx.number(
                    "SELECT count(*) FROM " + tables[1] + " WHERE episode_id IN (SELECT f.episode_id FROM " + tables[0]
                            + " e JOIN episode_facts f ON f.episode_id = e.id WHERE e.generation_id IN " + GENERATIONS
                            + " AND f.logs = 'full')",
                    runId,
                    from,
                    to);
        }
        return kept;
    }

    private record Moved(long episodes, long logs) {}

    private static Moved move(Tx tx, String runId, long from, long to, Instant now) {
        String episodes = "SELECT id FROM Episodes WHERE generation_id IN " + GENERATIONS;
        long moved = tx.update(
                "INSERT INTO episodes_archive (" + EPISODE_COLUMNS + ", archived_at) SELECT " + EPISODE_COLUMNS
                        + ", " + tx.dialect().pick("?", "CAST(? AS timestamptz)")
                        + " FROM Episodes WHERE generation_id IN " + GENERATIONS + " ON CONFLICT (id) DO NOTHING",
                now,
                runId,
                from,
                to);
        long logs = tx.update(
                "INSERT INTO action_logs_archive (" + LOG_COLUMNS + ", archived_at) SELECT " + LOG_COLUMNS + ", "
                        + tx.dialect().pick("?", "CAST(? AS timestamptz)") + " FROM ActionLogs WHERE episode_id IN ("
                        + episodes + ") ON CONFLICT (id) DO NOTHING",
                now,
                runId,
                from,
                to);
        tx.update("DELETE FROM ActionLogs WHERE episode_id IN (" + episodes + ")", runId, from, to);
        tx.update("DELETE FROM Episodes WHERE generation_id IN " + GENERATIONS, runId, from, to);
        return new Moved(moved, logs);
    }
}
