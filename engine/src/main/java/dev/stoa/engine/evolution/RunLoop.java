package dev.stoa.engine.evolution;

import dev.stoa.base.Excerpt;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.evolution.EvolutionStep;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.retention.PrunePolicy;
import dev.stoa.evolution.run.Deployed;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.GenerationStatus;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.search.Mutator;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A run that this process owns, from where the record stands to its end. For one thread. */
final class RunLoop {
    private static final Logger LOG = LoggerFactory.getLogger(RunLoop.class);
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    /** The code under which a rubric says that one of its rules cannot be evaluated. */
    private static final String RUBRIC = "rubric";

    private static final int LONGEST_REASON = 2_000;

    private final Desk desk;
    private final Mutator mutator;

    RunLoop(Desk desk, Mutator mutator) {
        this.desk = desk;
        this.mutator = mutator;
    }

    /** Runs to the end, or to where something stops it; what is stored then is whole. */
    @SuppressWarnings("FutureReturnValueIgnored") // a heartbeat that fails says so itself
    Run run() {
        desk.listener().started(desk.run());
        ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("stoa-evolution-heartbeat").factory());
        heart.scheduleWithFixedDelay(this::beat, HEARTBEAT.toSeconds(), HEARTBEAT.toSeconds(), TimeUnit.SECONDS);
        Run ended;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ended = play(threads);
        } catch (HaltException e) {
            // An interrupt is the wish of a person, who needs no warning.
            LOG.atLevel(e.reason().equals(HaltException.INTERRUPTED) ? Level.INFO : Level.WARN)
                    .log("run {} is paused: {}", desk.run().id(), e.getMessage());
            ended = desk.stores()
                    .runs()
                    .pause(desk.me(), desk.run().id(), desk.run().fence(), e.reason());
        } catch (UnavailableException e) {
            // A thread that is interrupted is refused by the archives; nothing of the step is stored then.
            if (!Thread.interrupted()) {
                throw e;
            }
            ended = desk.stores()
                    .runs()
                    .pause(desk.me(), desk.run().id(), desk.run().fence(), HaltException.INTERRUPTED);
        } catch (StoaException e) {
            if (e.code().equals(RUBRIC)) {
                desk.stores().runs().fail(desk.me(), desk.run().id(), desk.run().fence(), reason(e));
            }
            throw e;
        } finally {
            heart.shutdownNow();
        }
        desk.listener().stopped(ended);
        return ended;
    }

    /** Why a run failed, as long as its record has a place for it: two long formulas are longer. */
    private static String reason(StoaException failure) {
        String message = String.valueOf(failure.getMessage());
        return Excerpt.within(message, LONGEST_REASON);
    }

    private void beat() {
        try {
            desk.stores()
                    .runs()
                    .heartbeat(desk.me(), desk.run().id(), desk.run().fence());
        } catch (RuntimeException e) {
            // The next step of the run itself is refused and says why.
            LOG.debug("the heartbeat of run {} failed", desk.run().id(), e);
        }
    }

    private Run play(ExecutorService threads) {
        @Nullable RunHistory history = null;
        Strategies strategies = new Strategies(desk);
        while (true) {
            RunState record = desk.stores().steps().state(desk.me(), desk.run().id());
            Generation generation = record.generation();
            if (generation == null) {
                throw new IllegalStateException("run " + desk.run().id() + " has no generation");
            }
            if (generation.is(GenerationStatus.ARCHIVED)) {
                // It was completed and may have more generations now.
                desk.step(step -> next(step, record));
                continue;
            }
            if (history == null) {
                history = RunHistory.load(desk, generation.seq());
            }
            new GenerationRun(
                            desk,
                            history,
                            new Proposals(desk, history, mutator),
                            strategies,
                            record,
                            expected(generation),
                            threads)
                    .play();
            Run ended = close(history, generation);
            if (ended != null) {
                return ended;
            }
        }
    }

    /** What the scout expected of a generation: what it found in the one before. */
    private @Nullable Object expected(Generation generation) {
        String parent = generation.parentGenerationId();
        if (parent == null) {
            return null;
        }
        String hypotheses = desk.stores().generations().get(desk.me(), parent).hypothesesJson();
        return hypotheses == null ? null : Json.parse(hypotheses);
    }

    /** Ends a generation; the run, if it is its last. */
    private @Nullable Run close(RunHistory history, Generation generation) {
        int stall = desk.settings().stopStall();
        boolean stalled = stall > 0 && history.withoutAcceptance() >= stall;
        boolean last = generation.seq() >= desk.run().maxGenerations();
        RunState record = desk.stores().steps().state(desk.me(), desk.run().id());
        return desk.step(step -> {
            step.prune(PrunePolicy.defaults().of(desk.run().id()));
            if (stalled || last) {
                return step.finish(stalled ? "stalled" : "max_generations", step.fingerprint());
            }
            return next(step, record);
        });
    }

    /** Opens the next generation with the accepted candidates deployed. */
    private @Nullable Run next(EvolutionStep step, RunState record) {
        Map<String, String> accepted = new HashMap<>();
        for (Verdict verdict : record.verdicts()) {
            boolean replaces = verdict.kind() == VerdictKind.MUTATION || verdict.kind() == VerdictKind.OBSERVED;
            if (replaces
                    && verdict.outcome() == VerdictOutcome.ACCEPTED
                    && verdict.actorId() != null
                    && verdict.candidateProfileId() != null) {
                accepted.put(verdict.actorId(), verdict.candidateProfileId());
            }
        }
        List<Deployed> deployed = new ArrayList<>();
        for (Profile profile : record.deployed()) {
            String actor = String.valueOf(profile.actorId());
            deployed.add(new Deployed(actor, accepted.getOrDefault(actor, profile.id())));
        }
        Generation opened = step.open(deployed);
        step.epoch(new EpochDraft(
                opened.id(), EpochKind.PRODUCTION, "production", desk.settings().epochSize(), null));
        return null;
    }
}
