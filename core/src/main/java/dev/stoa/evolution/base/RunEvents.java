package dev.stoa.evolution.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.TextEnum;
import dev.stoa.json.Json;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of runs, each written in the transaction of the act it tells of, so that who follows a run misses nothing
 * and is told of nothing that did not happen. Thread-safe.
 */
public final class RunEvents {
    /** The most runs whose newest events are asked for at once. */
    public static final int MOST_HEADS = 10_000;

    private static final int MOST = 1_000;

    private final EvolutionContext context;

    private RunEvents(EvolutionContext context) {
        this.context = context;
    }

    public static RunEvents over(EvolutionContext context) {
        return new RunEvents(context);
    }

    /** An event that is to be told. */
    public record New(EventKind kind, @Nullable String ref, Map<String, ? extends @Nullable Object> data) {}

    /** Tells of something in the transaction in which it happens. */
    public static void append(Tx tx, String runId, New event, Instant now) {
        append(tx, runId, List.of(event), now);
    }

    /** Tells of several things, in order. */
    public static void append(Tx tx, String runId, List<New> events, Instant now) {
        long last = tx.number("SELECT COALESCE(max(seq), 0) FROM run_events WHERE run_id = ?", runId);
        long[] seq = {last};
        tx.batch(
                "INSERT INTO run_events (run_id, seq, kind, ref, data, at) VALUES (?, ?, ?, ?, ?, ?)",
                events,
                event -> Tx.values(
                        runId, ++seq[0], event.kind().text(), event.ref(), Json.canonical(event.data()), now));
    }

    /**
     * What happened to a run after an event, oldest first.
     *
     * @param after the last event that is known; 0 for none
     * @param limit the most to return, 1 to 1,000
     */
    @Needs(Right.READ)
    public List<RunEvent> after(Principal by, String runId, long after, int limit) {
        return context.read(by, (tx, now) -> {
            Bounds.whole("limit", limit, 1, MOST);
            return tx.list(
                    "SELECT seq, kind, ref, data, at FROM run_events WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                    row -> new RunEvent(
                            runId,
                            row.number(1),
                            TextEnum.of("kind", EventKind.values(), row.text(2)),
                            row.textOrNull(3),
                            Json.parseObject(row.text(4)),
                            row.instant(5)),
                    Bounds.id("run", runId),
                    after,
                    limit);
        });
    }

    /** The number of the newest event of each run, by its id; a run that does not exist is not there. One statement. */
    @Needs(Right.READ)
    public Map<String, Long> heads(Principal by, Collection<String> ids) {
        return context.read(by, (tx, now) -> {
            Bounds.whole("number of ids", ids.size(), 0, MOST_HEADS);
            Map<String, Long> heads = new HashMap<>();
            if (!ids.isEmpty()) {
                tx.list(
                                "SELECT run_id, max(seq) FROM run_events WHERE run_id IN (" + Tx.marks(ids.size())
                                        + ") GROUP BY run_id",
                                row -> Map.entry(row.text(1), row.number(2)),
                                ids.toArray())
                        .forEach(head -> heads.put(head.getKey(), head.getValue()));
            }
            return heads;
        });
    }

    /** A place from which no later event of any run is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch(Principal by) {
        Rights.check(by);
        return context.archive().commits().watch();
    }
}
