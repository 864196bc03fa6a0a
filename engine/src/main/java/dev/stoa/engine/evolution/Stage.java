package dev.stoa.engine.evolution;

import dev.stoa.base.Excerpt;
import dev.stoa.base.StoaException;
import dev.stoa.evolution.EvolutionStep;
import dev.stoa.evolution.SlotResult;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.loop.EpochPlayer;
import dev.stoa.evolution.loop.EpochPlayer.Slot;
import dev.stoa.evolution.memory.StrategyEntry;
import dev.stoa.evolution.play.EpisodePlan;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.LogEntry;
import dev.stoa.evolution.play.TurnJournal;
import dev.stoa.evolution.run.Generation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Plays the epochs of a generation and stores them window by window. For one thread. What is stored already is not
 * played again, so that going on after an interruption and going on without one are the same.
 */
final class Stage {
    private static final int LONGEST_ERROR = 2_000;

    private final Desk desk;
    private final Generation generation;
    private final ExecutorService threads;
    private final Strategies strategies;
    private final @Nullable Object hypotheses;
    private final List<Epoch> epochs;
    private final Set<String> taken = new HashSet<>();
    private final Map<String, List<SlotResult>> stored = new HashMap<>();

    /**
     * The stage of a generation.
     *
     * @param threads who plays
     * @param hypotheses what the scout expected of this generation
     * @param epochs the epochs that are stored
     * @param results the episodes that are stored
     */
    Stage(
            Desk desk,
            Generation generation,
            ExecutorService threads,
            Strategies strategies,
            @Nullable Object hypotheses,
            List<Epoch> epochs,
            List<SlotResult> results) {
        this.desk = desk;
        this.generation = generation;
        this.threads = threads;
        this.strategies = strategies;
        this.hypotheses = hypotheses;
        this.epochs = new ArrayList<>(epochs);
        results.forEach(result -> stored.computeIfAbsent(result.epochId(), id -> new ArrayList<>())
                .add(result));
    }

    /**
     * An epoch that is to be played.
     *
     * @param verdictId the verdict it is played for
     * @param remembers whether its episodes enter the strategy memory
     */
    record Task(
            EpochKind kind,
            String purpose,
            @Nullable String verdictId,
            int planned,
            Troupe troupe,
            boolean remembers) {}

    /** Knows an epoch that was opened in a step of its own. */
    void opened(Epoch epoch) {
        epochs.add(epoch);
    }

    /** The episodes of an epoch, by slot; those that are not stored are played and stored. */
    List<SlotResult> play(Task task) {
        Epoch epoch = find(task);
        List<SlotResult> results =
                new ArrayList<>(epoch == null ? List.of() : stored.getOrDefault(epoch.id(), List.of()));
        int first = epoch == null ? 0 : epoch.played().size() + epoch.failed().size();
        int failures = epoch == null ? 0 : epoch.failed().size();
        boolean models = desk.arena().keeps(task.troupe());
        while (first < task.planned()) {
            desk.needTokens();
            if (epoch == null && models) {
                // Turns are kept under the epoch, so that it must be there before the first.
                epoch = desk.step(step -> step.epoch(draft(task)));
                taken.add(epoch.id());
            }
            int count = Math.min(desk.settings().maxConcurrency(), task.planned() - first);
            List<TurnJournal> journals = journals(epoch, first, count, models);
            Window window = window(task, journals, first);
            failures += (int) window.slots().stream()
                    .filter(Slot.Failed.class::isInstance)
                    .count();
            if (2 * failures > task.planned()) {
                throw new HaltException(HaltException.TOO_MANY_FAILURES, tooMany(task, window.slots()));
            }
            Epoch present = epoch;
            Kept kept = store(
                    task, present, window.slots(), first + count == task.planned(), lost(window, journals, first));
            epoch = kept.epoch();
            results.addAll(kept.results());
            first += count;
            if (window.interrupted()) {
                throw new HaltException(HaltException.INTERRUPTED, "the run was interrupted");
            }
        }
        return results;
    }

    private static String tooMany(Task task, List<Slot> slots) {
        String last = "";
        for (Slot slot : slots) {
            last = slot instanceof Slot.Failed failed ? failed.error() : last;
        }
        return "more than half of the " + task.planned() + " slots of a "
                + task.kind().text() + " epoch failed; the last error: " + last;
    }

    private @Nullable Epoch find(Task task) {
        for (Epoch epoch : epochs) {
            if (epoch.kind() == task.kind()
                    && epoch.purpose().equals(task.purpose())
                    && Objects.equals(epoch.verdictId(), task.verdictId())
                    && taken.add(epoch.id())) {
                return epoch;
            }
        }
        return null;
    }

    EpochDraft draft(Task task) {
        return new EpochDraft(generation.id(), task.kind(), task.purpose(), task.planned(), task.verdictId());
    }

    private record Window(List<Slot> slots, boolean interrupted) {}

    /** What keeps the turns of the slots of a window, slot by slot. */
    private List<TurnJournal> journals(@Nullable Epoch epoch, int first, int count, boolean models) {
        List<TurnJournal> journals = new ArrayList<>();
        for (int slot = first; slot < first + count; slot++) {
            journals.add(models && epoch != null ? journal(epoch.id(), slot) : TurnJournal.NONE);
        }
        return journals;
    }

    /** What the turns of failed slots have cost: no episode will count it. */
    private static long lost(Window window, List<TurnJournal> journals, int first) {
        return window.slots().stream()
                .filter(Slot.Failed.class::isInstance)
                .flatMap(slot -> journals.get(slot.number() - first).recorded().stream())
                .mapToLong(LogEntry::tokens)
                .sum();
    }

    private Window window(Task task, List<TurnJournal> journals, int first) {
        int count = journals.size();
        List<EpisodePlan> plans = new ArrayList<>();
        boolean culls = task.kind() == EpochKind.CULL && desk.settings().cullTurns() > 0;
        int turns =
                culls ? desk.settings().cullTurns() : desk.scenario().limits().maxTurns();
        for (int slot = first; slot < first + count; slot++) {
            long seed = EpochPlayer.seed(desk.run().seed(), Math.toIntExact(generation.seq()), task.purpose(), slot);
            plans.add(new EpisodePlan(List.of(), seed, turns, journals.get(slot - first)));
        }
        EpochPlayer player = EpochPlayer.of(
                desk.arena().with(task.troupe()), desk.settings().slotAttempts(), count > 1 ? threads : null);
        return await(threads.submit(() -> player.play(plans, first)));
    }

    /**
     * Waits for a window. Interrupted, it lets policies finish, which takes no time; models are stopped, since their
     * finished turns are kept.
     */
    private Window await(Future<List<Slot>> playing) {
        boolean interrupted = false;
        while (true) {
            try {
                List<Slot> slots = playing.get();
                interrupted |= Thread.interrupted();
                if (interrupted && !desk.speakers().free()) {
                    throw new HaltException(HaltException.INTERRUPTED, "the run was interrupted");
                }
                return new Window(slots, interrupted);
            } catch (InterruptedException e) {
                interrupted = true;
                if (!desk.speakers().free()) {
                    playing.cancel(true);
                    throw new HaltException(HaltException.INTERRUPTED, "the run was interrupted");
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof StoaException known) {
                    throw known;
                }
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    /** What keeps the turns of a slot; a slot that is tried again goes on behind the turns of the failed attempt. */
    private TurnJournal journal(String epochId, int slot) {
        List<LogEntry> kept = new ArrayList<>(desk.stores().pendingTurns().of(desk.me(), epochId, slot).stream()
                .map(EpisodeDrafts::kept)
                .toList());
        return new TurnJournal() {
            @Override
            public String key() {
                return epochId + ":" + slot;
            }

            @Override
            public List<LogEntry> recorded() {
                return List.copyOf(kept);
            }

            @Override
            public void finished(LogEntry entry) {
                desk.stores()
                        .pendingTurns()
                        .keep(
                                desk.me(),
                                desk.run().id(),
                                desk.run().fence(),
                                epochId,
                                slot,
                                entry.turn(),
                                EpisodeDrafts.pending(entry));
                kept.add(entry);
            }
        };
    }

    private record Kept(Epoch epoch, List<SlotResult> results) {}

    private Kept store(Task task, @Nullable Epoch present, List<Slot> slots, boolean last, long lost) {
        List<Slot.Played> played = new ArrayList<>();
        List<Slot.Failed> failed = new ArrayList<>();
        for (Slot slot : slots) {
            switch (slot) {
                case Slot.Played each -> played.add(each);
                case Slot.Failed each -> failed.add(each);
            }
        }
        // Embedding may take long and needs no transaction.
        List<List<Strategies.Draft>> remembered = new ArrayList<>();
        for (Slot.Played each : played) {
            remembered.add(task.remembers() ? strategies.drafts(task.troupe(), each.result()) : List.of());
        }
        Kept kept = desk.step(step -> {
            Epoch epoch = present == null ? step.epoch(draft(task)) : present;
            List<EpisodeDraft> drafts = new ArrayList<>();
            for (Slot.Played each : played) {
                drafts.add(EpisodeDrafts.of(
                        each.result(),
                        desk.scenario(),
                        task.troupe(),
                        generation.id(),
                        epoch.id(),
                        each.number(),
                        hypotheses));
            }
            List<Episode> episodes = drafts.isEmpty() ? List.of() : step.episodes(drafts);
            remember(step, task, episodes, remembered);
            if (lost > 0) {
                step.tokens(lost);
            }
            failed.forEach(each -> step.fail(epoch.id(), each.number(), each.attempts(), error(each)));
            if (last) {
                step.complete(epoch.id());
            }
            List<SlotResult> results = new ArrayList<>();
            for (int i = 0; i < played.size(); i++) {
                results.add(result(
                        epoch.id(),
                        played.get(i).number(),
                        episodes.get(i).id(),
                        played.get(i).result()));
            }
            return new Kept(epoch, results);
        });
        taken.add(kept.epoch().id());
        played.forEach(each -> desk.spent(each.result().tokens()));
        desk.spent(lost);
        return kept;
    }

    private void remember(
            EvolutionStep step, Task task, List<Episode> episodes, List<List<Strategies.Draft>> remembered) {
        for (int i = 0; i < episodes.size(); i++) {
            for (Strategies.Draft draft : remembered.get(i)) {
                StrategyEntry entry =
                        draft.entry(episodes.get(i).id(), task.troupe().guestNames());
                step.strategy(entry);
            }
        }
    }

    private static String error(Slot.Failed failed) {
        String error = failed.error().isBlank()
                ? "failed without a message"
                : failed.error().replace('\0', ' ');
        return Excerpt.of(error, LONGEST_ERROR);
    }

    private static SlotResult result(String epochId, int slot, String episodeId, EpisodeResult result) {
        Map<String, Integer> scores = new LinkedHashMap<>();
        for (EpisodeResult.Share share : result.shares()) {
            Integer score = share.score();
            if (score != null) {
                scores.put(share.actorId(), score);
            }
        }
        return new SlotResult(
                epochId, slot, episodeId, result.reason().text(), result.turns(), result.nashRatio(), scores);
    }
}
