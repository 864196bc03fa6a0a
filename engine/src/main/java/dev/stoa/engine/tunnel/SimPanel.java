package dev.stoa.engine.tunnel;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.engine.provider.AgentSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Simulated agents that debate together. Immutable.
 *
 * @param text as it was written, which names it in a report
 * @param params how each of the seats behaves
 */
public record SimPanel(String text, List<Seat> seats, List<SimParams> params) {
    private static final List<String> PROVIDERS = List.of("sim");
    private static final Pattern SEVERAL = Pattern.compile("(?:([0-9]{1,2})x)?(sim:.*)");
    private static final int MOST = 16;

    public SimPanel {
        seats = List.copyOf(seats);
        params = List.copyOf(params);
    }

    /**
     * The panel of a text: parts separated by commas, each {@code [Nx]sim:[?key=value&…]} for N agents, named
     * a0, a1 and on by their seats, or {@code name=sim:[?key=value&…]} for one with a name of its own.
     */
    public static SimPanel parse(String text) {
        return parse(text, part -> AgentSpec.parse(part, PROVIDERS));
    }

    /**
     * The same, where those with a name of their own may also be described in another way.
     *
     * @param named who reads {@code name=…}
     */
    public static SimPanel parse(String text, Function<String, AgentSpec> named) {
        List<AgentSpec> agents = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher several = SEVERAL.matcher(part.strip());
            if (!several.matches()) {
                AgentSpec agent = named.apply(part.strip());
                if (!PROVIDERS.contains(agent.provider())) {
                    throw Bounds.invalid(
                            "agent " + agent.name() + " is of provider " + agent.provider()
                                    + ", and the tunnel simulates",
                            "give it provider sim, or hold a debate");
                }
                agents.add(agent);
                continue;
            }
            int times = several.group(1) == null ? 1 : Integer.parseInt(several.group(1));
            for (long i = Bounds.whole("seats", times, 1, MOST); i > 0; i--) {
                agents.add(AgentSpec.parse("a" + agents.size() + "=" + several.group(2), PROVIDERS));
            }
        }
        Bounds.size("panel", agents, 1, MOST);
        return new SimPanel(
                text,
                agents.stream().map(SimPanel::seat).toList(),
                agents.stream().map(SimPanel::params).toList());
    }

    private static Seat seat(AgentSpec agent) {
        return new Seat(
                agent.name(),
                agent.provider(),
                agent.model(),
                agent.role(),
                agent.family(),
                List.of(),
                agent.params(),
                null);
    }

    /** How an agent behaves; one that could fail or take time is refused. */
    public static SimParams params(AgentSpec agent) {
        Map<String, String> given = new TreeMap<>(agent.params());
        String family = agent.family();
        if (family != null) {
            given.put("family", family);
        }
        SimParams params = SimParams.parse(agent.name(), given);
        if (params.failure() > 0 || params.latencyMs() > 0) {
            throw Bounds.invalid(
                    "agent " + agent.name() + " has failure or latency_ms, and in the tunnel no call is made that could"
                            + " fail or take time",
                    "leave them out, or hold a debate");
        }
        return params;
    }

    int size() {
        return seats.size();
    }

    /** The seat that is most often right alone, the lowest of equals. */
    int best() {
        int best = 0;
        for (int seat = 1; seat < size(); seat++) {
            if (alone(seat) > alone(best)) {
                best = seat;
            }
        }
        return best;
    }

    private double alone(int seat) {
        return params.get(seat).faulty() ? 0 : params.get(seat).accuracy();
    }
}
