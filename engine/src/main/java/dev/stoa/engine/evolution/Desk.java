package dev.stoa.engine.evolution;

import dev.stoa.base.Principal;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.EvolutionStep;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.search.vector.Embedder;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a run works with: its stores, its claim, its scenario and those who speak. For one thread, except
 * the tokens, which players count from theirs.
 */
final class Desk {
    private final Evolution stores;
    private final Principal me;
    private final Run run;
    private final Scenario scenario;
    private final Arena arena;
    private final Speakers speakers;
    private final Embedder embedder;
    private final EvolutionListener listener;
    private final AcceptanceRule rule;
    private final AtomicLong extraTokens;
    private long tokens;

    Desk(
            Evolution stores,
            Principal me,
            Run run,
            Scenario scenario,
            Arena arena,
            Speakers speakers,
            Embedder embedder,
            EvolutionListener listener) {
        this.stores = stores;
        this.me = me;
        this.run = run;
        this.scenario = scenario;
        this.arena = arena;
        this.speakers = speakers;
        this.embedder = embedder;
        this.listener = listener;
        this.extraTokens = speakers.tokens();
        rule = AcceptanceRule.of(scenario.evolution());
        tokens = run.tokensUsed();
    }

    Evolution stores() {
        return stores;
    }

    Principal me() {
        return me;
    }

    /** The run as it was claimed. */
    Run run() {
        return run;
    }

    Scenario scenario() {
        return scenario;
    }

    EvolutionSettings settings() {
        return scenario.evolution();
    }

    AcceptanceRule rule() {
        return rule;
    }

    Arena arena() {
        return arena;
    }

    Speakers speakers() {
        return speakers;
    }

    Embedder embedder() {
        return embedder;
    }

    EvolutionListener listener() {
        return listener;
    }

    /** The actors that evolve, by their first turn; a scripted one has nothing to change. */
    List<Scenario.Actor> evolving() {
        return evolving(scenario);
    }

    static List<Scenario.Actor> evolving(Scenario scenario) {
        return scenario.evolving().stream()
                .filter(actor -> !actor.brain().startsWith("policy:scripted"))
                .toList();
    }

    /** Does a step in one transaction, with what the roles have cost since the last. */
    <T extends @Nullable Object> T step(Function<EvolutionStep, T> work) {
        long extra = extraTokens.getAndSet(0);
        T done = stores.steps().run(me, run.id(), run.fence(), step -> {
            if (extra > 0) {
                step.tokens(extra);
            }
            return work.apply(step);
        });
        tokens += extra;
        listener.stored();
        return done;
    }

    /** Counts what stored episodes have cost. */
    void spent(long used) {
        tokens += used;
    }

    /** Stops the run where it may use no more tokens. */
    void needTokens() {
        long most = run.limit("max_run_tokens", 0);
        if (most > 0 && tokens + extraTokens.get() >= most) {
            throw new HaltException(
                    HaltException.TOKEN_BUDGET, "the run has used " + tokens + " of " + most + " tokens");
        }
    }
}
