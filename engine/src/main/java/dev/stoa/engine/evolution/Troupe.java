package dev.stoa.engine.evolution;

import dev.stoa.evolution.play.AgentSpec;
import dev.stoa.evolution.profile.Profile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who plays an epoch. Immutable.
 *
 * @param actors the profile of each primary actor, in file order
 * @param guests the created agents, in the order in which they speak
 * @param disruptors the profiles of tension and news, which are there and say nothing
 */
record Troupe(Map<String, Profile> actors, List<Guest> guests, List<Profile> disruptors) {
    Troupe {
        actors = Collections.unmodifiableMap(new LinkedHashMap<>(actors));
        guests = List.copyOf(guests);
        disruptors = List.copyOf(disruptors);
    }

    /** A created agent that plays. */
    record Guest(String createdId, Profile profile, AgentSpec spec) {
        String actorId() {
            return String.valueOf(profile.actorId());
        }
    }

    /** The profile of an actor. */
    Profile of(String actor) {
        Profile profile = actors.get(actor);
        if (profile == null) {
            throw new IllegalStateException("no profile is deployed for " + actor);
        }
        return profile;
    }

    /** The same with another profile of an actor. */
    Troupe with(Profile candidate) {
        Map<String, Profile> changed = new LinkedHashMap<>(actors);
        changed.put(String.valueOf(candidate.actorId()), candidate);
        return new Troupe(changed, guests, disruptors);
    }

    /** The same with one created agent more. */
    Troupe with(Guest guest) {
        List<Guest> more = new ArrayList<>(guests);
        more.add(guest);
        return new Troupe(actors, more, disruptors);
    }

    /** The same without a created agent. */
    Troupe without(String createdId) {
        return new Troupe(
                actors,
                guests.stream()
                        .filter(guest -> !guest.createdId().equals(createdId))
                        .toList(),
                disruptors);
    }

    /** The names of the created agents. */
    List<String> guestNames() {
        return guests.stream().map(Guest::actorId).toList();
    }
}
