package dev.stoa.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.cli.Terminal;
import dev.stoa.cli.console.Environment;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.LocationOptions;
import dev.stoa.cli.log.LogOutput;
import dev.stoa.config.ConfigSources;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.engine.access.SurfaceRights;
import dev.stoa.server.StoaServer;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class RemoteServerTest {
    private static final Set<String> NOUNS =
            Set.of("message", "task", "note", "knowledge", "context", "memory", "evidence");

    @TempDir
    Path folder;

    private Terminal there;
    private Terminal here;
    private StoaServer server;

    @BeforeEach
    void open() throws IOException {
        there = Terminal.on(Dialect.SQLITE, folder);
        there.environment().put("STOA_AGENT", "ana");
        StoaConfig config = StoaConfig.load(ConfigSources.of(
                folder, there.environment(), LocationOptions.choose(null, null, there.environment(), folder)));
        server = StoaServer.start(config, "127.0.0.1", 0, InstantSource.system());
        Stoa stoa = server.stoa();
        stoa.society().agents().register(Principal.local(), AgentDraft.of("ana", "sim:"));
        stoa.society().agents().register(Principal.local(), AgentDraft.of("bo", "sim:"));
        stoa.society().channels().create(Principal.local(), ChannelDraft.of("lab"));
        here = Terminal.on(Dialect.SQLITE, Files.createDirectory(folder.resolve("elsewhere")));
        here.environment().clear();
        here.environment().put("STOA_URL", server.url() + "/");
        here.environment()
                .put(
                        "STOA_TOKEN",
                        stoa.counsel()
                                .tokens()
                                .create(Principal.operator("test"), TokenDraft.of(new Scopes(List.of("agent:ana"))))
                                .token());
    }

    @AfterEach
    void close() {
        server.close();
        there.close();
    }

    /** What a reading command prints is the same from afar as where the data is. */
    private Map<String, @Nullable Object> same(String... args) {
        Map<String, @Nullable Object> remote = here.json(args);
        assertThat(remote).as(String.join(" ", args)).isEqualTo(there.json(args));
        return remote;
    }

    private String id(String field, String... args) {
        Object value = here.json(args);
        for (String part : field.split("/", -1)) {
            value = ((Map<?, ?>) value).get(part);
        }
        return String.valueOf(value);
    }

    @Test
    void whatAgentsDoFromAfarIsWhatTheyDoWhereTheDataIs() {
        id("message_id", "message", "send", "lab", "hello");
        same("message", "history", "lab");
        same("message", "inbox");
        assertThat(here.json("message", "recv", "lab", "--own", "--peek").toString())
                .contains("hello");
        assertThat(here.json("message", "wait", "--timeout", "0")).containsEntry("timed_out", true);
        String task = id("task_id", "task", "add", "look", "--priority", "7");
        same("task", "list");
        assertThat(id("task/task_id", "task", "claim", task, "--lease", "60")).isEqualTo(task);
        here.json("task", "renew", task);
        assertThat(here.json("task", "done", task, "--output", "seen")).containsEntry("status", "completed");
        same("task", "show", task);
        String note = id("memory_id", "note", "add", "first", "--topic", "walls", "--share", "bo");
        here.json("note", "edit", note, "second");
        here.json("note", "core", note);
        same("note", "show", note);
        here.json("note", "core", note, "--off");
        here.json("note", "share", note, "--none");
        same("note", "list", "--topic", "walls");
        String whole = id("memory_id", "note", "replace", note, "--message", "third");
        same("note", "chain", whole);
        assertThat(here.typing("").run("note", "delete", whole)).isEqualTo(4);
        assertThat(here.json("note", "delete", whole, "--yes")).containsEntry("changed", true);
        String fact = id("knowledge_id", "knowledge", "add", "tests/walls", "they stand", "--confidence", "0.9");
        same("knowledge", "show", fact);
        same("knowledge", "query", "tests/*");
        same("knowledge", "tree");
        // Its scores depend on the moment.
        assertThat(here.json("context", "stand", "--scope", "knowledge,notes", "--limit", "3")
                        .toString())
                .contains("id=" + fact);
        String memory = id("memory/id", "memory", "add", "WAL has one writer", "--tier", "fast", "--ttl", "never");
        same("memory", "show", memory);
        same("memory", "list");
        assertThat(here.json("memory", "recall", "writer").toString()).contains(memory);
        here.json("memory", "outcome", memory, "--success");
        same("memory", "stats");
        String evidence = id("evidence/id", "evidence", "add", "WAL is a file.", "--source", "docs");
        same("evidence", "show", evidence);
        same("evidence", "list");
        same("evidence", "search", "file", "--mode", "lexical");
        same("evidence", "documents");
        assertThat(here.run("debate", "show", "nothing")).isEqualTo(3);
    }

    @Test
    void withoutJsonTheSameDocumentIsPrinted() {
        assertThat(here.run("task", "add", "look")).isZero();
        assertThat(here.document()).containsEntry("input", "look").containsEntry("created", true);
    }

    @Test
    void everyVerbOfAgentsIsServedAndTheOthersSayThatTheyNeedTheData() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Invocation main = new Invocation(
                new Environment(nowhere, nowhere, InputStream.nullInputStream(), Map.of(), folder, false, false),
                new LogOutput(nowhere, false, Map.of()));
        Set<String> missing = new TreeSet<>();
        for (CommandLine noun : Terminal.commands().getSubcommands().values()) {
            if (NOUNS.contains(noun.getCommandName())) {
                List<CommandLine> verbs = noun.getSubcommands().isEmpty()
                        ? List.of(noun)
                        : List.copyOf(noun.getSubcommands().values());
                for (CommandLine verb : verbs) {
                    String name = verb.getCommandSpec().qualifiedName(" ").substring("stoa ".length());
                    try {
                        RemoteVerbs.of(new TypedVerb(main, name, verb.getCommandSpec()));
                    } catch (StoaException e) {
                        // Others are known, and without their arguments refused.
                        if (e.code().equals("precondition")) {
                            missing.add(name);
                        }
                    }
                }
            }
        }
        assertThat(missing)
                .allMatch(name -> !Rights.has(Principal.agentToken("ana"), SurfaceRights.of(name)), "not for agents");
        assertThat(here.run("run", "start", "ana", "--input", "x", "--as", "ana"))
                .isEqualTo(1);
        assertThat(here.run("run", "list")).isEqualTo(4);
        assertThat(here.err()).contains("run list needs the data directory, and STOA_URL is set");
        assertThat(here.run("memory", "add", "--jsonl", "x")).isEqualTo(4);
        assertThat(here.err()).contains("memory add with --jsonl needs the data directory");
        assertThat(here.run("version")).isZero();
    }

    @Test
    void whatTheServerRefusesIsRefusedAsAtTheCommandLine() {
        assertThat(here.run("note", "show", "00000000-0000", "--json")).isEqualTo(3);
        assertThat(here.err()).contains("\"code\":\"not_found\"");
        assertThat(here.run("task", "add", "look", "--priority", "11")).isEqualTo(2);
        assertThat(here.run("note", "list", "--as", "bo")).isEqualTo(1);
        assertThat(here.err()).contains("may not act as another agent");
        assertThat(here.run("note", "list", "--data", "x")).isEqualTo(2);
        here.environment().put("STOA_TOKEN", "stoa_unknown");
        assertThat(here.run("note", "list")).isEqualTo(1);
        assertThat(here.err()).contains("what was presented is no token").doesNotContain("stoa_unknown");
    }

    @Test
    void theTokenGoesToTheNamedServerAndNowhereElse() throws IOException {
        for (String url : List.of("file:///etc", "ftp://x", "x", "http://user:hunter2@x", "http://x/?y", "http:///")) {
            here.environment().put("STOA_URL", url);
            assertThat(here.run("note", "list")).as(url).isEqualTo(2);
            assertThat(here.err())
                    .contains("STOA_URL is no address of a server")
                    .doesNotContain("hunter2");
        }
        AtomicInteger asked = new AtomicInteger();
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String address = "http://127.0.0.1:" + other.getAddress().getPort();
        other.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.getResponseHeaders().add("Location", address + "/elsewhere");
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        other.start();
        try {
            here.environment().put("STOA_URL", address);
            assertThat(here.run("note", "list")).isEqualTo(1);
            assertThat(here.err()).contains("with 307 is no server of Stoa", "redirects are not followed");
            assertThat(asked).hasValue(1);
        } finally {
            other.stop(0);
        }
        assertThat(here.run("note", "list")).isEqualTo(1);
        assertThat(here.err()).contains("cannot be reached");
    }
}
