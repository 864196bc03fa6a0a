package dev.stoa.evolution.episode;

import dev.stoa.base.ConflictException;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to play an episode again from its log. Immutable.
 *
 * @param scenario the scenario of the run
 * @param finalState the state at the end, with what is private in it
 */
public record ReplayRecord(
        Episode episode,
        List<LogEntry> logs,
        Map<String, @Nullable Object> scenario,
        Map<String, @Nullable Object> finalState) {
    static ReplayRecord of(Tx tx, String id) {
        Episode episode = EpisodeTable.get(tx, id);
        if (episode.pruned()) {
            throw new ConflictException(
                    "pruned",
                    "the log of episode " + id + " was pruned",
                    "replay an episode of a newer generation, or a failure");
        }
        String scenario = tx.one(
                        "SELECT scenario_json FROM evolution_runs WHERE id = ?",
                        row -> row.text(1),
                        String.valueOf(episode.runId()))
                .orElse("{}");
        return new ReplayRecord(
                episode,
                EpisodeTable.logs(tx, id),
                StoredJson.object(scenario),
                StoredJson.object(EpisodeTable.snapshot(tx, id).finalState()));
    }
}
