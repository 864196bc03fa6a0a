package dev.stoa.evolution.loop;

import dev.stoa.base.ConflictException;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.loop.EpochPlayer.Slot;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.play.Participant;
import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.Actor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Plays the epochs of a run in memory and notes them in its fingerprint. For one thread. */
final class RunStage {
    private final Scenario scenario;
    private final EvolutionSettings settings;
    private final long seed;
    private final Negotiation negotiation;
    private final EpochPlayer player;
    private final Fingerprint fingerprint;
    private int played;
    private int epoch;

    RunStage(Scenario scenario, long seed, @Nullable ExecutorService executor, Fingerprint fingerprint) {
        this.scenario = scenario;
        this.settings = scenario.evolution();
        this.seed = seed;
        this.negotiation = Negotiation.of(scenario);
        this.player = EpochPlayer.of(negotiation, settings.slotAttempts(), executor);
        this.fingerprint = fingerprint;
    }

    /** Begins a generation, in which epochs are counted from 0. */
    void begin() {
        epoch = 0;
    }

    /** How many slots were played or given up. */
    int played() {
        return played;
    }

    /** Plays an epoch; a run with more failed slots than played ones stops. */
    List<Slot.Played> play(
            String kind,
            int generation,
            String purpose,
            Map<String, Policy> cast,
            int slots,
            List<RunAgents.Agent> with) {
        List<Participant> participants = new ArrayList<>();
        for (Actor actor : scenario.actors()) {
            Policy policy = cast.get(actor.id());
            if (policy == null) {
                throw new IllegalStateException("the cast lacks " + actor.id());
            }
            participants.add(negotiation.primary(actor.id(), policy.brain(negotiation.grid(), scenario.required())));
        }
        for (RunAgents.Agent agent : with) {
            Policy policy = Policy.parse(agent.spec.brain());
            participants.add(
                    negotiation.created(agent.id, agent.spec, policy.brain(negotiation.grid(), scenario.required())));
        }
        boolean culls = kind.equals("cull") && settings.cullTurns() > 0;
        int turns = culls ? settings.cullTurns() : scenario.limits().maxTurns();
        List<Slot.Played> done = new ArrayList<>();
        for (Slot slot : player.play(participants, seed, generation, purpose, slots, turns)) {
            played++;
            if (slot instanceof Slot.Played result) {
                done.add(result);
                fingerprint.episode(generation, epoch, kind, slot.number(), result.result());
            }
        }
        epoch++;
        if (2 * done.size() < slots) {
            throw new ConflictException(
                    "too_many_failures",
                    "more than half of the " + slots + " slots of a " + kind + " epoch failed",
                    "look at the errors of the slots");
        }
        return done;
    }

    /** The episodes of an epoch. */
    static List<EpisodeResult> results(List<Slot.Played> slots) {
        return slots.stream().map(Slot.Played::result).toList();
    }
}
