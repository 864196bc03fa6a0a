package dev.stoa.engine.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Reply;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A place where questions are asked for a test: stores on one backend and a provider {@code script}, whose agents say
 * what the test tells them to. Closing it drops it.
 */
final class AskHall implements AutoCloseable, Provider {
    static final Principal ME = Principal.local();

    /** What an agent of the script says to a call. */
    @FunctionalInterface
    interface Line {
        String of(Call call) throws CallFailure, InterruptedException;
    }

    private final Dialect dialect;
    private final Path folder;
    private final String url;
    private final boolean owner;
    private final Map<String, String> environment = new TreeMap<>(Map.of("STOA_SEARCH_EMBEDDER", "off"));
    private final Map<String, Line> lines = new ConcurrentHashMap<>();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private @Nullable Stoa stoa;
    private @Nullable AnsweringEngine engine;

    private AskHall(Dialect dialect, Path folder, String url, boolean owner) {
        this.dialect = dialect;
        this.folder = folder;
        this.url = url;
        this.owner = owner;
    }

    static AskHall on(Dialect dialect, Path folder) {
        return new AskHall(dialect, folder, dialect == Dialect.SQLITE ? "" : TestPostgres.freshDatabase(), true);
    }

    /** The same place, as another process sees it. */
    static AskHall at(Dialect dialect, Path folder, String url) {
        return new AskHall(dialect, folder, url, false);
    }

    String url() {
        return url;
    }

    AskHall setting(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    AskHall toml(String text) throws IOException {
        Files.writeString(folder.resolve("stoa.toml"), text);
        return this;
    }

    /** Lets an agent say the same whenever it is asked. */
    AskHall says(String agent, String text) {
        return says(agent, call -> text);
    }

    AskHall says(String agent, Line line) {
        lines.put(agent, line);
        return this;
    }

    /** A reply in the form that is asked for. */
    static String reply(String text, String answer, int confidence) {
        return text + "\n\nANSWER: " + answer + "\nCONFIDENCE: " + confidence;
    }

    /** The descriptions of agents of the script. */
    static List<String> agents(String... names) {
        List<String> agents = new ArrayList<>();
        for (String name : names) {
            agents.add(name + "=script:" + name);
        }
        return agents;
    }

    /** All calls that were made. */
    List<Call> calls() {
        return calls;
    }

    Call last(String agent) {
        return calls.stream()
                .filter(call -> call.agent().equals(agent))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Override
    public Reply call(Call call) throws CallFailure, InterruptedException {
        calls.add(call);
        Line line = lines.get(call.agent());
        if (line == null) {
            throw CallFailure.refused("the script has no line for " + call.agent());
        }
        return Reply.of(line.of(call));
    }

    private StoaConfig config() {
        return StoaConfig.load(ConfigSources.of(
                folder,
                environment,
                dialect == Dialect.SQLITE ? Location.directory(folder) : Location.postgres(url, folder)));
    }

    Stoa stoa() {
        if (stoa == null) {
            stoa = Stoa.open(config());
        }
        return stoa;
    }

    AnsweringEngine engine() {
        if (engine == null) {
            InstantSource clock = InstantSource.system();
            Providers providers =
                    Providers.of(stoa().config(), environment, clock).with("script", this);
            engine = AnsweringEngine.over(
                    stoa(),
                    providers,
                    DebateEngine.over(stoa(), providers, clock, CodeRunner.create(false, List.of()), "ask"),
                    clock);
        }
        return engine;
    }

    AskAnswer ask(AskRequest request) throws InterruptedException {
        return engine().ask(ME, request, AskListener.NONE);
    }

    /** Closes everything and opens it again, as another process would. */
    void restart() {
        if (stoa != null) {
            stoa.close();
        }
        stoa = null;
        engine = null;
    }

    /** A connection past the stores. */
    Connection behind() throws SQLException {
        Connection connection = DriverManager.getConnection(
                dialect == Dialect.SQLITE ? "jdbc:sqlite:" + folder.resolve("aua.db") : url);
        if (dialect == Dialect.POSTGRES) {
            try (var statement = connection.createStatement()) {
                statement.execute("SET search_path = " + CounselArchive.SCHEMA.postgresSchema());
            }
        }
        return connection;
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = behind();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, their columns joined by bars. */
    List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = behind();
                var statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> columns = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    columns.add(result.getString(i));
                }
                rows.add(String.join("|", columns.stream().map(String::valueOf).toList()));
            }
        }
        return rows;
    }

    /** Fails unless everything that must hold of an archive holds. */
    void sound() {
        restart();
        try (Site site = Stoa.site(config(), InstantSource.system())) {
            assertThat(site.examine(CounselArchive.SCHEMA, true).findings())
                    .filteredOn(Checkup.Finding::damage)
                    .isEmpty();
        }
    }

    @Override
    public void close() {
        restart();
        if (owner && dialect == Dialect.POSTGRES) {
            TestPostgres.drop(url);
        }
    }
}
