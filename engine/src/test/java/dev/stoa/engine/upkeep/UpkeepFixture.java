package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.TestClock;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** An empty data directory or database with a clock that stands until it is moved. Not thread-safe. */
final class UpkeepFixture implements AutoCloseable {
    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private final Path data;
    private final Location location;
    private Map<String, String> settings = Map.of();
    private Stoa stoa;

    private UpkeepFixture(Dialect dialect, Path folder) {
        this.data = folder.resolve("data");
        this.location = dialect == Dialect.SQLITE
                ? Location.directory(data)
                : new Location.Postgres(TestPostgres.freshDatabase(), data, "test", "test");
        this.stoa = Stoa.open(config(), clock, Runnable::run);
    }

    static UpkeepFixture on(Dialect dialect, Path folder) {
        return new UpkeepFixture(dialect, folder);
    }

    /** Opens it again with other settings, as a process with another environment would. */
    UpkeepFixture with(Map<String, String> environment) {
        settings = environment;
        stoa.close();
        stoa = Stoa.open(config(), clock, Runnable::run);
        return this;
    }

    StoaConfig config() {
        Map<String, String> environment = new TreeMap<>(settings);
        environment.put("STOA_SEARCH_EMBEDDER", "off");
        return StoaConfig.load(ConfigSources.of(data, environment, location));
    }

    Stoa stoa() {
        return stoa;
    }

    TestClock clock() {
        return clock;
    }

    boolean exists(ArchiveSchema schema) {
        try (Site site = Stoa.site(config(), clock)) {
            return site.exists(schema);
        }
    }

    /** Everything that must always hold does, in every archive that exists. */
    void sound() {
        try (Site site = Stoa.site(config(), clock)) {
            for (ArchiveSchema schema : Stoa.ARCHIVES) {
                if (site.exists(schema)) {
                    Checkup checkup = site.examine(schema, true);
                    assertThat(checkup.findings()).as(schema.name()).isEmpty();
                }
            }
        }
    }

    @Override
    public void close() {
        stoa.close();
        if (location instanceof Location.Postgres postgres) {
            TestPostgres.drop(postgres.url());
        }
    }
}
