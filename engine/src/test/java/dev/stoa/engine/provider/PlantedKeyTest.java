package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.receipt.Receipt;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.debate.Ground;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A key stays where it was given: whatever a service does with it, nothing that is stored, shown or thrown holds it. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class PlantedKeyTest {
    private static final String KEY = "sk-planted-0123456789abcdef";
    private static final String OTHER = "variable-planted-9876543210";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @TempDir
    Path settings;

    private Ground ground;
    private ModelServer server;

    @BeforeEach
    void open() throws IOException {
        ground = Ground.on(dialect, folder);
        server = new ModelServer();
    }

    @AfterEach
    void close() {
        server.close();
        ground.close();
    }

    @Test
    void noTableReceiptOutputOrExceptionHoldsTheKey() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        SessionRow row;
        try (PrintStream caught = new PrintStream(written, true, StandardCharsets.UTF_8)) {
            System.setOut(caught);
            System.setErr(caught);
            row = debate();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }

        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(server.requests())
                .as("the service was sent the key")
                .anySatisfy(request ->
                        assertThat(request.headers() + request.path()).contains(KEY));
        assertThat(ground.turns(row.id()))
                .filteredOn(turn -> turn.status() == TurnStatus.ERROR)
                .extracting(DebateTurn::agentId)
                .contains("status", "broken", "gone", "tool");
        assertThat(ground.turns(row.id()).toString()).contains("no good, ***").contains("exit 3: oops ***");
        clean("output", written.toString(StandardCharsets.UTF_8));
        Receipt receipt = ground.stoa().debate().receipts().of(row.id());
        clean("receipt", receipt.json() + receipt.markdown() + receipt.html());
        clean(
                "session",
                Json.write(ground.stoa().debate().sessions().get(row.id()).document()));
        clean("breakers", ground.stoa().learning().breakers().list().toString());
        ground.proves(row.id());
        ground.reopen();
        clean("archives", stored());
    }

    /** Two seats that answer, and four whose services fail, each in its own way, with the key in their words. */
    private SessionRow debate() throws Exception {
        server.script(exchange -> {
            boolean broken = server.requests().getLast().body().contains("model-broken");
            String said = broken
                    ? "not JSON " + KEY
                    : "{\"error\":{\"message\":\"no good, " + KEY + "\",\"headers\":\"Bearer " + KEY + "\"}}";
            ModelServer.send(exchange, broken ? 200 : 401, said.getBytes(StandardCharsets.UTF_8));
        });
        Providers providers = providers().with("script", ground.script());
        DebateEngine engine = DebateEngine.over(
                ground.stoa(), providers, ground.clock(), CodeRunner.create(false, List.of(folder)), "runner");
        List<Seat> seats = List.of(
                Seat.of("s0", "script", "m0"),
                Seat.of("s1", "script", "m1"),
                Seat.of("s2", "script", "m2"),
                Seat.of("status", "openai", "model-status"),
                Seat.of("broken", "openai", "model-broken"),
                Seat.of("gone", "anthropic", "model-gone"),
                Seat.of("tool", "command", "leak"));
        return engine.run(
                        DebateRequest.on("q1")
                                .seed(1)
                                .preset(Preset.VOTE)
                                .agents(seats)
                                .set("max_parallel", 1)
                                .set("quorum", 3),
                        "local",
                        DebateListener.NONE)
                .row();
    }

    private Providers providers() throws IOException {
        Files.writeString(settings.resolve("stoa.toml"), """
                [provider.openai]
                base_url = "%s"
                [provider.anthropic]
                base_url = "http://[nowhere"
                [provider.command.leak]
                argv = ["/bin/sh", "-c", "echo oops $PLANTED >&2; exit 3"]
                env = ["PLANTED"]
                """.formatted(server.url()));
        return Providers.of(
                StoaConfig.load(
                        ConfigSources.of(settings, Map.of(), Location.directory(settings)), ProviderSettings.module()),
                Map.of("OPENAI_API_KEY", KEY, "ANTHROPIC_API_KEY", KEY, "PLANTED", OTHER, "PATH", "/usr/bin:/bin"),
                ground.clock());
    }

    @Test
    void noExceptionOfAProviderHoldsTheKeyNorDoItsCauses() throws Exception {
        Providers providers = providers();
        List<Runnable> behaviours = List.of(
                () -> server.text(401, "{\"error\":\"" + KEY + "\"}"),
                () -> server.text(500, KEY),
                () -> server.text(200, KEY),
                () -> server.text(200, "{\"choices\":[{\"message\":\"" + KEY + "\"}]}"),
                () -> server.bytes(200, (KEY + "\0").getBytes(StandardCharsets.UTF_8)),
                () -> server.cutOff(KEY),
                () -> server.script(exchange -> {
                    exchange.getResponseHeaders().set("Location", server.url() + "/" + KEY);
                    ModelServer.send(exchange, 302, KEY.getBytes(StandardCharsets.UTF_8));
                }),
                server::hold);
        for (Runnable behaviour : behaviours) {
            behaviour.run();
            for (String provider : List.of("openai", "anthropic")) {
                Throwable thrown = catchThrowable(() -> providers
                        .find(provider)
                        .orElseThrow()
                        .call(Call.of("a", "what?", ReplyKind.POSITION, 1, Duration.ofMillis(500))
                                .to(new Target(provider, "m", Map.of()), 1, Duration.ofMillis(500))));
                assertThat(thrown).isInstanceOf(CallFailure.class);
                StringWriter trace = new StringWriter();
                Objects.requireNonNull(thrown).printStackTrace(new PrintWriter(trace));
                clean(provider, trace.toString());
            }
        }
        clean("providers", providers.names() + providers.commands().toString());
    }

    private static void clean(String where, String text) {
        assertThat(text).as(where).doesNotContain("sk-planted").doesNotContain("variable-planted");
    }

    /** Everything there is: on SQLite the bytes of all files, on PostgreSQL every row of every table as text. */
    private String stored() throws IOException, SQLException {
        StringBuilder all = new StringBuilder();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
        if (dialect == Dialect.POSTGRES) {
            try (Connection connection = DriverManager.getConnection(ground.url());
                    Statement statement = connection.createStatement()) {
                for (String table : tables(statement)) {
                    try (ResultSet rows = statement.executeQuery("SELECT t::text FROM " + table + " t")) {
                        while (rows.next()) {
                            all.append(rows.getString(1)).append('\n');
                        }
                    }
                }
            }
        }
        assertThat(all).as("what was stored").contains("no good, ***");
        return all.toString();
    }

    private static List<String> tables(Statement statement) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery("SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables"
                        + " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}
