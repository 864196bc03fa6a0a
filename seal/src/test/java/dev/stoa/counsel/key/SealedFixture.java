package dev.stoa.counsel.key;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.seal.SealSettings;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Stoas on one place, with and without keysets. Not thread-safe. */
final class SealedFixture implements AutoCloseable {
    final Path folder;
    final Place place;
    final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");

    SealedFixture(Dialect dialect, Path folder) {
        this.folder = folder;
        this.place = Place.on(dialect, folder, CounselArchive.SCHEMA);
    }

    private ConfigSources sources() {
        String where = place.where();
        Location location =
                where.startsWith("jdbc:") ? Location.postgres(where, folder) : Location.directory(Path.of(where));
        return ConfigSources.of(folder, Map.of(), location);
    }

    /** As it is opened without keysets. */
    Stoa plain() {
        return Stoa.open(StoaConfig.load(sources()), clock, Runnable::run);
    }

    /** As it is opened with the keysets in a folder. */
    Stoa sealed(String keys) {
        return sealed(sources(), keys);
    }

    /** The same for a process that waits for others a second at most. */
    Stoa impatient(String keys) {
        return sealed(sources().set(FoundationSettings.BUSY_TIMEOUT, Duration.ofSeconds(1)), keys);
    }

    private Stoa sealed(ConfigSources sources, String keys) {
        return Stoa.open(
                StoaConfig.load(sources.set(
                                SealSettings.KEYSET, Optional.of("file:" + folder.resolve(keys + "/seal.json")))
                        .set(SealSettings.INDEX_KEYSET, Optional.of("file:" + folder.resolve(keys + "/index.json")))),
                clock,
                Runnable::run);
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
