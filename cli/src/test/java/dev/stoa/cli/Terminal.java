package dev.stoa.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.cli.console.Environment;
import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.console.LocationOptions;
import dev.stoa.cli.log.LogOutput;
import dev.stoa.config.ConfigSources;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.EmptyArchives;
import dev.stoa.testing.TestPostgres;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Somebody at a terminal with a fresh data directory or database: types commands and reads what they print. Not
 * thread-safe. Text is searched by words alone unless a test says otherwise, because the model takes a second to load.
 */
public final class Terminal implements AutoCloseable {
    private final Dialect dialect;
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();
    private byte[] typed = {};
    private boolean watched;

    private Terminal(Dialect dialect, Path folder) {
        this.dialect = dialect;
        this.folder = folder;
    }

    /** A terminal in a folder, whose data directory is {@code data} below it; it or a database holds all archives. */
    public static Terminal on(Dialect dialect, Path folder) {
        return new Terminal(dialect, folder).over(EmptyArchives.all(dialect, folder.resolve("data")));
    }

    /** A terminal where nothing is yet. */
    public static Terminal bare(Dialect dialect, Path folder) {
        return new Terminal(dialect, folder).over(dialect == Dialect.POSTGRES ? TestPostgres.freshDatabase() : "");
    }

    private Terminal over(String database) {
        environment.put("STOA_DATA", data().toString());
        environment.put("STOA_SEARCH_EMBEDDER", "off");
        if (dialect == Dialect.POSTGRES) {
            environment.put("STOA_DB", database);
        }
        return this;
    }

    public Path data() {
        return folder.resolve("data");
    }

    public Map<String, String> environment() {
        return environment;
    }

    /** What the next commands read from standard input. */
    public Terminal typing(String text) {
        return typing(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same as bytes, which need not be UTF-8. */
    public Terminal typing(byte[] bytes) {
        typed = bytes;
        return this;
    }

    /** Whether a person watches what the next commands print, so that they may use colours and progress lines. */
    public Terminal watched(boolean yes) {
        watched = yes;
        return this;
    }

    /** Runs one command in an environment of its own and answers its exit code. */
    public static int start(Environment environment, String... args) {
        return Main.run(environment, args);
    }

    /** The whole command line with every noun and verb built, which no single invocation does. */
    public static CommandLine commands() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        InputStream nothing = InputStream.nullInputStream();
        Environment environment = new Environment(nowhere, nowhere, nothing, Map.of(), Path.of(""), false, false);
        CommandLine line = new CommandLine(new Invocation(environment, new LogOutput(nowhere, false, Map.of())));
        CommandTable.addTo(line, List.of());
        return line;
    }

    /** Runs one command and answers its exit code. No command may ever show a stack trace. */
    public int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        int exit = Main.run(
                new Environment(
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        new ByteArrayInputStream(typed),
                        environment,
                        folder,
                        watched,
                        watched),
                args);
        assertThat(err.toString()).doesNotContain("\tat ").doesNotContain("Exception");
        return exit;
    }

    /** Runs a command that must succeed with {@code --json}, and answers its document. */
    public Map<String, @Nullable Object> json(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--json";
        assertThat(run(all)).as(() -> err.toString()).isZero();
        return document();
    }

    /** What the last command printed, data alone. */
    public String out() {
        return out.toString();
    }

    /** What the last command said besides. */
    public String err() {
        return err.toString();
    }

    /** The one JSON document that the last command printed. */
    public Map<String, @Nullable Object> document() {
        assertThat(out.toString().lines()).hasSize(1);
        return Json.parseObject(out.toString());
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    public List<Map<String, Object>> items(String field) {
        return (List<Map<String, Object>>) Objects.requireNonNull(document().get(field));
    }

    public Stoa open() {
        return Stoa.open(StoaConfig.load(
                ConfigSources.of(folder, environment, LocationOptions.choose(null, null, environment, folder))));
    }

    /** Runs a statement on an archive as another program would. */
    public void alter(String archive, String sql) throws SQLException {
        try (Connection connection = connect(archive);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** The first value of a query on an archive, as another program sees it. */
    public String value(String archive, String sql) throws SQLException {
        try (Connection connection = connect(archive);
                Statement statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }

    private Connection connect(String archive) throws SQLException {
        var schema = Stoa.ARCHIVES.stream()
                .filter(a -> a.name().equals(archive))
                .findFirst()
                .orElseThrow();
        return dialect == Dialect.SQLITE
                ? DriverManager.getConnection("jdbc:sqlite:" + data().resolve(schema.file()))
                : DriverManager.getConnection(environment.get("STOA_DB") + "&currentSchema=" + schema.postgresSchema());
    }

    @Override
    public void close() {
        String database = environment.get("STOA_DB");
        if (database != null) {
            TestPostgres.drop(database);
        }
    }
}
