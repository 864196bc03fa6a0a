package dev.stoa.engine.counsel;

import dev.stoa.Stoa;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Providers;

/** Sees that the model of a specialist can be asked. Stateless. */
public final class SpecialistModels {
    private SpecialistModels() {}

    /** Refuses a model that could not be asked as it is: it would fail at the first question. */
    public static void check(Stoa stoa, Providers providers, String specialist, String model) {
        Providers all = Voices.with(providers, stoa);
        all.check(AgentSpec.parse(specialist + "=" + model, all.names()));
    }
}
