package dev.stoa.engine.evolution;

import dev.stoa.evolution.RunState;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.play.AgentSpec;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Who plays in a generation, as the record says. Stateless. */
final class Troupes {
    private Troupes() {}

    /** The deployed profiles and the created agents that play in the newest generation. */
    static Troupe deployed(Desk desk, RunState record) {
        Map<String, Profile> actors = new LinkedHashMap<>();
        List<Profile> disruptors = new ArrayList<>();
        for (Profile profile : record.deployed()) {
            if (Archetype.PRIMARY_ACTOR.text().equals(profile.archetype())) {
                actors.put(String.valueOf(profile.actorId()), profile);
            } else {
                disruptors.add(profile);
            }
        }
        long seq = Objects.requireNonNull(record.generation()).seq();
        List<Troupe.Guest> guests = record.created().stream()
                .filter(agent -> agent.playsIn(seq))
                .map(agent -> guest(desk, agent))
                .toList();
        return new Troupe(actors, guests, disruptors);
    }

    /** A created agent with its profile; what it may do is read from the record. */
    static Troupe.Guest guest(Desk desk, CreatedAgent agent) {
        return new Troupe.Guest(
                agent.id(),
                desk.stores().profiles().get(desk.me(), String.valueOf(agent.profileId())),
                AgentSpec.read(agent.spec()));
    }
}
