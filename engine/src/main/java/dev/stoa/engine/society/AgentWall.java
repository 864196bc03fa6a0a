package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.access.AccessTokens;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.engine.code.WalledView;
import dev.stoa.engine.provider.Command;
import dev.stoa.process.ChildProcess;
import dev.stoa.society.run.Execution;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wall around agents whose command asks for one. Thread-safe. An agent behind it has no data directory, no home and
 * no keys, and reaches Stoa through the server alone, with a token that is good inside its execution and no longer. That
 * makes privacy between agents a matter of the server: without a wall every program of the user can read every file of it.
 */
final class AgentWall {
    /** The variable with the token of an agent. */
    static final String TOKEN = "STOA_TOKEN";

    private static final Logger LOG = LoggerFactory.getLogger(AgentWall.class);

    /** How much longer than its execution a token lives at most, if it could not be revoked. */
    private static final Duration BEYOND = Duration.ofMinutes(1);

    private static final Duration LONGEST = Duration.ofDays(2);
    private static final Principal WORKER = Principal.operator("worker");

    private final AccessTokens tokens;
    private final Path data;
    private final @Nullable WallServer server;
    private final BooleanSupplier namespaces;
    private volatile boolean possible;

    /**
     * The wall of a worker.
     *
     * @param server what agents behind it reach; null if there is none
     * @param namespaces tries whether this system lets a wall be built
     */
    AgentWall(Stoa stoa, @Nullable WallServer server, BooleanSupplier namespaces) {
        this.tokens = stoa.counsel().tokens();
        this.data = stoa.config().location().directory().toAbsolutePath();
        this.server = server;
        this.namespaces = namespaces;
    }

    /**
     * Refuses unless an agent of the command can be started now.
     *
     * @throws ConflictException with the code {@code precondition}
     */
    void check(Command command) {
        reached(command);
    }

    private WallServer reached(Command command) {
        WallServer reached = server;
        if (reached == null) {
            throw missing(
                    command,
                    "no server runs this worker",
                    "start a server with its first token, and leave the execution to its worker");
        }
        if (reached.open().getAsBoolean()) {
            throw missing(
                    command,
                    "the server is open to every program of this machine",
                    "start the server with its first token, or create one");
        }
        // What works once goes on to work; what does not may have been allowed meanwhile.
        if (!possible) {
            possible = namespaces.getAsBoolean();
        }
        if (!possible) {
            throw missing(
                    command,
                    "this system lets no user namespace with a root of its own be made",
                    "install util-linux and allow user namespaces (sysctl user.max_user_namespaces; unshare -rm must"
                            + " work), then start the server with its first token");
        }
        return reached;
    }

    private static ConflictException missing(Command command, String what, String hint) {
        return new ConflictException("precondition", "command " + command.name() + " has a wall, and " + what, hint);
    }

    /** Lets an execution in: what it gets to reach the server with. Closing it ends that. */
    Pass open(Execution execution, Command command, Duration limit) {
        WallServer reached = reached(command);
        Duration life = limit.plus(BEYOND);
        CreatedToken token = tokens.create(
                WORKER,
                new TokenDraft(
                        Scopes.inside(
                                execution.task().identity(), execution.task().id()),
                        "execution behind a wall",
                        null,
                        life.compareTo(LONGEST) < 0 ? life : LONGEST));
        return new Pass(tokens, token.stored().tokenId(), Map.of("STOA_URL", reached.url(), TOKEN, token.token()));
    }

    /** The way of one execution to the server. For one thread. */
    static final class Pass implements AutoCloseable {
        private final AccessTokens tokens;
        private final String tokenId;
        private final Map<String, String> variables;

        private Pass(AccessTokens tokens, String tokenId, Map<String, String> variables) {
            this.tokens = tokens;
            this.tokenId = tokenId;
            this.variables = variables;
        }

        /** What is in the environment of the agent. */
        Map<String, String> variables() {
            return variables;
        }

        @Override
        public void close() {
            // Also on a thread that was interrupted, because its execution was stopped.
            boolean interrupted = Thread.interrupted();
            try {
                tokens.revoke(WORKER, tokenId);
            } catch (StoaException e) {
                LOG.warn("token {} could not be revoked; it opens nothing once its execution has ended", tokenId, e);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** The same start behind the wall. */
    ChildProcess.Start around(Command command, ChildProcess.Start start) throws IOException {
        Path program = ProcessBox.program(start)
                .orElseThrow(() ->
                        new IOException("there is no program " + start.argv().getFirst()));
        return WalledView.around(start, program, shown(command), List.of(data), ProcessBox.first(start.argv()));
    }

    /** What a person lets the agents of a command read, without what the wall is there for. */
    private List<Path> shown(Command command) throws IOException {
        List<Path> shown = new ArrayList<>();
        Path hidden = data.toRealPath();
        for (String name : command.show()) {
            Path path = Path.of(name);
            Path real;
            try {
                real = path.toRealPath();
            } catch (IOException e) {
                throw wrong(command, path + " cannot be read");
            }
            if (!path.isAbsolute()) {
                throw wrong(command, path + " is not absolute");
            }
            if (real.startsWith(hidden)
                    || hidden.startsWith(real)
                    || WalledView.home().startsWith(real)) {
                throw wrong(command, path + " holds the data directory or a home, or lies in the data directory");
            }
            // By its own name too, which may be a link.
            shown.add(path);
            shown.add(real);
        }
        return shown;
    }

    private static InvalidException wrong(Command command, String what) {
        return new InvalidException(
                "invalid_config",
                "provider.command." + command.name() + ".show: " + what,
                "name files and folders beside them");
    }
}
