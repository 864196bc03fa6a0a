package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A place where an engine works for a test: stores on one backend and a provider {@code script}, whose agents say what
 * the test tells them to. Closing it drops it.
 */
public abstract class ScriptedHall implements AutoCloseable, Provider {
    public static final Principal ME = Principal.local();

    /** What an agent of the script says to a call. */
    @FunctionalInterface
    public interface Line {
        String of(Call call) throws CallFailure, InterruptedException;
    }

    private final Dialect dialect;
    private final Path folder;
    private final String url;
    private final boolean owner;
    private final ArchiveSchema archive;
    private final Map<String, String> environment = new TreeMap<>(Map.of("STOA_SEARCH_EMBEDDER", "off"));
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private Duration ahead = Duration.ZERO;
    private @Nullable Stoa stoa;

    /**
     * A hall on a backend.
     *
     * @param url the database; empty for SQLite
     * @param owner whether closing it drops the database
     * @param archive what tests look at past the stores
     */
    protected ScriptedHall(Dialect dialect, Path folder, String url, boolean owner, ArchiveSchema archive) {
        this.dialect = dialect;
        this.folder = folder;
        this.url = url;
        this.owner = owner;
        this.archive = archive;
    }

    public final String url() {
        return url;
    }

    protected final Path folder() {
        return folder;
    }

    public final Map<String, String> environment() {
        return environment;
    }

    /** Lets the models of OpenAI be those of a server. */
    public final void openAi(ModelServer server, String key) {
        environment.put("OPENAI_API_KEY", key);
        environment.put("STOA_PROVIDER_OPENAI_BASE_URL", server.url());
    }

    /** Puts the clock forward and opens everything again, so that leases and heartbeats are of the past. */
    public final void later(Duration time) {
        restart();
        ahead = ahead.plus(time);
    }

    public final InstantSource clock() {
        Duration later = ahead;
        return () -> InstantSource.system().instant().plus(later);
    }

    /** All calls that were made. */
    public final List<Call> calls() {
        return calls;
    }

    /** What the script says to a call, which is noted already. */
    protected abstract Reply said(Call call) throws CallFailure, InterruptedException;

    @Override
    public final Reply call(Call call) throws CallFailure, InterruptedException {
        calls.add(call);
        return said(call);
    }

    private StoaConfig config() {
        return StoaConfig.load(ConfigSources.of(
                folder,
                environment,
                dialect == Dialect.SQLITE ? Location.directory(folder) : Location.postgres(url, folder)));
    }

    public final Stoa stoa() {
        if (stoa == null) {
            stoa = Stoa.open(config(), clock());
        }
        return stoa;
    }

    /** The providers of the configuration and the script. */
    public final Providers providers() {
        return Providers.of(stoa().config(), environment, clock()).with("script", this);
    }

    /** Closes everything and opens it again, as another process would. */
    public void restart() {
        if (stoa != null) {
            stoa.close();
        }
        stoa = null;
    }

    /** A connection past the stores. */
    protected final Connection behind() throws SQLException {
        Connection connection = DriverManager.getConnection(
                dialect == Dialect.SQLITE ? "jdbc:sqlite:" + folder.resolve(archive.file()) : url);
        if (dialect == Dialect.POSTGRES) {
            try (var statement = connection.createStatement()) {
                statement.execute("SET search_path = " + archive.postgresSchema());
            }
        }
        return connection;
    }

    public final void execute(String sql) throws SQLException {
        try (Connection connection = behind();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, their columns joined by bars. */
    public final List<String> rows(String sql) throws SQLException {
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

    /** Fails unless everything that must hold of the archive holds. */
    public final void sound() {
        restart();
        try (Site site = Stoa.site(config(), InstantSource.system())) {
            assertThat(site.examine(archive, true).findings())
                    .filteredOn(Checkup.Finding::damage)
                    .isEmpty();
        }
    }

    @Override
    public final void close() {
        restart();
        if (owner && dialect == Dialect.POSTGRES) {
            TestPostgres.drop(url);
        }
    }
}
