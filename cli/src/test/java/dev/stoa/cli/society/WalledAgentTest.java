package dev.stoa.cli.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.cli.console.LocationOptions;
import dev.stoa.config.ConfigSources;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.server.StoaServer;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Agents behind a wall, as real processes in real namespaces beside a real server. Each is a shell that is given its
 * script as its prompt. Ana has a secret, Bo may read it, and Eve may not.
 */
@OnBothDatabases
@NeedsTool(Tool.NAMESPACES)
@Timeout(300)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class WalledAgentTest {
    private static final String SECRET = "SECRET-of-ana-4711";
    private static final Pattern TOKEN = Pattern.compile("stoa_[a-z2-7]{12}_[A-Za-z0-9_-]{43}");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;
    private StoaServer server;

    @BeforeEach
    void open() throws IOException {
        terminal = Terminal.on(dialect, folder);
        Files.createDirectories(terminal.data());
        Files.writeString(terminal.data().resolve("stoa.toml"), """
                [provider.command.shell]
                argv = ["sh"]
                wall = true
                env = ["GIVEN_KEY"]
                time_limit_seconds = 200
                """);
        try (Stoa stoa = terminal.open()) {
            for (String name : List.of("ana", "bo", "eve")) {
                stoa.society().agents().register(Principal.local(), AgentDraft.of(name, "command:shell"));
            }
            stoa.society().channels().create(Principal.local(), ChannelDraft.of("lab"));
        }
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        terminal.close();
    }

    private void serve(@Nullable Principal firstTokenBy) {
        Map<String, String> environment = new HashMap<>(terminal.environment());
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("GIVEN_KEY", "given");
        environment.put("PGPASSWORD", "hidden");
        environment.put("OTHER_KEY", "hidden");
        StoaConfig config = StoaConfig.load(ConfigSources.of(
                folder, terminal.environment(), LocationOptions.choose(null, null, terminal.environment(), folder)));
        server = StoaServer.start(
                config,
                new StoaServer.Options("127.0.0.1", 0, true, environment, firstTokenBy),
                InstantSource.system());
    }

    private Stoa stoa() {
        return server.stoa();
    }

    private Run start(String agent, String script) {
        return stoa().society()
                .runs()
                .start(Principal.local(), RunRequest.of(agent, script).raw(true));
    }

    /** Waits until an execution is as it is to be. */
    private Task await(Run run, Predicate<Task> reached) throws InterruptedException {
        try (CommitSignal.Watch watch = stoa().society().executions().watch()) {
            while (true) {
                Task task = stoa().society().runs().execution(Principal.local(), run.id());
                if (reached.test(task)) {
                    return task;
                }
                watch.await(Duration.ofSeconds(5));
            }
        }
    }

    private Task ended(Run run) throws InterruptedException {
        return await(run, task -> task.status().isTerminal());
    }

    /** What an agent prints whose program is this script. */
    private String behind(String agent, String script) throws InterruptedException {
        Task task = ended(start(agent, script));
        assertThat(task.status()).as("%s", task).isEqualTo(TaskStatus.COMPLETED);
        return Objects.requireNonNullElse(task.output(), "");
    }

    private Path folderOf(Task task) {
        return terminal.data().resolve("agents").resolve(task.agentId());
    }

    private String shown(Run run) {
        return stoa().society().runs().logs(Principal.local(), run.id()).toString();
    }

    private int status(String path, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/" + path))
                .header("Authorization", "Bearer " + token)
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private Note secretOfAna() {
        return stoa().society()
                .notes()
                .add(Principal.as("ana"), NoteDraft.of(SECRET, "plans").sharedWith(List.of("bo")))
                .value();
    }

    @Test
    void anAgentBehindAWallReachesStoaThroughTheServerAndNobodyElse() throws InterruptedException {
        serve(Principal.operator("test"));
        Note secret = secretOfAna();
        String said = behind("bo", """
                echo "env: $(env | cut -d= -f1 | sort | tr '\\n' ' ')"
                stoa note show %NOTE% --json
                stoa message send lab 'hello @nobody' >sent && echo sent
                stoa run list; echo "refused $?"
                command -v stoa
                """.replace("%NOTE%", secret.id()));
        assertThat(said).contains(SECRET, "sent\n", "refused 4", "/run/stoa/bin/stoa");
        assertThat(said.lines().findFirst().orElseThrow())
                .contains(" GIVEN_KEY ", " HOME ", " STOA_AGENT ", " STOA_TOKEN ", " STOA_URL ")
                .doesNotContain("STOA_DATA", "STOA_DB", "PG", "OTHER_KEY");
        assertThat(terminal.json("message", "history", "lab").toString()).contains("hello @nobody", "identity=bo");
        assertThat(terminal.json("token", "list").toString()).contains("execution:", "agent:bo");
    }

    @Test
    void aHostileAgentFindsNoWayToTheSecretOfAnother() throws IOException, InterruptedException {
        serve(Principal.operator("test"));
        Note secret = secretOfAna();
        stoa().learning()
                .memories()
                .as(Principal.as("ana"))
                .add(MemoryDraft.of(SECRET).namespace("agent:ana"));
        Task ana = ended(start("ana", "echo $STOA_TOKEN"));
        Files.writeString(folderOf(ana).resolve("mine"), SECRET);
        Path keys = Files.createDirectories(terminal.data().resolve("keys"));
        Files.writeString(keys.resolve("planted.key"), SECRET);
        Path homes = Path.of(System.getProperty("user.home"));
        List<String> atHome;
        try (Stream<Path> files = Files.list(homes)) {
            atHome = files.filter(Files::isRegularFile).map(Path::toString).toList();
        }
        Path socket = folder.resolve("s");
        String said;
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(socket));
            said = behind(
                    "eve",
                    ATTACKS.replace("%DATA%", terminal.data().toString())
                            .replace("%HOME%", homes.toString())
                            .replace("%AT_HOME%", String.join(" ", atHome))
                            .replace("%NOTE%", secret.id())
                            .replace("%ANA%", Objects.requireNonNullElse(ana.agentId(), ""))
                            .replace("%TASK%", ana.id())
                            .replace(
                                    "%OLD_TOKEN%",
                                    Objects.requireNonNull(ana.output()).strip())
                            .replace(
                                    "%PARENT%",
                                    Long.toString(ProcessHandle.current().pid()))
                            .replace("%SOCKET%", socket.toString())
                            .replace("%JAVA%", System.getProperty("java.home")));
        }
        assertThat(said).doesNotContain(SECRET, "FOUND").contains("all tried");
        // Of what was asked over the network each was refused, and what is one's own was not.
        assertThat(said)
                .contains("own 200", "own note 200", "mcp 200")
                .contains("note 404", "as ana 403", "as human 404", "as operator 404", "of task 403")
                .contains("old token 401", "no token 401", "new token 403", "backup 403", "list 200")
                .contains("mcp note 200", "mcp memory 200", "mcp as 403");
        // Of the data directory only the own folder is there.
        assertThat(line(said, "data")).isEqualTo("agents");
        assertThat(line(said, "agents").split(" ", -1)).hasSize(1);
        assertThat(line(said, "processes").split(" ", -1)).hasSizeLessThan(10);
        assertThat(line(said, "written")).isEmpty();
        assertThat(line(said, "root").split(" ", -1))
                .isSubsetOf(roots(terminal.data(), homes, Path.of(System.getProperty("java.home"))));
        assertThat(Path.of("/tmp/stoa-was-here")).doesNotExist();
        assertThat(Path.of("/usr/stoa-was-here")).doesNotExist();
        assertThat(terminal.data().resolve("stoa-was-here")).doesNotExist();
    }

    /** The folders of the root that may be there: those of the system, and parents of what is shown. */
    private static List<String> roots(Path... shown) {
        List<String> roots = new ArrayList<>(List.of(
                "bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "nix", "opt", "proc", "run", "sbin", "tmp",
                "usr"));
        for (Path path : shown) {
            roots.add(path.getName(0).toString());
        }
        for (String entry : System.getProperty("java.class.path").split(":", -1)) {
            roots.add(Path.of(entry).toAbsolutePath().getName(0).toString());
        }
        return roots;
    }

    private static String line(String said, String name) {
        return said.lines()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2).strip())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name + " in " + said));
    }

    private static final String ATTACKS = """
            api=$STOA_URL/api/v1
            auth="Authorization: Bearer $STOA_TOKEN"
            ask() { name=$1; shift; echo "$name $(curl -s -o got -w '%{http_code}' "$@")"; cat got; echo; rm -f got; }

            # The files.
            echo "root: $(ls / | tr '\\n' ' ')"
            echo "data: $(ls -A %DATA% | tr '\\n' ' ')"
            echo "agents: $(ls -A %DATA%/agents | tr '\\n' ' ')"
            cat %DATA%/*.db %DATA%/stoa.toml %DATA%/keys/* %DATA%/agents/%ANA%/* 2>/dev/null
            for file in %AT_HOME% %HOME%/.ssh %HOME%/.stoa /etc/shadow /var /home /mnt /sys; do
              [ ! -e "$file" ] || echo "FOUND $file"
            done
            cat /proc/1/root%DATA%/agents/%ANA%/mine /proc/self/root/../..%DATA%/keys/planted.key 2>/dev/null
            ln -s %DATA%/keys/planted.key link && cat link 2>/dev/null

            # The processes.
            echo "processes: $(ls /proc | grep '^[0-9]' | tr '\\n' ' ')"
            for process in /proc/[0-9]*; do
              tr '\\0' '\\n' <$process/cmdline 2>/dev/null | grep -q '^org\\.junit\\|surefire' && echo "FOUND $process"
              tr '\\0' '\\n' <$process/environ 2>/dev/null | grep '^STOA_TOKEN=' | grep -v "$STOA_TOKEN" >/dev/null &&
                echo "FOUND a token of $process"
            done
            cat /proc/%PARENT%/environ 2>/dev/null && echo FOUND
            kill -0 %PARENT% 2>/dev/null && echo FOUND
            ls -l /proc/self/fd | grep -q '%DATA%' && echo "FOUND an open file"
            if [ -x /usr/bin/python3 ]; then
              /usr/bin/python3 -c '
            import ctypes, socket
            if ctypes.CDLL(None).ptrace(16, %PARENT%, 0, 0) == 0: print("FOUND by ptrace")
            try:
                socket.socket(socket.AF_UNIX).connect("%SOCKET%")
                print("FOUND a socket")
            except OSError:
                pass
            '
            fi
            [ ! -e %SOCKET% ] || echo "FOUND %SOCKET%"

            # Writing, also with all that one can gain.
            written=
            for file in / /usr /etc /run/stoa/bin /dev %JAVA% %JAVA%/bin %HOME%; do
              touch "$file/stoa-was-here" 2>/dev/null && written="$written $file"
            done
            echo x 2>/dev/null >>/run/stoa/bin/stoa && written="$written stoa"
            echo x 2>/dev/null >>%JAVA%/bin/java && written="$written java"
            echo "written: $written"
            mount -o remount,rw,bind /usr 2>/dev/null && echo FOUND
            unshare -Urm sh -c 'mount -o remount,rw,bind /usr; umount -l %DATA%; touch /usr/stoa-was-here; ls %DATA%/keys' \
              2>/dev/null && echo "FOUND by a namespace"
            unshare -Urm sh -c 'mount -t proc proc /proc && ls /proc/%PARENT%' 2>/dev/null && echo "FOUND by proc"
            touch /tmp/stoa-was-here %DATA%/stoa-was-here 2>/dev/null

            # The network.
            ask own -H "$auth" $api/inbox
            ask "own note" -o got -H "$auth" "$api/notes?limit=1"
            ask note -H "$auth" $api/notes/%NOTE%
            ask "as ana" -H "$auth" -H 'Stoa-Agent: ana' $api/notes/%NOTE%
            ask "as human" -H "$auth" -H 'Stoa-Agent: human' $api/notes/%NOTE%
            ask "as operator" -H "$auth" -H 'Stoa-Operator: true' $api/notes/%NOTE%
            ask "of task" -H "$auth" -H 'Stoa-Task: %TASK%' $api/notes/%NOTE%
            ask "list" -H "$auth" "$api/notes?agent=ana"
            ask "search" -H "$auth" "$api/context?q=SECRET"
            ask "path" --path-as-is -H "$auth" "$api/notes/../notes/%NOTE%/chain"
            ask "old token" -H 'Authorization: Bearer %OLD_TOKEN%' $api/notes/%NOTE%
            ask "no token" $api/notes/%NOTE%
            ask "run" -H "$auth" $api/tasks/%TASK%
            ask "memory" -H "$auth" "$api/memories?namespace=agent:ana"
            ask "new token" -H "$auth" -H 'Content-Type: application/json' -d '{"scopes":["admin"]}' $api/tokens
            ask "backup" -H "$auth" -H 'Content-Type: application/json' -d '{}' $api/backup
            mcp() { name=$1; shift; ask "$name" -H "$auth" -H 'Content-Type: application/json' \
              -H 'Accept: application/json, text/event-stream' "$@" $STOA_URL/mcp/society; }
            mcp mcp -D head -d '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",
              "capabilities":{},"clientInfo":{"name":"eve","version":"1"}}}'
            session=$(grep -i '^mcp-session-id' head | tr -d '\\r')
            mcp "mcp note" -H "$session" -d '{"jsonrpc":"2.0","id":2,"method":"tools/call",
              "params":{"name":"search_context","arguments":{"query":"plans of ana"}}}'
            mcp "mcp memory" -H "$session" -d '{"jsonrpc":"2.0","id":3,"method":"tools/call",
              "params":{"name":"recall","arguments":{"query":"plans","namespaces":["agent:ana"]}}}'
            mcp "mcp as" -H "$session" -H 'Stoa-Agent: ana' -d '{"jsonrpc":"2.0","id":4,"method":"tools/call",
              "params":{"name":"search_context","arguments":{"query":"plans of ana"}}}'
            echo all tried
            """;

    @Test
    void aTokenEndsWithItsExecutionAlsoWhenThatIsStopped() throws IOException, InterruptedException {
        serve(Principal.operator("test"));
        Run run = start("eve", "echo $STOA_TOKEN >token; cat token; echo rea\"\"dy; exec sleep 1000");
        // What it prints is read by all while it runs, so its token is not in it.
        Task running =
                await(run, task -> task.status().isTerminal() || shown(run).contains("ready"));
        assertThat(running.status()).isEqualTo(TaskStatus.RUNNING);
        String token = Files.readString(folderOf(running).resolve("token")).strip();
        assertThat(token).matches(TOKEN);
        assertThat(shown(run)).contains("***").doesNotContain(token);
        assertThat(status("inbox", token)).isEqualTo(200);
        stoa().society().runs().stop(Principal.local(), run.id());
        Task stopped = ended(run);
        assertThat(stopped.status()).isEqualTo(TaskStatus.KILLED);
        assertThat(status("inbox", token)).isEqualTo(401);
        // One that nobody was left to revoke opens nothing either.
        String left = stoa().counsel()
                .tokens()
                .create(Principal.operator("test"), TokenDraft.of(Scopes.inside("eve", stopped.id())))
                .token();
        assertThat(status("inbox", left)).isEqualTo(401);
        assertThat(terminal.json("token", "list").toString()).contains("expires_at=2");
    }

    @Test
    void withoutATokenOrAServerAWalledAgentDoesNotStart() throws InterruptedException {
        assertThat(terminal.run("run", "start", "eve", "--input", "echo x", "--raw", "--json"))
                .isEqualTo(4);
        assertThat(terminal.err()).contains("\"precondition\"", "no server runs this worker", "serve --new-token");
        serve(null);
        Task refused = ended(start("eve", "echo x"));
        assertThat(refused.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(refused.error())
                .startsWith("precondition: ")
                .contains("is open to every program", "start the server with its first token");
        assertThat(server.isOpen()).as("a refusal creates no token").isTrue();
        terminal.environment().put("STOA_URL", server.url());
        assertThat(terminal.run("run", "list")).isEqualTo(4);
    }
}
