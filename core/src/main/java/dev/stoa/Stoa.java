package dev.stoa;

import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.debate.DebateArchive;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.breaker.BreakerSettings;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Site;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way in: one data directory or database, and one accessor for each store in it. Thread-safe.
 *
 * <p>Archives are created, upgraded and opened when they are first used. Close it to give the files back; a process
 * that dies without doing so loses nothing that was answered.
 */
public final class Stoa implements AutoCloseable {
    /**
     * Every archive, in the order in which a backup copies them. The debate archive comes first: what it still has to
     * teach the others can be taught again, so a copy may have too much to teach and never too little.
     */
    public static final List<ArchiveSchema> ARCHIVES = List.of(
            DebateArchive.SCHEMA,
            ContinuumArchive.SCHEMA,
            ConsensusArchive.SCHEMA,
            RatingArchive.SCHEMA,
            CritiqueArchive.SCHEMA,
            EvidenceArchive.SCHEMA,
            BreakerArchive.SCHEMA,
            SocietyArchive.SCHEMA,
            CounselArchive.SCHEMA,
            EvolutionArchive.SCHEMA);

    private final Site site;
    private final InstantSource clock;
    private final Map<String, Archive> open = new HashMap<>();
    private final Ids ids = Ids.system();
    private @Nullable CircuitBreakers breakers;
    private boolean closed;

    private Stoa(Site site, InstantSource clock) {
        this.site = site;
        this.clock = clock;
    }

    /** Opens a data directory, which need not exist yet, with the {@code stoa.toml} in it if there is one. */
    public static Stoa open(Path directory) {
        return open(StoaConfig.load(ConfigSources.of(
                directory.toAbsolutePath(), Map.of(), Location.directory(directory.toAbsolutePath()))));
    }

    public static Stoa open(StoaConfig config) {
        return open(config, InstantSource.system());
    }

    public static Stoa open(StoaConfig config, InstantSource clock) {
        return new Stoa(site(config, clock), clock);
    }

    /** Where the archives of a configuration live, for those who look after them. */
    public static Site site(StoaConfig config, InstantSource clock) {
        return switch (config.location()) {
            case Location.Directory at -> Site.directory(at.directory(), config.storage(), clock);
            case Location.Postgres at -> Site.postgres(at.url(), config.postgres(), config.storage(), clock);
        };
    }

    /** The circuit breakers of all providers. */
    public synchronized CircuitBreakers breakers() {
        if (breakers == null) {
            breakers = CircuitBreakers.over(
                    archive(BreakerArchive.SCHEMA), clock, ids, name -> BreakerSettings.defaults());
        }
        return breakers;
    }

    private Archive archive(ArchiveSchema schema) {
        if (closed) {
            throw new ConflictException("closed", "this Stoa is closed", "open another");
        }
        return open.computeIfAbsent(schema.name(), name -> site.open(schema));
    }

    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(Archive::close);
        open.clear();
        site.close();
    }
}
