package dev.stoa.engine.debate;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.society.base.Agent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The seats of a debate, from their description: {@code name=provider:model?key=value}, {@code name=profile:ID}, or the
 * identity of an agent of the society. Thread-safe. What an agent is at that moment is frozen into the debate; a later change does not reach it.
 */
public final class Seating {
    private static final String BY_MEANING = "sem=evidence:semantic";
    private static final List<String> READERS =
            List.of("lex=evidence:lexical", BY_MEANING, "ske=evidence:skeptic", "doc=evidence:document");
    private static final int SIMULATED = 5;

    private final Stoa stoa;
    private final Providers providers;
    private final ProfileAgents profiles;

    public Seating(Stoa stoa, Providers providers) {
        this.stoa = stoa;
        this.providers = providers;
        this.profiles = ProfileAgents.of(stoa, providers);
    }

    /**
     * Who debates where no agents are named: readers of the documents, or simulated agents without documents.
     *
     * @param documents whether there are documents
     */
    public List<String> usual(boolean documents) {
        return documents
                ? READERS.stream()
                        .filter(spec -> stoa.embedder().isOn() || !spec.equals(BY_MEANING))
                        .toList()
                : IntStream.range(0, SIMULATED)
                        .mapToObj(seat -> "a" + seat + "=sim:")
                        .toList();
    }

    /** The seat of a text as a request holds it; one that could not be called as it is is refused. */
    public Map<String, @Nullable Object> seat(String text) {
        String wanted = text.strip();
        return wanted.isEmpty() || wanted.indexOf('=') >= 0 ? described(wanted) : registered(wanted);
    }

    private Map<String, @Nullable Object> described(String spec) {
        AgentSpec agent = profiles.parse(spec);
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
        String constitution = agent.constitution();
        if (constitution != null) {
            seat.merge("system", constitution, (prompt, own) -> own + "\n\n" + prompt);
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
