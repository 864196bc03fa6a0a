package dev.stoa.engine.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Providers;
import dev.stoa.society.base.Agent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The seats of a debate, from their description: {@code name=provider:model?key=value}, or the identity of an agent of
 * the society. Thread-safe. What an agent is at that moment is frozen into the debate; a later change does not reach it.
 */
public final class Seating {
    private final Stoa stoa;
    private final Providers providers;

    public Seating(Stoa stoa, Providers providers) {
        this.stoa = stoa;
        this.providers = providers;
    }

    /** The seat of a text as a request holds it; one that could not be called as it is is refused. */
    public Map<String, @Nullable Object> seat(String text) {
        String wanted = text.strip();
        return wanted.isEmpty() || wanted.indexOf('=') >= 0 ? described(wanted) : registered(wanted);
    }

    private Map<String, @Nullable Object> described(String spec) {
        AgentSpec agent = AgentSpec.parse(spec, providers.names());
        providers.check(agent);
        return agent.document();
    }

    private Map<String, @Nullable Object> registered(String ref) {
        Agent agent = agent(ref);
        if (!agent.isRunnable()) {
            throw new ConflictException(
                    "conflict",
                    "agent " + agent.identity() + " cannot be run: it is "
                            + (agent.isLive() ? "of model " + agent.model() : "archived"),
                    "give another, or describe one as name=provider:model");
        }
        Map<String, @Nullable Object> seat = new LinkedHashMap<>(described(agent.identity() + "=" + agent.model()));
        if (agent.constitution() != null) {
            seat.put("system", agent.constitution());
        }
        return seat;
    }

    private Agent agent(String ref) {
        try {
            return stoa.society().agents().get(Principal.local(), ref);
        } catch (NotFoundException e) {
            throw Bounds.invalid(
                    "agent " + Bounds.shown(ref) + " is neither registered nor name=provider:model?key=value&…",
                    "list the agents, or write for example ana=sim:?accuracy=0.7 or o=openai:gpt-5-mini");
        }
    }
}
