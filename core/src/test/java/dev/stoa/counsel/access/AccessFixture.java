package dev.stoa.counsel.access;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/** Stoas on one place, as several processes or one after another would open them. Not thread-safe. */
final class AccessFixture implements AutoCloseable {
    private final Path folder;
    private final Place place;
    final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");

    AccessFixture(Dialect dialect, Path folder) {
        this.folder = folder;
        this.place = Place.on(dialect, folder, CounselArchive.SCHEMA);
    }

    /** The data directory or the database, for another process. */
    String where() {
        return place.where();
    }

    Stoa open() {
        return open(folder, where(), clock);
    }

    static Stoa open(Path folder, String where, InstantSource clock) {
        Location location =
                where.startsWith("jdbc:") ? Location.postgres(where, folder) : Location.directory(Path.of(where));
        return Stoa.open(StoaConfig.load(ConfigSources.of(folder, Map.of(), location)), clock, Runnable::run);
    }

    /** The archive itself, for what no store does. */
    Archive archive() {
        return place.open(CounselArchive.SCHEMA);
    }

    @Override
    public void close() {
        place.close();
    }
}
