package dev.stoa.engine.evolution;

import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.sim.DryRun;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.tunnel.SimPanel;
import dev.stoa.engine.tunnel.Tunnel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Debates of simulated agents, held in memory as the wind tunnel holds them. Immutable. */
final class SimulatedDebates implements DebateHolder {
    private static final String NAME = "evolution";

    private final List<SimParams> params;

    SimulatedDebates(List<AgentSpec> panel) {
        this.params = panel.stream().map(SimPanel::params).toList();
    }

    @Override
    public DebateRecord hold(Map<String, @Nullable Object> request, @Nullable String key) {
        DebateConfig config = ConfigReader.read(request, NAME, NAME, () -> 0);
        DryRun.Result result = Tunnel.hold(config, params);
        if (!result.completed()) {
            throw new UnavailableException(
                    "unavailable", "the debate about " + config.topic() + " did not come to its end", null);
        }
        return result.record();
    }
}
