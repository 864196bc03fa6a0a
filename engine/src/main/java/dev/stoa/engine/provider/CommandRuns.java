package dev.stoa.engine.provider;

import dev.stoa.base.StoaException;
import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Configured commands as agents of the society: what exactly is started for a run. Thread-safe. Unlike a call of a
 * debate the child acts in its agent's name, so its environment names the agent and the archives.
 */
public final class CommandRuns {
    private final Map<String, Command> commands;
    private final Map<String, String> environment;

    /**
     * The commands of a configuration.
     *
     * @param environment the variables of this process, of which commands get what they name
     */
    public CommandRuns(Providers providers, Map<String, String> environment) {
        this.commands = Map.copyOf(providers.commands());
        this.environment = Map.copyOf(environment);
    }

    /**
     * One run.
     *
     * @param params the query of the agent's model
     * @param channel the name of its channel; null if it has none
     * @param variables the environment variables of the child
     */
    public record Request(
            String identity,
            Map<String, String> params,
            @Nullable String channel,
            String taskId,
            String sessionId,
            String prompt,
            Path directory,
            Map<String, String> variables) {
        public Request {
            params = Map.copyOf(params);
            variables = Map.copyOf(variables);
        }
    }

    /** The command of a name. */
    public Command command(String name) throws CallFailure {
        Command command = commands.get(name);
        if (command == null) {
            throw CallFailure.refused("there is no command " + name);
        }
        return command;
    }

    /** What is started for a run of a command. */
    public ChildProcess.Start prepare(Command command, Request request) throws CallFailure {
        boolean argument = command.input() == CommandInput.ARGUMENT;
        int bytes = request.prompt().getBytes(StandardCharsets.UTF_8).length;
        if (argument && (bytes > Command.LONGEST_ARGUMENT || request.prompt().indexOf('\0') >= 0)) {
            throw CallFailure.refused("a prompt of " + bytes + " bytes cannot be an argument; the most are "
                    + Command.LONGEST_ARGUMENT + ", without U+0000");
        }
        if (request.identity().startsWith("-")) {
            throw CallFailure.refused("the identity could be taken for an option of the command");
        }
        try {
            command.check(request.params());
        } catch (StoaException e) {
            throw CallFailure.refused(String.valueOf(e.getMessage()));
        }
        Map<String, String> values = new TreeMap<>(request.params());
        values.put("identity", request.identity());
        values.put("channel", request.channel() == null ? "" : request.channel());
        values.put("task_id", request.taskId());
        values.put("session_id", request.sessionId());
        if (argument) {
            values.put("prompt", request.prompt());
        }
        Map<String, String> variables = command.environment(environment);
        // Who it is and where it works is not for a configuration to say.
        variables.keySet().removeIf(variable -> variable.startsWith("STOA_"));
        variables.putAll(request.variables());
        return new ChildProcess.Start(
                command.arguments(values),
                request.directory(),
                variables,
                BoundedBuffer.beginning(command.mostOutput()),
                BoundedBuffer.end(command.mostError()));
    }

    /** What goes to the standard input of a run. */
    public static byte[] input(Command command, String prompt) {
        return command.input() == CommandInput.ARGUMENT ? new byte[0] : prompt.getBytes(StandardCharsets.UTF_8);
    }

    /** Why a command could not be started, without what it alone may know. */
    public String cannotStart(Command command, Exception e) {
        return Secrets.of(command.secrets(environment))
                .hidden("cannot start " + command.name() + ": " + String.valueOf(e.getMessage()));
    }
}
