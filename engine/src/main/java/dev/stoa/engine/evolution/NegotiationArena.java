package dev.stoa.engine.evolution;

import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.play.Environment;
import dev.stoa.evolution.play.EpisodePlan;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.play.Participant;
import dev.stoa.evolution.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Episodes in which actors negotiate. Safe from any thread. */
final class NegotiationArena implements Arena {
    private final Speakers speakers;
    private final Negotiation negotiation;
    private final Map<String, Brain> brains = new ConcurrentHashMap<>();

    NegotiationArena(Speakers speakers) {
        this.speakers = speakers;
        this.negotiation = speakers.negotiation();
    }

    @Override
    public Environment with(Troupe troupe) {
        List<Participant> cast = new ArrayList<>();
        troupe.actors().forEach((actor, profile) -> cast.add(negotiation.primary(actor, brain(profile))));
        troupe.guests()
                .forEach(guest -> cast.add(negotiation.created(guest.actorId(), guest.spec(), brain(guest.profile()))));
        return plan -> negotiation.play(new EpisodePlan(cast, plan.seed(), plan.turns(), plan.journal()));
    }

    @Override
    public boolean keeps(Troupe troupe) {
        return speakers.disrupted()
                || troupe.actors().values().stream().anyMatch(Speakers::isModel)
                || troupe.guests().stream().anyMatch(guest -> Speakers.isModel(guest.profile()));
    }

    private Brain brain(Profile profile) {
        return brains.computeIfAbsent(profile.id(), id -> speakers.brain(profile, negotiation.grid()));
    }
}
