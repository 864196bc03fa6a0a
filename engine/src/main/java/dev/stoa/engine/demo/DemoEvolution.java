package dev.stoa.engine.demo;

import dev.stoa.base.Principal;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.evolution.EvolutionListener;
import dev.stoa.evolution.scenario.Scenarios;
import java.util.Map;

/** Runs of the demo: one in which two parties improve, and one that ends with an agent waiting for approval. */
final class DemoEvolution {
    private final Engines engines;
    private final Principal by;

    DemoEvolution(Engines engines, Principal by) {
        this.engines = engines;
        this.by = by;
    }

    void fill() {
        run("split-deadlock");
        run("split-100");
    }

    private void run(String scenario) {
        engines.evolutions().run(by, Scenarios.get(scenario), 1, Map.of(), EvolutionListener.NONE);
    }
}
