package dev.stoa.cli.console;

import dev.stoa.base.Simulated;
import picocli.CommandLine.Option;

/** The option of verbs that count what debates have taught: whether simulated ones count. Used by one thread. */
public final class SimulatedOption {
    @Option(
            names = "--simulated",
            paramLabel = "exclude|include|only",
            defaultValue = "exclude",
            description = "Whether results of debates with a simulated seat count: exclude, include or only"
                    + " (default: ${DEFAULT-VALUE})")
    private String simulated = "exclude";

    public Simulated value() {
        return Simulated.of(simulated);
    }
}
