package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.engine.code.WalledView;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Calls;
import dev.stoa.engine.provider.Command;
import dev.stoa.engine.provider.CommandRuns;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.society.base.SocietySettings;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.PromptParts;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.postgres.PostgresSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes what a worker has claimed: calls the provider of the agent and ends the execution with the result.
 * Thread-safe. An interrupt ends the started processes; what then becomes of the execution its caller decides.
 */
final class AgentRunner {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRunner.class);
    private static final Duration BEYOND_LIMIT = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String COMMAND = "command";
    private static final String WORKDIR = "workdir";
    private static final String PRECONDITION = "precondition";
    private static final String STOPPED = "the worker was stopped";

    private final ExecutionQueue queue;
    private final Providers providers;
    private final ProfileAgents profiles;
    private final CircuitBreakers breakers;
    private final CommandRuns commands;
    private final CommandExecution commandExecution;
    private final ModelExecution modelExecution;
    private final AgentWall wall;
    private final WorkFolders folders;
    private final Location location;
    private final PostgresSettings servers;

    AgentRunner(
            Stoa stoa,
            Providers providers,
            Map<String, String> environment,
            ThisProcess me,
            ProcessBox box,
            AgentWall wall,
            InstantSource clock) {
        this.wall = wall;
        this.queue = stoa.society().executions();
        this.providers = providers;
        this.profiles = ProfileAgents.of(stoa, providers);
        this.breakers = stoa.learning().breakers();
        this.commands = new CommandRuns(providers, environment);
        this.commandExecution = new CommandExecution(queue, commands, me, box, wall, clock);
        this.modelExecution = new ModelExecution(queue, Calls.over(providers, breakers, clock), me, clock);
        this.location = stoa.config().location();
        this.servers = stoa.config().postgres();
        this.folders = new WorkFolders(location.directory(), stoa.config().get(SocietySettings.WORKDIRS));
    }

    /** How executions are claimed: with the retries of their command and the prompt of their agent. */
    Execution.Plan plan() {
        return new Execution.Plan() {
            @Override
            public int retries(String model) {
                Command command = command(model);
                return command == null ? 0 : command.retries();
            }

            @Override
            public String prompt(PromptParts parts) {
                return PromptBuilder.build(parts);
            }
        };
    }

    /** Runs an execution to its end, and answers how it then stands. */
    Task run(Execution execution) throws InterruptedException {
        Optional<Execution.Outcome> outcome = outcome(execution);
        return outcome.isPresent() ? finish(execution, outcome.get()) : queue.get(execution);
    }

    /** Fails an execution that was interrupted, because the one who started it by hand gave it up. */
    void giveUp(Execution execution) {
        finish(execution, Execution.Outcome.failed(STOPPED, true));
    }

    /** Gives back an execution that was interrupted, for another worker. */
    void giveBack(Execution execution) {
        undisturbed(() -> queue.giveBack(execution, STOPPED));
    }

    private Task finish(Execution execution, Execution.Outcome outcome) {
        return undisturbed(() -> finished(execution, outcome));
    }

    /** Does something also on a thread that was interrupted: what was done is then still to be kept. */
    private static Task undisturbed(Supplier<Task> step) {
        boolean interrupted = Thread.interrupted();
        try {
            return step.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Task finished(Execution execution, Execution.Outcome outcome) {
        try {
            return queue.finish(execution, outcome);
        } catch (StoaException e) {
            if (e.code().equals("lease_lost")) {
                return queue.get(execution);
            }
            // Whether it was committed before the connection broke is known only to the archive.
            Task task = queue.get(execution);
            if (task.status() == TaskStatus.RUNNING && task.leaseToken() == execution.token()) {
                return queue.finish(execution, outcome);
            }
            return task;
        }
    }

    private Optional<Execution.Outcome> outcome(Execution execution) throws InterruptedException {
        try {
            AgentSpec spec = spec(Objects.requireNonNullElse(execution.run().model(), ""));
            if (!spec.provider().equals(COMMAND)) {
                refuseCommands(spec);
                providers.check(spec);
                return modelExecution.run(execution, spec, Objects.requireNonNullElse(execution.timeLimit(), LIMIT));
            }
            Command command = commands.command(spec.model());
            Duration limit = Objects.requireNonNullElse(execution.timeLimit(), command.timeLimit());
            if (!command.wall()) {
                Path folder =
                        folders.of(execution.task().agentId(), spec.params().get(WORKDIR));
                return permitted(execution, command, request(execution, spec, folder, archives()), limit);
            }
            Path folder =
                    folders.walled(execution.task().agentId(), spec.params().get(WORKDIR), WalledView.home());
            try (AgentWall.Pass pass = wall.open(execution, command, limit)) {
                return permitted(execution, command, request(execution, spec, folder, pass.variables()), limit);
            }
        } catch (StoaException e) {
            Supervision.interrupted(e);
            return Optional.of(Execution.Outcome.failed(words(e), e instanceof UnavailableException));
        } catch (CallFailure e) {
            return Optional.of(Execution.Outcome.failed(e.message(), false));
        } catch (WorkFolders.NoFolder e) {
            return Optional.of(Execution.Outcome.failed(String.valueOf(e.getMessage()), false));
        }
    }

    /** What a person reads who started the agent from afar: of a precondition also what to do. */
    private static String words(StoaException e) {
        String message = String.valueOf(e.getMessage());
        return e.code().equals(PRECONDITION)
                ? PRECONDITION + ": " + message
                        + e.hint().map(hint -> "; " + hint).orElse("")
                : message;
    }

    /** Refuses an agent that could not be executed here because its command has a wall. */
    void check(String model) {
        Command command = command(model);
        if (command != null && command.wall()) {
            wall.check(command);
        }
    }

    /** The command that a model names; null if it names none, also if it cannot be read. */
    private @Nullable Command command(String model) {
        try {
            AgentSpec spec = spec(model);
            return spec.provider().equals(COMMAND) ? providers.commands().get(spec.model()) : null;
        } catch (StoaException e) {
            return null;
        }
    }

    /**
     * A command that others fall back on would be a process that the archive does not know and that could not be ended.
     */
    private static void refuseCommands(AgentSpec spec) {
        if (spec.fallback().stream().anyMatch(target -> target.provider().equals(COMMAND))) {
            throw Bounds.invalid(
                    "an agent of the society cannot fall back on a command",
                    "let its model be the command, or fall back on another provider");
        }
    }

    private Optional<Execution.Outcome> permitted(
            Execution execution, Command command, CommandRuns.Request request, Duration limit)
            throws InterruptedException {
        return switch (breakers.acquire(COMMAND + ":" + command.name(), limit.plus(BEYOND_LIMIT))) {
            case Permit.Refused refused -> Optional.of(Execution.Outcome.failed("breaker open", true));
            case Permit.Granted granted -> {
                Runnable over = providers.observer().invoked(execution.task().identity());
                try {
                    Optional<Execution.Outcome> outcome = commandExecution.run(execution, command, request, limit);
                    outcome.filter(ended -> ended.status() != TaskStatus.KILLED)
                            .ifPresent(ended -> attempt(() -> breakers.report(granted, result(ended))));
                    yield outcome;
                } finally {
                    over.run();
                    // Nothing, unless it was stopped or lost.
                    attempt(() -> breakers.cancel(granted));
                }
            }
        };
    }

    /** A failure to update a breaker must not lose the agent's reply. */
    private static void attempt(Runnable telling) {
        try {
            telling.run();
        } catch (StoaException e) {
            LOG.warn("the result of an execution could not be recorded in a breaker", e);
        }
    }

    private static CallResult result(Execution.Outcome outcome) {
        return outcome.status() == TaskStatus.COMPLETED
                ? CallResult.success()
                : CallResult.failure(outcome.status() == TaskStatus.TIMEOUT ? "timeout" : "failed");
    }

    /** Where the archives are: only those agents are told that have no wall around them. */
    private Map<String, String> archives() {
        Map<String, String> variables = new HashMap<>();
        variables.put(
                Location.DATA_VARIABLE, location.directory().toAbsolutePath().toString());
        if (location instanceof Location.Postgres postgres) {
            variables.put(Location.DB_VARIABLE, postgres.url());
            variables.putAll(FoundationSettings.variables(servers));
        }
        return variables;
    }

    private static CommandRuns.Request request(
            Execution execution, AgentSpec spec, Path folder, Map<String, String> reached) {
        Task task = execution.task();
        Map<String, String> variables = new HashMap<>(reached);
        variables.put("STOA_AGENT", task.identity());
        variables.put("STOA_TASK", task.id());
        variables.put("STOA_RUN", execution.run().id());
        if (task.channel() != null) {
            variables.put("STOA_CHANNEL", task.channel());
        }
        return new CommandRuns.Request(
                task.identity(),
                spec.params(),
                task.channel(),
                task.id(),
                execution.run().id(),
                spec.system() == null ? execution.prompt() : spec.system() + "\n\n" + execution.prompt(),
                folder,
                variables);
    }

    private AgentSpec spec(String model) {
        return profiles.parse("agent=" + model);
    }
}
