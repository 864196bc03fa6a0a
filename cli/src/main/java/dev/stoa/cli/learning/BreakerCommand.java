package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.json.Json;
import dev.stoa.learning.breaker.Breaker;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The noun {@code breaker}: the circuit breakers of providers. Used by one thread. */
@Command(
        name = "breaker",
        description = "List and reset the circuit breakers of providers.",
        addMethodSubcommands = false)
public final class BreakerCommand extends CommandGroup {
    @Command(name = "list", description = "List the breakers that have opened at least once, with their current state.")
    void list() {
        try (Stoa stoa = main.open()) {
            List<Breaker> breakers =
                    stoa.learning().breakers().as(main.principal()).list();
            Columns columns = new Columns();
            for (Breaker breaker : breakers) {
                columns.row(breaker.name(), breaker.phase().stored(), words(breaker));
            }
            main.print(
                    Json.object(
                            "items", breakers.stream().map(Breaker::document).toList(), "next", null),
                    breakers.isEmpty() ? List.of("no breaker has opened") : columns.lines());
        }
    }

    @Command(name = "reset", description = "Close a breaker.")
    void reset(@Parameters(paramLabel = "NAME", description = "Name of the breaker, provider:model.") String name) {
        try (Stoa stoa = main.open()) {
            Breaker breaker = main.engines(stoa).acts(main.principal()).resetBreaker(name);
            main.print(Json.object("breaker", breaker.document()), List.of("breaker " + name + " is closed"));
        }
    }

    private static String words(Breaker breaker) {
        String failure = breaker.lastFailure() == null
                ? ""
                : " last failure " + breaker.lastFailure().kind() + ": "
                        + breaker.lastFailure().message();
        return switch (breaker.phase()) {
            case CLOSED -> "calls pass;" + failure;
            case OPEN -> "no calls before " + time(breaker.retryAt()) + ";" + failure;
            case HALF_OPEN -> breaker.permitsOut() + " probes out;" + failure;
        };
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : Times.show(instant);
    }
}
