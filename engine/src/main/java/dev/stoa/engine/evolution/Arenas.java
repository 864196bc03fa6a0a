package dev.stoa.engine.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.Principal;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Pause;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.evolution.run.Owner;
import dev.stoa.evolution.scenario.DebateReader;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenario.Kind;
import java.time.InstantSource;
import java.util.List;

/**
 * Makes the arena of a scenario. Immutable, safe from any thread.
 *
 * @param providers the models that a configuration knows
 */
record Arenas(Stoa stoa, Providers providers, InstantSource clock) {
    /** The arena of a scenario; agents that could not be asked as they are are refused. */
    Arena of(Principal by, Scenario scenario, Speakers speakers) {
        speakers.check();
        if (scenario.kind() == Kind.NEGOTIATION) {
            return new NegotiationArena(speakers);
        }
        String missing = DebateReader.unready(scenario);
        if (missing != null) {
            throw Bounds.invalid("scenario " + scenario.name() + ": " + missing, "correct the questions");
        }
        return speakers.free() ? simulated(scenario) : stored(by, scenario);
    }

    private DebateArena simulated(Scenario scenario) {
        Providers all = providers.with("sim", call -> {
            throw CallFailure.refused("a simulated debate is held without calls");
        });
        DebateArena arena = new DebateArena(scenario, ProfileAgents.of(stoa, all), null);
        arena.check(all);
        return arena;
    }

    private DebateArena stored(Principal by, Scenario scenario) {
        DebateEngine engine = DebateEngine.over(
                stoa,
                providers,
                clock,
                // No question of a scenario has code to be run.
                CodeRunner.create(false, List.of()),
                "evolution:" + Owner.self());
        DebateArena arena = new DebateArena(
                scenario,
                ProfileAgents.of(stoa, engine.providers()),
                new StoredDebates(stoa, engine, by.name(), Pause.real()));
        arena.check(engine.providers());
        return arena;
    }
}
