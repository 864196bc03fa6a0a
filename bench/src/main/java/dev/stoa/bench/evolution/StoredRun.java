package dev.stoa.bench.evolution;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.engine.evolution.EvolutionEngine;
import dev.stoa.engine.evolution.EvolutionListener;
import dev.stoa.engine.provider.Providers;
import dev.stoa.evolution.scenario.Scenarios;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;

/** A whole run of a shipped scenario that is stored step by step. Stateless. */
final class StoredRun {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private StoredRun() {}

    /** How long split-100 takes, in a JVM that has seen it before and in one that has not. */
    static String measured(Stoa stoa, int generations) {
        InstantSource clock = InstantSource.system();
        EvolutionEngine engine = EvolutionEngine.over(stoa, Providers.of(stoa.config(), Map.of(), clock), clock);
        StringBuilder text = new StringBuilder();
        for (int seed = 1; seed <= 3; seed++) {
            long cpu = SYSTEM.getProcessCpuTime();
            long wall = System.nanoTime();
            engine.run(
                    Principal.local(),
                    Scenarios.get("split-100"),
                    seed,
                    Map.of("max_generations", String.valueOf(generations)),
                    EvolutionListener.NONE);
            text.append(String.format(
                    Locale.ROOT,
                    "A stored run of split-100 with %d generations, seed %d: %.1f s, %.1f s of CPU (aim: under 5 s).%n",
                    generations,
                    seed,
                    (System.nanoTime() - wall) / 1e9,
                    (SYSTEM.getProcessCpuTime() - cpu) / 1e9));
        }
        return text.toString();
    }
}
