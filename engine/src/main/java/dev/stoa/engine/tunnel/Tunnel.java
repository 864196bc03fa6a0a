package dev.stoa.engine.tunnel;

import dev.stoa.base.VerificationException;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.sim.DryRun;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.debate.rules.sim.SimVoice;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds debates of simulated agents, question after question, over all cores. Immutable, safe from any thread. A result
 * depends on the experiment alone and never on the number of cores, for sums are made of the same parts in the same
 * order.
 */
public final class Tunnel {
    /** Fixed, because the last digits of sums of reals depend on it. */
    private static final int PART = 250;

    private final LongConsumer progress;

    private Tunnel(LongConsumer progress) {
        this.progress = progress;
    }

    /** A tunnel. */
    public static Tunnel create() {
        return new Tunnel(turns -> {});
    }

    /** A tunnel that reports the number of turns as they are taken, from any thread. */
    public static Tunnel telling(LongConsumer progress) {
        return new Tunnel(progress);
    }

    /** Tries every way of debating that an experiment names. */
    public TunnelReport run(Experiment experiment) {
        return new TunnelReport(experiment.setups().stream()
                .map(setup -> run(setup, experiment.questions()))
                .toList());
    }

    /** What the literature found about debates, measured: one result for each law. */
    public List<LawResult> laws(int questions, long seed) {
        return LawRuns.of(this, questions, seed).results();
    }

    /**
     * Holds the debates of an experiment as sessions that are kept. Each must have the same outcome as here, since the
     * rules are the same; the first that does not is a {@link VerificationException}.
     */
    public void record(Experiment experiment, Recorder recorder) throws InterruptedException {
        for (Setup setup : experiment.setups()) {
            for (int question = 0; question < experiment.questions(); question++) {
                DebateConfig config = setup.question(question);
                String kept = Json.canonical(recorder.hold(config));
                String here = Json.canonical(outcome(hold(setup, config, SimVoice.rules(config))));
                if (!kept.equals(here)) {
                    throw new VerificationException(
                            "verification_failed",
                            "the session about " + config.topic() + " ended with " + kept + ", but here with " + here,
                            "report it with the experiment");
                }
            }
        }
    }

    private static Map<String, @Nullable Object> outcome(DryRun.Result result) {
        // Rounded, as a session keeps it.
        return result.completed() ? Json.kept(Outcomes.of(result.record(), result.stop())) : Map.of();
    }

    TunnelRow run(Setup setup, int questions) {
        List<Sums> parts = IntStream.range(0, (questions + PART - 1) / PART)
                .parallel()
                .mapToObj(part -> part(setup, part * PART, Math.min(questions, (part + 1) * PART)))
                .toList();
        Sums sums = new Sums(setup);
        parts.forEach(sums::add);
        return TunnelRow.of(setup, sums);
    }

    private Sums part(Setup setup, int from, int to) {
        Sums sums = new Sums(setup);
        for (int question = from; question < to; question++) {
            DebateConfig config = setup.question(question);
            SimRules rules = SimVoice.rules(config);
            sums.debate(hold(setup, config, rules), rules.truth());
        }
        progress.accept(sums.turns);
        return sums;
    }

    private static DryRun.Result hold(Setup setup, DebateConfig config, SimRules rules) {
        List<SimParams> params = setup.sabotage()
                ? sabotaged(setup, config, rules)
                : setup.panel().params();
        return hold(config, rules, params);
    }

    /** Holds one debate of simulated agents in memory; what it answers depends on its configuration alone. */
    public static DryRun.Result hold(DebateConfig config, List<SimParams> params) {
        return hold(config, SimVoice.rules(config), params);
    }

    private static DryRun.Result hold(DebateConfig config, SimRules rules, List<SimParams> params) {
        return DryRun.play(
                config,
                Context.blank(config.size()),
                situation -> SimVoice.answer(
                        situation, rules, params.get(situation.slot().seat())));
    }

    /** Of the seats but the decider one is always wrong; which one the question draws. */
    private static List<SimParams> sabotaged(Setup setup, DebateConfig config, SimRules rules) {
        int decider = config.topology().decider(config.size(), 0);
        int drawn = (int) ((config.size() - 1) * rules.chance("faulty-seat"));
        List<SimParams> params = new ArrayList<>(setup.panel().params());
        int seat = drawn < decider ? drawn : drawn + 1;
        params.set(seat, params.get(seat).broken());
        return params;
    }
}
