package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.society.base.Agent;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The models that agents of the society may be given. Stateless, safe from any thread. */
public final class AgentModels {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private AgentModels() {}

    /**
     * Refuses a model that no worker with these providers could ever run, where it is given instead of at the first
     * mention. A key that is missing today may be there tomorrow and is no reason.
     */
    public static void check(Stoa stoa, Providers providers, String agent, @Nullable String model) {
        if (model != null && Agent.namesProvider(model)) {
            // A name that is wrong is refused by the society, with its own advice.
            String name = NAME.matcher(agent).matches() ? agent : "agent";
            Providers.checkParameters(
                    ProfileAgents.of(stoa, OfflineVoices.with(providers, stoa)).parse(name + "=" + model));
        }
    }
}
