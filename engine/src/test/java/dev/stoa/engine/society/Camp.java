package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.provider.Providers;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.EmptyArchives;
import dev.stoa.testing.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A place where agents that are shell scripts are run for a test: the stores on one backend and a configuration that
 * grows. Not thread-safe.
 */
final class Camp implements AutoCloseable {
    static final Principal HUMAN = Principal.local();

    private final Dialect dialect;
    private final Path folder;
    private final Location location;
    private final Map<String, String> environment;
    private final boolean borrowed;
    private Stoa stoa;
    private Archive archive;

    private Camp(Dialect dialect, Path folder, String url, boolean borrowed) {
        this.dialect = dialect;
        this.folder = folder;
        this.location = dialect == Dialect.SQLITE
                ? Location.directory(folder)
                : new Location.Postgres(url, folder, "test", "test");
        this.environment = new TreeMap<>(System.getenv());
        this.environment.put("STOA_SEARCH_EMBEDDER", "off");
        this.borrowed = borrowed;
        this.stoa = Stoa.open(config());
        this.archive = openArchive();
    }

    static Camp on(Dialect dialect, Path folder) {
        return new Camp(dialect, folder, EmptyArchives.all(dialect, folder), false);
    }

    /** A camp that another process has pitched. */
    static Camp at(Dialect dialect, Path folder, String url) {
        return new Camp(dialect, folder, url, true);
    }

    private StoaConfig config() {
        return StoaConfig.load(ConfigSources.of(folder, environment, location));
    }

    private Archive openArchive() {
        StorageSettings settings = StorageSettings.defaults();
        return location instanceof Location.Postgres postgres
                ? PostgresArchive.open(
                        SocietyArchive.SCHEMA,
                        postgres.url(),
                        PostgresSettings.defaults(),
                        settings,
                        InstantSource.system())
                : SqliteArchive.open(SocietyArchive.SCHEMA, folder, settings, InstantSource.system());
    }

    Dialect dialect() {
        return dialect;
    }

    Stoa stoa() {
        return stoa;
    }

    Map<String, String> environment() {
        return environment;
    }

    String url() {
        return location instanceof Location.Postgres postgres ? postgres.url() : "";
    }

    /** Adds to the configuration. */
    void configure(String toml) {
        try {
            Path file = folder.resolve("stoa.toml");
            String before = Files.exists(file) ? Files.readString(file) : "";
            Files.writeString(file, before + toml + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        stoa.close();
        stoa = Stoa.open(config());
    }

    /** Makes a command of a shell script, with further settings, and an agent of the same name that is run by it. */
    void agent(String name, String script, String... settings) {
        command(name, script, settings);
        stoa.society().agents().register(HUMAN, AgentDraft.of(name, "command:" + name));
    }

    void command(String name, String script, String... settings) {
        try {
            Path file = folder.resolve(name + ".sh");
            Files.writeString(file, "#!/bin/sh\n" + script + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
            configure("[provider.command." + name + "]\n"
                    + (String.join("\n", settings).contains("argv") ? "" : "argv = [\"" + file + "\"]\n")
                    + String.join("\n", settings));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a channel without asking anybody. */
    void channel(String name) {
        archive.write(tx -> tx.update(
                "INSERT INTO channels (channel_id, name, created_at) VALUES (?, ?, ?)",
                "c-" + name,
                name,
                InstantSource.system().instant()));
    }

    Worker worker() {
        return worker(ProcessBox.ofThisSystem());
    }

    Worker worker(ProcessBox box) {
        return worker(box, new AgentWall(stoa, null, () -> true));
    }

    Worker worker(ProcessBox box, AgentWall wall) {
        return Worker.over(
                stoa,
                Providers.of(stoa.config(), environment, InstantSource.system()),
                environment,
                box,
                wall,
                InstantSource.system());
    }

    /** The first column of a query, as text. */
    List<String> values(String sql) {
        return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
    }

    String value(String sql) {
        return archive.one(sql, row -> String.valueOf(row.textOrNull(1))).orElse("nothing");
    }

    /** Changes the archive as nobody should. */
    void alter(String sql) {
        archive.write(tx -> tx.update(sql));
    }

    @Override
    public void close() {
        archive.close();
        stoa.close();
        if (!borrowed && dialect == Dialect.POSTGRES) {
            TestPostgres.drop(url());
        }
    }
}
