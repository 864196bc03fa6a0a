package dev.stoa.cli.operate;

import dev.stoa.StoaConfig;
import dev.stoa.base.Bounds;
import dev.stoa.base.Page;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.Plural;
import dev.stoa.config.FoundationSettings;
import dev.stoa.counsel.access.AccessToken;
import dev.stoa.json.Json;
import dev.stoa.search.vector.EmbedderChoice;
import dev.stoa.server.StoaServer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code serve}: the server, until a signal ends it. Used by one thread. */
@Command(
        name = "serve",
        description =
                "Serve REST and live streams over HTTP until it is stopped. On this machine alone it is open until a"
                        + " token is created; for other machines it needs one.")
public final class ServeCommand implements Callable<Integer> {
    private static final int LARGEST_PORT = 65_535;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Address to listen on (default: server.host, which is 127.0.0.1 unless set)")
    private @Nullable String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port to listen on, 0 for a free one (default: server.port, which is 7070 unless set)")
    private @Nullable Integer port;

    @Option(names = "--no-jobs", description = "Leave the work in the background to other servers.")
    private boolean noJobs;

    @Option(
            names = "--new-token",
            description =
                    "Create the first token, which may do everything, and print it once; refused if there was one.")
    private boolean newToken;

    @Option(
            names = "--demo",
            description =
                    "Fill an empty data directory with examples of everything, offline, while the server is up; refused"
                            + " if there is a debate, an agent or a memory.")
    private boolean demo;

    @Override
    public Integer call() {
        main.logAsServer();
        StoaConfig config = config();
        try (StoaServer server = StoaServer.start(config, options(config), InstantSource.system())) {
            StopSignal stop = StopSignal.ofThisProcess();
            print(server);
            int exit = stop.await();
            if (!server.drain()) {
                main.say("some requests were not answered in time");
            }
            return exit;
        } catch (InterruptedException e) {
            return main.interrupted("the server was stopped", "start it again");
        }
    }

    /** The demo is the same on every machine, so its vectors are. */
    private StoaConfig config() {
        return demo
                ? StoaConfig.load(main.sources().set(FoundationSettings.EMBEDDER, EmbedderChoice.HASHING))
                : main.config();
    }

    private StoaServer.Options options(StoaConfig config) {
        StoaServer.Options set = StoaServer.Options.of(config);
        return new StoaServer.Options(
                host == null ? set.host() : host,
                port == null ? set.port() : Math.toIntExact(Bounds.whole("--port", port, 0, LARGEST_PORT)),
                set.jobs() && !noJobs,
                main.environment().variables(),
                newToken ? main.principal() : null,
                demo ? main.principal() : null);
    }

    private void print(StoaServer server) {
        boolean open = server.isOpen();
        List<String> lines = new ArrayList<>();
        lines.add("stoa: listening on " + server.url());
        lines.add(
                open
                        ? "stoa: open to every program on this machine; create a token to close it"
                        : "stoa: " + Plural.of(tokens(server), "token"));
        if (server.firstToken() != null) {
            lines.add(server.firstToken());
        }
        main.print(
                Json.object(
                        "url",
                        server.url(),
                        "pid",
                        ProcessHandle.current().pid(),
                        "access",
                        open ? "open" : "token",
                        "token",
                        server.firstToken()),
                lines);
        main.environment().out().flush();
    }

    /** How many tokens open the server now. */
    private long tokens(StoaServer server) {
        Instant now = Instant.now();
        long valid = 0;
        String cursor = null;
        do {
            Page<AccessToken> page =
                    server.stoa().counsel().tokens().list(main.principal(), new Page.Request(500, cursor));
            valid += page.items().stream().filter(token -> token.valid(now)).count();
            cursor = page.next();
        } while (cursor != null);
        return valid;
    }
}
