package dev.stoa;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.LogProvider;
import dev.stoa.base.Singletons;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.counsel.Counsel;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.AuditSettings;
import dev.stoa.debate.Debate;
import dev.stoa.debate.DebateArchive;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.learning.Learning;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.proof.ProofSettings;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.search.vector.Embedder;
import dev.stoa.society.Society;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Ids;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way in: one data directory or database, and a door to the stores of each wing. Thread-safe.
 *
 * <p>Archives are created, upgraded and opened when they are first used. Close it to give the files back; a process
 * that dies without doing so loses nothing that was answered.
 */
public final class Stoa implements AutoCloseable {
    static {
        // Before any class that logs is loaded, and the declarations of the archives load some.
        LogProvider.mayBeMissing();
    }

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

    private static final Logger LOG = LoggerFactory.getLogger(Stoa.class);
    private static final Duration LAST_EMBEDDINGS = Duration.ofSeconds(2);

    private final StoaConfig config;
    private final Site site;
    private final Executor embedding;
    private final Map<String, Archive> open = new HashMap<>();
    private final Singletons stores = new Singletons();
    private final List<AutoCloseable> closing = new CopyOnWriteArrayList<>();
    private final Learning learning;
    private final Debate debate;
    private final Society society;
    private final Counsel counsel;
    private @Nullable Embedder embedder;
    private boolean closed;

    private Stoa(StoaConfig config, InstantSource clock, Executor embedding) {
        this.config = config;
        this.site = site(config, clock);
        this.embedding = embedding;
        Ids ids = Ids.system();
        this.learning = new Learning(
                stores,
                this::archive,
                () -> archive(DebateArchive.SCHEMA),
                clock,
                ids,
                this::embedder,
                embedding,
                new ProofSettings(
                        config.get(FoundationSettings.LEAN),
                        config.get(FoundationSettings.LEAN_REMOTE),
                        Objects.requireNonNullElse(System.getenv("PATH"), "")));
        this.debate = new Debate(stores, () -> archive(DebateArchive.SCHEMA), clock, ids, new DebateLessons());
        this.society =
                new Society(stores, () -> archive(SocietyArchive.SCHEMA), clock, ids, SocietyRules.of(config.values()));
        this.counsel = new Counsel(
                stores,
                () -> archive(CounselArchive.SCHEMA),
                clock,
                ids,
                AuditSettings.places(config.values()),
                closing::add,
                this::embedder,
                embedding,
                config.values(),
                config.keysets());
    }

    /** Opens a data directory, which need not exist yet, with the {@code stoa.toml} in it if there is one. */
    public static Stoa open(Path directory) {
        Path absolute = Bounds.given("directory", directory).toAbsolutePath();
        return open(StoaConfig.load(ConfigSources.of(absolute, Map.of(), Location.directory(absolute))));
    }

    public static Stoa open(StoaConfig config) {
        return open(config, InstantSource.system());
    }

    public static Stoa open(StoaConfig config, InstantSource clock) {
        return open(
                config,
                clock,
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("stoa-embedding").factory()));
    }

    /**
     * Opens it with an executor for the embedding of what was written, which it owns from then on if it is a service.
     * {@code Runnable::run} lets a write return when its row has its vector.
     */
    public static Stoa open(StoaConfig config, InstantSource clock, Executor embedding) {
        return new Stoa(
                Bounds.given("config", config), Bounds.given("clock", clock), Bounds.given("embedding", embedding));
    }

    /** Where the archives of a configuration live, for backup, restore and checks. */
    public static Site site(StoaConfig config, InstantSource clock) {
        LogProvider.mayBeMissing();
        return switch (config.location()) {
            case Location.Directory at -> Site.directory(at.directory(), config.storage(), clock);
            case Location.Postgres at -> Site.postgres(at.url(), config.postgres(), config.storage(), clock);
        };
    }

    /** What it was opened with. */
    public StoaConfig config() {
        return config;
    }

    /** What debates taught: memories, consensus, proofs, ratings, critiques, evidence and breakers. */
    public Learning learning() {
        return learning;
    }

    /** The record of debates, and what it proves. */
    public Debate debate() {
        return debate;
    }

    /** Agents, channels, runs, work, notes and knowledge. */
    public Society society() {
        return society;
    }

    /** Conversations, answers with their proof, corrections, specialists, access and the audit log. */
    public Counsel counsel() {
        return counsel;
    }

    /** What turns text into vectors, as it is configured; one for all stores, because a model takes much memory. */
    public synchronized Embedder embedder() {
        if (embedder == null) {
            embedder = config.search().embedder().create();
        }
        return embedder;
    }

    private synchronized Archive archive(ArchiveSchema schema) {
        if (closed) {
            throw new ConflictException("closed", "this Stoa is closed", "open another");
        }
        return open.computeIfAbsent(schema.name(), name -> site.open(schema));
    }

    /**
     * Removes from the files of the open archives what earlier deletions left there because of readers in other
     * processes; whether nothing is left.
     */
    public boolean finishErasures() {
        List<Archive> archives;
        synchronized (this) {
            archives = List.copyOf(open.values());
        }
        // All of them, also after one that is still held.
        return archives.stream().filter(archive -> !archive.finishErasure()).count() == 0;
    }

    @Override
    public synchronized void close() {
        // First: the audit log signs what was recorded, for which its archive must be open.
        List.copyOf(closing).forEach(Stoa::finish);
        closing.clear();
        closed = true;
        finishEmbedding();
        stores.clear();
        open.values().forEach(Archive::close);
        open.clear();
        site.close();
    }

    private static void finish(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            // The rest must be closed all the same, and nothing that was answered is lost by it.
            LOG.warn("a part could not be closed in order: {}", e.toString());
        }
    }

    /** Lets what was just written get its vectors, for a short while; the rest stays pending. */
    private void finishEmbedding() {
        if (embedding instanceof ExecutorService service) {
            service.shutdown();
            try {
                if (!service.awaitTermination(LAST_EMBEDDINGS.toMillis(), TimeUnit.MILLISECONDS)) {
                    service.shutdownNow();
                }
            } catch (InterruptedException e) {
                service.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }
}
