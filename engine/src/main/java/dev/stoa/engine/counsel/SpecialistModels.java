package dev.stoa.engine.counsel;

import dev.stoa.Stoa;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;

/** Sees that the model of a specialist can be asked. Stateless. */
public final class SpecialistModels {
    private SpecialistModels() {}

    /**
     * The model of a specialist as it is kept: its parameters in the order of their names, so that its results are found
     * under the text by which it is called. One that could not be asked is refused, since it would fail at the first
     * question.
     */
    public static String checked(Stoa stoa, Providers providers, String specialist, String model) {
        Providers all = Voices.with(providers, stoa);
        AgentSpec agent = ProfileAgents.of(stoa, all).parse(specialist + "=" + model);
        all.check(agent);
        return Specs.model(agent);
    }
}
