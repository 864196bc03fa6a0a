package dev.stoa;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.LogProvider;
import dev.stoa.base.Principal;
import dev.stoa.base.Singletons;
import dev.stoa.base.StoaException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.counsel.Counsel;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.AuditSettings;
import dev.stoa.debate.Debate;
import dev.stoa.debate.DebateArchive;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.evolution.base.EvolutionSettings;
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
import dev.stoa.storage.StoreObserver;
import dev.stoa.storage.site.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
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
    private static final Duration LAST_CALL = Duration.ofSeconds(60);

    private final StoaConfig config;
    private final Site site;
    private final Executor embedding;
    private final Map<String, Archive> open = new HashMap<>();
    private final Singletons stores = new Singletons();
    private final List<AutoCloseable> closing = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> upgradedFrom = new ConcurrentHashMap<>();
    private final Instant since;
    private final Learning learning;
    private final Debate debate;
    private final Society society;
    private final Counsel counsel;
    private final Evolution evolution;
    private @Nullable Embedder embedder;
    private @Nullable StoreObserver observer;
    private boolean closed;

    private Stoa(StoaConfig config, InstantSource clock, Executor embedding) {
        this.config = config;
        this.site = site(config, clock);
        this.since = clock.instant();
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
        this.evolution = new Evolution(
                stores,
                () -> archive(EvolutionArchive.SCHEMA),
                clock,
                ids,
                this::embedder,
                config.get(EvolutionSettings.STRATEGY_CAP));
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
        if (!upgradedFrom.isEmpty()) {
            recordUpgrades();
        }
        return counsel;
    }

    /** Runs in which agents improve: generations, profiles, episodes, verdicts, strategies and created agents. */
    public Evolution evolution() {
        return evolution;
    }

    /** What turns text into vectors, as it is configured; one for all stores, because a model takes much memory. */
    public synchronized Embedder embedder() {
        if (embedder == null) {
            embedder = config.search().embedder().create();
        }
        return embedder;
    }

    private Archive archive(ArchiveSchema schema) {
        Archive opened;
        synchronized (this) {
            if (closed) {
                throw new ConflictException("closed", "this Stoa is closed", "open another");
            }
            Archive present = open.get(schema.name());
            if (present != null) {
                return present;
            }
            opened = site.open(schema);
            opened.observedBy(observer);
            open.put(schema.name(), opened);
            if (opened.upgradedFrom() > 0) {
                upgradedFrom.put(schema.name(), opened.upgradedFrom());
            }
        }
        // Outside of the lock, which who opens the log takes after another. The log itself is not ready yet where its
        // own
        // archive is opened.
        if (opened.upgradedFrom() > 0 && !schema.name().equals(CounselArchive.SCHEMA.name())) {
            recordUpgrades();
        }
        return opened;
    }

    /** Opens every archive now, in the order of {@link #ARCHIVES}; what has to be created or upgraded is. */
    public void openAll() {
        for (ArchiveSchema schema : ARCHIVES) {
            if (schema.name().equals(CounselArchive.SCHEMA.name())) {
                // Through its door, which refuses to create it where keys are missing.
                counsel.audit();
            } else {
                archive(schema);
            }
        }
        recordUpgrades();
    }

    /** Tells an observer of everything that is read and written from now on. */
    public synchronized void observedBy(StoreObserver watching) {
        observer = watching;
        open.values().forEach(archive -> archive.observedBy(watching));
    }

    /** How many calls wait for the writer of an archive now; 0 if the archive is not open. */
    public synchronized int waiting(ArchiveSchema schema) {
        Archive archive = open.get(schema.name());
        return archive == null ? 0 : archive.waiting();
    }

    /** How many bytes each archive takes that is open and can be read, by their names. */
    public Map<String, Long> bytes() {
        Map<String, Long> sizes = new TreeMap<>();
        for (Archive archive : opened()) {
            try {
                sizes.put(archive.schema().name(), archive.bytes());
            } catch (StoaException e) {
                LOG.debug("the size of {} cannot be read", archive.schema().name(), e);
            }
        }
        return sizes;
    }

    private synchronized List<Archive> opened() {
        return List.copyOf(open.values());
    }

    /** The open archives that cannot be read now, by their names, with what is wrong. */
    public Map<String, StoaException> unreachable() {
        Map<String, StoaException> silent = new TreeMap<>();
        for (Archive archive : opened()) {
            try {
                archive.ping();
            } catch (StoaException e) {
                silent.put(archive.schema().name(), e);
            }
        }
        return silent;
    }

    /** Puts upgrades on record that came with opening archives here, or elsewhere in a process that died too early. */
    private void recordUpgrades() {
        Map<String, Integer> present = new HashMap<>();
        synchronized (this) {
            open.forEach((name, archive) -> present.put(name, archive.schema().latest()));
        }
        Map<String, Integer> claimed = Map.copyOf(upgradedFrom);
        // The log is not opened for the sake of others.
        if (claimed.isEmpty() && !present.containsKey(CounselArchive.SCHEMA.name())) {
            return;
        }
        try {
            counsel.audit().upgraded(Principal.local(), present, claimed, since, Map.of());
            upgradedFrom.keySet().removeAll(claimed.keySet());
        } catch (StoaException e) {
            if (!claimed.isEmpty()) {
                LOG.warn("an upgrade of archives could not be recorded in the audit log: {}", e.getMessage());
            }
        }
    }

    /**
     * Removes from the files of the open archives what earlier deletions left there because of readers in other
     * processes; whether nothing is left.
     */
    public boolean finishErasures() {
        // All of them, also after one that is still held.
        return opened().stream().filter(archive -> !archive.finishErasure()).count() == 0;
    }

    @Override
    public void close() {
        recordUpgrades();
        closeAll();
        // Outside of the lock, which another thread takes while it makes a store.
        stores.clear();
    }

    private synchronized void closeAll() {
        // First, because they use the archives; the last opened first, so that the audit log signs what they record.
        List.copyOf(closing).reversed().forEach(Stoa::finish);
        closing.clear();
        closed = true;
        finishEmbedding();
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
                    // A process that ends inside of the model's native code crashes; one call of it is short.
                    if (!service.awaitTermination(LAST_CALL.toMillis(), TimeUnit.MILLISECONDS)) {
                        LOG.warn("the embedder is still busy while the archives are closed");
                    }
                }
            } catch (InterruptedException e) {
                service.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }
}
