package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.teaching.TeachingItems;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.OutboxRow;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.memory.TuneRequest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what debates have to teach from the debate archive to the others. Thread-safe, and so are several loops in
 * several processes: a row that two of them apply has been applied once.
 *
 * <p>The rows of one target are applied in their order and, where its archive can do that, in one transaction; those of
 * different targets at the same time, for they write different archives. A row that fails is tried again later and holds
 * up no other, but what needs an earlier row waits for it. One whose archive does not answer is never given up. Rows
 * whose archive is unknown stay as they are. Hazard: a row is marked after it was applied, so a stop of the loop lets
 * rows be applied again.
 */
public final class LearningLoop {
    private static final Logger LOG = LoggerFactory.getLogger(LearningLoop.class);
    private static final int PORTION = 64;

    /** The codes of errors that say nothing about a row: its archive does not answer, or another holds it. */
    private static final Set<String> SILENT = Set.of("unreachable", "busy");

    /** What a row needs to be applied before it. */
    private static final Map<String, String> NEEDS = Map.of(
            TeachingItems.RESOLUTION, TeachingItems.PREDICTION,
            TeachingItems.MEMORY, TeachingItems.CONSENSUS,
            TeachingItems.CRITIQUES, TeachingItems.CRITIQUES);

    private static final Set<String> MOVES_MEMORIES = Set.of(TeachingItems.OUTCOMES, TeachingItems.MEMORY);
    private static final Executor THREADS =
            task -> Thread.ofVirtual().name("stoa-learning").start(task);

    private final Outbox outbox;
    private final Stoa stoa;
    private final Map<String, LearningTarget> targets;

    private LearningLoop(Outbox outbox, Stoa stoa, Map<String, LearningTarget> targets) {
        this.outbox = outbox;
        this.stoa = stoa;
        this.targets = Map.copyOf(targets);
    }

    /** The loop from an outbox to the learning archives of a place. */
    public static LearningLoop of(Outbox outbox, Stoa stoa) {
        return new LearningLoop(outbox, stoa, LearningTargets.of(stoa));
    }

    /** A loop to the audit log alone, which teaches nothing. */
    public static LearningLoop recording(Outbox outbox, Stoa stoa) {
        return new LearningLoop(outbox, stoa, LearningTargets.recording(stoa));
    }

    /** A loop with other targets, for tests that let them fail. */
    static LearningLoop of(Outbox outbox, Stoa stoa, Map<String, LearningTarget> targets) {
        return new LearningLoop(outbox, stoa, targets);
    }

    /** Applies every row that is due. */
    public Learnt run() {
        long applied = apply(null);
        return learnt(applied, null);
    }

    /** Applies every row of one debate that is due. */
    public Learnt run(String session) {
        long applied = apply(session);
        return learnt(applied, session);
    }

    /** The same, for who does not ask what is left. */
    public void teach(String session) {
        apply(session);
    }

    private Learnt learnt(long applied, @Nullable String session) {
        Outbox.Backlog left = outbox.backlog(session, targets.keySet());
        return new Learnt(applied, left.pending(), left.dead());
    }

    private long apply(@Nullable String session) {
        long applied = 0;
        boolean memories = false;
        long after = 0;
        List<OutboxRow> rows = outbox.due(session, targets.keySet(), after, PORTION);
        while (!rows.isEmpty()) {
            Portion portion = new Portion();
            portion.apply(rows);
            portion.mark();
            applied += portion.learnt();
            memories |= portion.movesMemories();
            after = rows.getLast().seq();
            // A portion that was not full was the last: what came meanwhile is for who stored it, or for the next run.
            rows = rows.size() < PORTION ? List.of() : outbox.due(session, targets.keySet(), after, PORTION);
        }
        if (memories) {
            settle();
        }
        return applied;
    }

    /** Memories move by what was learnt; if that fails, the next run or the hourly one does it. */
    private void settle() {
        try {
            stoa.learning().memories().sweep();
            stoa.learning().memories().tune(TuneRequest.byRule());
        } catch (RuntimeException e) {
            LOG.warn("memories could not be moved after debates were applied", e);
        }
    }

    /** Rows that are marked together, which costs one commit and not one for each. */
    private final class Portion {
        // In the order of the rows, in which every loop marks them.
        private final Map<Long, OutboxRow> done = new ConcurrentSkipListMap<>();
        private final Map<Long, RuntimeException> failed = new ConcurrentSkipListMap<>();

        /** First the targets that need no other, then those that do. */
        void apply(List<OutboxRow> rows) {
            applyTogether(lanes(rows.stream().filter(row -> !needsOther(row.target()))));
            applyTogether(lanes(rows.stream().filter(row -> needsOther(row.target()))));
        }

        private static boolean needsOther(String target) {
            return !target.equals(NEEDS.getOrDefault(target, target));
        }

        /** The rows of each target, in their order. */
        private static Collection<List<OutboxRow>> lanes(Stream<OutboxRow> rows) {
            return rows.collect(Collectors.groupingBy(OutboxRow::target, LinkedHashMap::new, Collectors.toList()))
                    .values();
        }

        private void applyTogether(Collection<List<OutboxRow>> lanes) {
            if (lanes.size() == 1) {
                lanes.forEach(this::applyInOrder);
                return;
            }
            try {
                // An interrupt ends no lane: what it would leave undone would count as failed.
                CompletableFuture.allOf(lanes.stream()
                                .map(lane -> CompletableFuture.runAsync(() -> applyInOrder(lane), THREADS))
                                .toArray(CompletableFuture<?>[]::new))
                        .join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }

        /** The rows of one target. */
        private void applyInOrder(List<OutboxRow> lane) {
            LearningTarget target = targets.get(lane.getFirst().target());
            if (target instanceof BulkTarget<?> bulk && lane.size() > 1) {
                List<OutboxRow> ready = lane.stream().filter(row -> !waits(row)).toList();
                List<Map<String, @Nullable Object>> payloads =
                        ready.stream().map(OutboxRow::payload).toList();
                Map<Integer, RuntimeException> failures = bulk.learnAll(payloads);
                for (int i = 0; i < ready.size(); i++) {
                    ended(ready.get(i), failures.get(i));
                }
            } else if (target != null) {
                lane.forEach(row -> apply(row, target));
            }
        }

        private void apply(OutboxRow row, LearningTarget target) {
            if (waits(row)) {
                return;
            }
            try {
                target.learn(JsonFields.of(row.payload()));
                ended(row, null);
            } catch (RuntimeException e) {
                ended(row, e);
            }
        }

        private void ended(OutboxRow row, @Nullable RuntimeException failure) {
            if (failure == null) {
                done.put(row.seq(), row);
            } else {
                LOG.warn("{} of debate {} could not be applied: {}", row.target(), row.sessionId(), failure.toString());
                failed.put(row.seq(), failure);
            }
        }

        private boolean waits(OutboxRow row) {
            String needs = NEEDS.get(row.target());
            return needs != null && !done.keySet().containsAll(outbox.unapplied(row.sessionId(), needs, row.seq()));
        }

        /** How many rows something was learnt from; the audit log learns nothing from its entries. */
        long learnt() {
            return done.values().stream()
                    .filter(row -> !row.target().equals(TeachingItems.AUDIT))
                    .count();
        }

        boolean movesMemories() {
            return done.values().stream().anyMatch(row -> MOVES_MEMORIES.contains(row.target()));
        }

        void mark() {
            outbox.done(done.values());
            failed.forEach((seq, error) -> {
                if (error instanceof UnavailableException silent && SILENT.contains(silent.code())) {
                    outbox.postponed(seq, error.toString());
                } else {
                    outbox.failed(seq, error.toString());
                }
            });
        }
    }
}
