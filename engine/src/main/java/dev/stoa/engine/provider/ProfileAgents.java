package dev.stoa.engine.provider;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.profile.Profile;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Profiles of the evolution as agents that can be called: {@code NAME=profile:PROFILE_ID} stands for the brain of that
 * profile with its hyperparameters and its prompt. Thread-safe. Every other agent stays as it is.
 */
public final class ProfileAgents {
    private static final String BRAIN = "brain";

    /** How far a profile may stand for one that stands for another; a circle can only come from outside. */
    private static final int DEEPEST = 8;

    private final Stoa stoa;
    private final Providers providers;

    private ProfileAgents(Stoa stoa, Providers providers) {
        this.stoa = stoa;
        this.providers = providers;
    }

    /** The profiles of a place, called by the providers that a configuration knows. */
    public static ProfileAgents of(Stoa stoa, Providers providers) {
        return new ProfileAgents(stoa, providers);
    }

    /** The names that may stand as the provider of an agent. */
    public Set<String> names() {
        Set<String> names = new HashSet<>(providers.names());
        names.add(Seat.PROFILE);
        return names;
    }

    /** The agent of a description, a profile resolved. */
    public AgentSpec parse(String spec) {
        return resolve(AgentSpec.parse(spec, names()));
    }

    /** The agent itself, or the one that its profile describes. */
    public AgentSpec resolve(AgentSpec named) {
        return resolve(named, 1);
    }

    private AgentSpec resolve(AgentSpec named, int depth) {
        if (!named.provider().equals(Seat.PROFILE)) {
            return named;
        }
        if (!named.params().isEmpty()) {
            throw Bounds.invalid(
                    "agent " + named.name() + " has the parameter "
                            + Bounds.shown(named.params().keySet().iterator().next())
                            + ", and a profile has parameters of its own",
                    "leave it out; role, family and fallback may stand there");
        }
        if (depth > DEEPEST) {
            throw Bounds.invalid(
                    "agent " + named.name() + " names a profile whose brain is a profile, and so on " + DEEPEST
                            + " times",
                    "name a profile whose brain is provider:model");
        }
        AgentSpec agent = agent(named.name(), profile(named), depth);
        return new AgentSpec(
                agent.name(),
                agent.target(),
                named.role() == null ? agent.role() : named.role(),
                named.family() == null ? agent.family() : named.family(),
                named.fallback().isEmpty()
                        ? agent.fallback()
                        : named.fallback().stream()
                                .map(target -> agent.target().instead(target.provider(), target.model()))
                                .toList(),
                agent.system(),
                agent.profile());
    }

    private Profile profile(AgentSpec named) {
        try {
            return stoa.evolution().profiles().get(Principal.local(), named.model());
        } catch (NotFoundException e) {
            throw Bounds.invalid(
                    "agent " + named.name() + " has the unknown profile " + Bounds.shown(named.model()),
                    "list the profiles of the run");
        }
    }

    /** The agent that a profile describes: its brain, with its hyperparameters and its prompt. */
    public AgentSpec agent(String name, Profile profile) {
        return agent(name, profile, 0);
    }

    private AgentSpec agent(String name, Profile profile, int depth) {
        Object brain = profile.hyperparameters().get(BRAIN);
        if (!(brain instanceof String model) || Policy.names(model)) {
            throw Bounds.invalid(
                    "profile " + profile.id() + " of agent " + name + " has the brain "
                            + Bounds.shown(Objects.toString(brain, "none")) + ", which cannot be asked",
                    "name a profile whose brain is provider:model");
        }
        AgentSpec agent = resolve(AgentSpec.parse(name + "=" + model, names()), depth + 1);
        Map<String, String> params = new TreeMap<>(agent.params());
        profile.hyperparameters().forEach((key, value) -> {
            // A profile of old may have what its model does not take, and a service may refuse it.
            boolean taken = params.containsKey(key) || providers.takes(agent.target(), key);
            if (value instanceof Number number && taken) {
                params.put(key, ModelParams.text(key, number.doubleValue()));
            }
        });
        String before = agent.system();
        String own = profile.systemPrompt();
        return new AgentSpec(
                agent.name(),
                new Target(agent.provider(), agent.model(), params),
                agent.role(),
                agent.family(),
                agent.fallback(),
                before == null ? own : own == null ? before : before + "\n\n" + own,
                profile.id());
    }
}
