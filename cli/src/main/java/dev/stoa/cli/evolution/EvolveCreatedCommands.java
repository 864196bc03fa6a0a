package dev.stoa.cli.evolution;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Invocation;
import dev.stoa.engine.evolution.EvolutionDecisions;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The verbs about created agents. Used by one thread. */
final class EvolveCreatedCommands {
    private EvolveCreatedCommands() {}

    /** {@code evolve created}. */
    @Command(name = "created", description = "List the agents that were designed in a run, or in all runs.")
    static final class Created implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private EvolveCommand evolve;

        @Parameters(paramLabel = "RUN", arity = "0..1", description = "Id of the run (default: all runs)")
        private @Nullable String run;

        @Override
        public void run() {
            Invocation main = evolve.main();
            try (Stoa stoa = main.open()) {
                if (run != null) {
                    stoa.evolution().runs().get(main.principal(), run);
                }
                List<CreatedAgent> agents = stoa.evolution().createdAgents().list(main.principal(), run);
                main.print(
                        Json.object(
                                "items",
                                agents.stream().map(CreatedAgent::document).toList(),
                                "next",
                                null),
                        EvolveText.created(agents));
            }
        }
    }

    /** What the three decisions have in common. */
    abstract static class Decide implements Runnable {
        @ParentCommand
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private EvolveCommand evolve;

        @Parameters(paramLabel = "CREATED", description = "Id of the created agent.")
        @SuppressWarnings("NullAway.Init") // set by picocli before run
        private String id;

        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason for the decision.")
        private @Nullable String reason;

        abstract CreatedAgent decide(EvolutionDecisions decisions, Invocation main, String agent, @Nullable String why);

        @Override
        public final void run() {
            Invocation main = evolve.main();
            try (Stoa stoa = main.open()) {
                CreatedAgent agent = decide(main.engines(stoa).evolutionDecisions(), main, id, reason);
                main.print(
                        agent.document(),
                        List.of("created agent " + agent.id() + " is " + agent.status()
                                + (agent.mountedSeq() == null || agent.retiredSeq() != null
                                        ? ""
                                        : " from generation " + agent.mountedSeq() + " on")));
            }
        }
    }

    /** {@code evolve approve}. */
    @Command(
            name = "approve",
            description = "Let a created agent that passed its trial take part from the next generation on.")
    static final class Approve extends Decide {
        @Override
        CreatedAgent decide(EvolutionDecisions decisions, Invocation main, String agent, @Nullable String why) {
            return decisions.approve(main.principal(), agent, why);
        }
    }

    /** {@code evolve reject}. */
    @Command(name = "reject", description = "Refuse a created agent that passed its trial.")
    static final class Reject extends Decide {
        @Override
        CreatedAgent decide(EvolutionDecisions decisions, Invocation main, String agent, @Nullable String why) {
            return decisions.reject(main.principal(), agent, why);
        }
    }

    /** {@code evolve retire}. */
    @Command(name = "retire", description = "End a created agent that takes part, from the next generation on.")
    static final class Retire extends Decide {
        @Override
        CreatedAgent decide(EvolutionDecisions decisions, Invocation main, String agent, @Nullable String why) {
            return decisions.retire(main.principal(), agent, why);
        }
    }
}
