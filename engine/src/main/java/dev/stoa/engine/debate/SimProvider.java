package dev.stoa.engine.debate;

import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.sim.DryRun.Spoken;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.debate.rules.sim.SimVoice;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Reply;
import dev.stoa.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Simulated agents: they draw what they say by name, and say it in the words of a model. Stateless. */
final class SimProvider implements Provider {
    @Override
    public boolean offline() {
        return true;
    }

    @Override
    public Reply call(Call call) throws CallFailure {
        if (!(call.situation() instanceof Situation situation)) {
            throw CallFailure.refused("a simulated agent needs a debate");
        }
        Slot slot = situation.slot();
        SimRules rules = SimVoice.rules(situation.config());
        SimParams how = params(call, situation.config().seats().get(slot.seat()));
        Duration latency =
                Duration.ofMillis(rules.latencyMs(call.agent(), how, slot.round(), slot.phase(), call.attempt()));
        if (latency.compareTo(call.timeout()) > 0) {
            throw CallFailure.timeout(call.timeout()).after(call.timeout());
        }
        if (rules.fails(call.agent(), how, slot.round(), slot.phase(), call.attempt())) {
            throw CallFailure.io("it failed by chance").after(latency);
        }
        Spoken spoken = SimVoice.answer(situation, rules, how);
        return new Reply(Json.canonical(spoken.said().document()), spoken.tokensIn(), spoken.tokensOut(), latency);
    }

    /** How an agent behaves. With whom it errs is said of its seat, because votes are discounted by it too. */
    private static SimParams params(Call call, Seat seat) {
        Map<String, String> given = new TreeMap<>(call.params());
        String family = seat.family();
        if (family != null) {
            given.put("family", family);
        }
        return SimParams.parse(call.agent(), given);
    }
}
