package dev.stoa.cli.evolution;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Invocation;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A verb of {@code evolve} that asks an open archive. Used by one thread. */
abstract class EvolveVerb implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private EvolveCommand evolve;

    @Override
    public final void run() {
        check();
        Invocation main = evolve.main();
        try (Stoa stoa = main.open()) {
            show(main, stoa);
        }
    }

    /** Refuses options that do not go together, before anything is opened. */
    void check() {}

    abstract void show(Invocation main, Stoa stoa);

    /** Prints a list that is whole. */
    static void print(Invocation main, List<Map<String, @Nullable Object>> items, List<String> lines) {
        main.print(Json.object("items", items, "next", null), lines);
    }
}
