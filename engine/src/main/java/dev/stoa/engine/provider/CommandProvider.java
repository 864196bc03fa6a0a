package dev.stoa.engine.provider;

import dev.stoa.base.UnavailableException;
import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import dev.stoa.storage.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Commands as agents of a debate: each call is one child process in a fresh directory of its own. Thread-safe. The
 * model of a call is the name of the command.
 */
final class CommandProvider implements Provider {
    private static final int STDERR_SHOWN = 4096;

    private final Map<String, Command> commands;
    private final Map<String, String> environment;

    CommandProvider(Map<String, Command> commands, Map<String, String> environment) {
        this.commands = Map.copyOf(commands);
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Reply call(Call call) throws CallFailure, InterruptedException {
        Command command = commands.get(call.model());
        if (command == null) {
            throw CallFailure.refused("there is no command " + call.model());
        }
        if (command.wall()) {
            throw CallFailure.refused("command " + command.name() + " has a wall, which is for agents of the society");
        }
        String prompt = call.system() == null ? call.prompt() : call.system() + "\n\n" + call.prompt();
        boolean argument = command.input() == CommandInput.ARGUMENT;
        int bytes = prompt.getBytes(StandardCharsets.UTF_8).length;
        if (argument && (bytes > Command.LONGEST_ARGUMENT || prompt.indexOf('\0') >= 0)) {
            throw CallFailure.refused("a prompt of " + bytes + " bytes cannot be an argument; the most are "
                    + Command.LONGEST_ARGUMENT + ", without U+0000");
        }
        Map<String, String> values = new TreeMap<>(call.params());
        values.put("identity", call.agent());
        if (argument) {
            values.put("prompt", prompt);
        }
        Path directory = fresh();
        try {
            return run(call, command, values, directory, argument ? "" : prompt);
        } finally {
            delete(directory);
        }
    }

    private Reply run(Call call, Command command, Map<String, String> values, Path directory, String stdin)
            throws CallFailure, InterruptedException {
        Map<String, String> variables = command.environment(environment);
        // A debate must not be able to act on the archives as an agent.
        variables.keySet().removeIf(variable -> variable.startsWith("STOA_"));
        Secrets secrets = Secrets.of(command.secrets(environment));
        Duration limit = call.timeout().compareTo(command.timeLimit()) < 0 ? call.timeout() : command.timeLimit();
        ChildProcess child;
        try {
            child = ChildProcess.start(new ChildProcess.Start(
                    command.arguments(values),
                    directory,
                    variables,
                    BoundedBuffer.beginning(command.mostOutput()),
                    BoundedBuffer.end(command.mostError())));
        } catch (IOException e) {
            throw CallFailure.failed(
                    secrets.hidden("cannot start " + command.name() + ": " + String.valueOf(e.getMessage())));
        }
        child.feed(stdin.getBytes(StandardCharsets.UTF_8));
        ChildProcess.Ended ended = child.await(limit);
        if (ended.timedOut()) {
            throw CallFailure.timeout(limit);
        }
        if (ended.exit() != 0) {
            String stderr = secrets.hidden(tail(ended.error()));
            throw CallFailure.failed("exit " + ended.exit() + (stderr.isBlank() ? "" : ": " + stderr.strip()));
        }
        if (ended.outputTruncated()) {
            throw CallFailure.malformed("the reply has more than " + command.mostOutput() + " bytes");
        }
        return Reply.of(Reply.decoded(ended.output()));
    }

    private static String tail(byte[] error) {
        byte[] end = Arrays.copyOfRange(error, Math.max(0, error.length - STDERR_SHOWN), error.length);
        return new String(end, StandardCharsets.UTF_8);
    }

    private static Path fresh() throws CallFailure {
        try {
            return TemporaryFolder.make("stoa-call-").path();
        } catch (UnavailableException e) {
            throw CallFailure.failed("no directory for a command: " + String.valueOf(e.getMessage()));
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innermostFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // What a grandchild still writes stays behind for the system's own cleaning of temporary files.
        }
    }
}
