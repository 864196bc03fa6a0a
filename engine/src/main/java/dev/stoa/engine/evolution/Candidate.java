package dev.stoa.engine.evolution;

import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.search.Contest;
import dev.stoa.evolution.verdict.Verdict;
import java.util.List;

/** A changed profile with the verdict that is to be reached about it. Immutable. */
record Candidate(Verdict verdict, Profile profile) {
    /** The candidates of an actor in the order of their variants, and their race. */
    record Family(Actor actor, List<Candidate> candidates, Contest contest) {
        static Family of(Actor actor, List<Candidate> candidates, double wanted) {
            return new Family(actor, List.copyOf(candidates), new Contest(actor.id(), candidates.size(), wanted));
        }

        List<Profile> profiles() {
            return candidates.stream().map(Candidate::profile).toList();
        }
    }
}
