package dev.stoa.cli.learning;

import dev.stoa.Stoa;
import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.engine.upkeep.AuditTrail;
import dev.stoa.json.Json;
import dev.stoa.learning.breaker.Breaker;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
                            "items", breakers.stream().map(BreakerCommand::json).toList(), "next", null),
                    breakers.isEmpty() ? List.of("no breaker has opened") : columns.lines());
        }
    }

    @Command(name = "reset", description = "Close a breaker.")
    void reset(@Parameters(paramLabel = "NAME", description = "Name of the breaker, provider:model.") String name) {
        try (Stoa stoa = main.open()) {
            Breaker breaker = AuditTrail.of(stoa, main.principal())
                    .around(
                            "breaker_reset",
                            Map.of("breaker", name),
                            () -> stoa.learning()
                                    .breakers()
                                    .as(main.principal())
                                    .reset(name));
            main.print(Json.object("breaker", json(breaker)), List.of("breaker " + name + " is closed"));
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

    private static Map<String, @Nullable Object> json(Breaker breaker) {
        Breaker.LastFailure failure = breaker.lastFailure();
        return Json.object(
                "name", breaker.name(),
                "state", breaker.phase().stored(),
                "failure_threshold", breaker.failureThreshold(),
                "cooldown_seconds", breaker.cooldown().toMillis() / 1000.0,
                "opened_at", time(breaker.openedAt()),
                "retry_at", time(breaker.retryAt()),
                "half_open_successes", breaker.halfOpenSuccesses(),
                "permits_out", breaker.permitsOut(),
                "last_failure",
                        failure == null
                                ? null
                                : Json.object(
                                        "at", time(failure.at()), "kind", failure.kind(), "message", failure.message()),
                "updated_at", time(breaker.updatedAt()));
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : Times.show(instant);
    }
}
