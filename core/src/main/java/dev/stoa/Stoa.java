package dev.stoa;

import dev.stoa.base.ConflictException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.FoundationSettings;
import dev.stoa.config.Location;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.debate.Ballots;
import dev.stoa.debate.CodeVersions;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.DebateSessions;
import dev.stoa.debate.DebateTurns;
import dev.stoa.debate.Gates;
import dev.stoa.debate.Grades;
import dev.stoa.debate.Outbox;
import dev.stoa.debate.Receipts;
import dev.stoa.debate.Replay;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.breaker.BreakerSettings;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.consensus.ProofSettings;
import dev.stoa.learning.consensus.Proofs;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.learning.critique.Patterns;
import dev.stoa.learning.critique.Reputation;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.lesson.Lessons;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.rating.Predictions;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.learning.rating.Ratings;
import dev.stoa.search.Embedder;
import dev.stoa.society.Agents;
import dev.stoa.society.Bookmarks;
import dev.stoa.society.Channels;
import dev.stoa.society.ContextSearch;
import dev.stoa.society.ExecutionQueue;
import dev.stoa.society.FeedReader;
import dev.stoa.society.Graph;
import dev.stoa.society.Knowledge;
import dev.stoa.society.Messages;
import dev.stoa.society.Notes;
import dev.stoa.society.Retention;
import dev.stoa.society.Runs;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.SocietyRules;
import dev.stoa.society.SpaceImport;
import dev.stoa.society.Tasks;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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

    private static final Duration LAST_EMBEDDINGS = Duration.ofSeconds(2);

    private final StoaConfig config;
    private final Site site;
    private final InstantSource clock;
    private final Executor embedding;
    private final Map<String, Archive> open = new HashMap<>();
    private final Map<Class<?>, Object> stores = new HashMap<>();
    private final Ids ids = Ids.system();
    private @Nullable Embedder embedder;
    private boolean closed;

    private Stoa(StoaConfig config, InstantSource clock, Executor embedding) {
        this.config = config;
        this.site = site(config, clock);
        this.clock = clock;
        this.embedding = embedding;
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
        return new Stoa(config, clock, embedding);
    }

    /** Where the archives of a configuration live, for those who look after them. */
    public static Site site(StoaConfig config, InstantSource clock) {
        return switch (config.location()) {
            case Location.Directory at -> Site.directory(at.directory(), config.storage(), clock);
            case Location.Postgres at -> Site.postgres(at.url(), config.postgres(), config.storage(), clock);
        };
    }

    /** What it was opened with. */
    public StoaConfig config() {
        return config;
    }

    /** The circuit breakers of all providers. */
    public CircuitBreakers breakers() {
        return store(
                CircuitBreakers.class,
                () -> CircuitBreakers.over(
                        archive(BreakerArchive.SCHEMA), clock, ids, name -> BreakerSettings.defaults()));
    }

    /** The memories of all agents. */
    public Continuum continuum() {
        return store(
                Continuum.class,
                () -> Continuum.over(archive(ContinuumArchive.SCHEMA), clock, ids, embedder(), embedding));
    }

    /** The outcomes of debates, with their dissents. */
    public ConsensusMemory consensus() {
        return store(
                ConsensusMemory.class,
                () -> ConsensusMemory.over(archive(ConsensusArchive.SCHEMA), clock, embedder(), embedding));
    }

    /** Claims that provers have checked. */
    public Proofs proofs() {
        return store(
                Proofs.class,
                () -> Proofs.over(
                        archive(ConsensusArchive.SCHEMA),
                        clock,
                        ids,
                        new ProofSettings(
                                config.get(FoundationSettings.LEAN),
                                config.get(FoundationSettings.LEAN_REMOTE),
                                Objects.requireNonNullElse(System.getenv("PATH"), ""))));
    }

    /** The critiques of debates. */
    public Critiques critiques() {
        return store(Critiques.class, () -> Critiques.over(archive(CritiqueArchive.SCHEMA), clock));
    }

    /** What critiques have taught about issues. */
    public Patterns patterns() {
        return store(Patterns.class, () -> Patterns.over(archive(CritiqueArchive.SCHEMA)));
    }

    /** What agents have earned by proposals and critiques. */
    public Reputation reputation() {
        return store(Reputation.class, () -> Reputation.over(archive(CritiqueArchive.SCHEMA)));
    }

    /** What every agent won, against whom and judged by whom. */
    public Ratings ratings() {
        return store(Ratings.class, () -> Ratings.over(archive(RatingArchive.SCHEMA), clock));
    }

    /** What agents expect of events, and how far their confidence can be believed. */
    public Predictions predictions() {
        return store(Predictions.class, () -> Predictions.over(archive(RatingArchive.SCHEMA), clock));
    }

    /** Evidence and the documents it comes from. */
    public EvidenceStore evidence() {
        return store(
                EvidenceStore.class,
                () -> EvidenceStore.over(archive(EvidenceArchive.SCHEMA), clock, ids, embedder(), embedding));
    }

    /** The debates. */
    public DebateSessions debates() {
        return store(DebateSessions.class, () -> DebateSessions.over(archive(DebateArchive.SCHEMA), clock, ids, new DebateLessons()));
    }

    /** What was said in debates. */
    public DebateTurns turns() {
        return store(DebateTurns.class, () -> DebateTurns.over(archive(DebateArchive.SCHEMA)));
    }

    /** What was voted in debates. */
    public Ballots ballots() {
        return store(Ballots.class, () -> Ballots.over(archive(DebateArchive.SCHEMA)));
    }

    /** The code of debates. */
    public CodeVersions codeVersions() {
        return store(CodeVersions.class, () -> CodeVersions.over(archive(DebateArchive.SCHEMA)));
    }

    /** The approvals that debates wait for. */
    public Gates gates() {
        return store(Gates.class, () -> Gates.over(archive(DebateArchive.SCHEMA), clock));
    }

    /** What happened in debates, event by event. */
    public DebateEvents debateEvents() {
        return store(DebateEvents.class, () -> DebateEvents.over(archive(DebateArchive.SCHEMA)));
    }

    /** Whether debates were right. */
    public Grades grades() {
        return store(Grades.class, () -> Grades.over(archive(DebateArchive.SCHEMA), clock, new DebateLessons()));
    }

    /** Proof that the record of a debate and its outcome agree. */
    public Replay replay() {
        return store(Replay.class, () -> Replay.over(archive(DebateArchive.SCHEMA)));
    }

    /** What debates came to, for whoever was not there. */
    public Receipts receipts() {
        return store(Receipts.class, () -> Receipts.over(archive(DebateArchive.SCHEMA), clock));
    }

    /** What debates are still to teach. */
    public Outbox outbox() {
        return store(Outbox.class, () -> Outbox.over(archive(DebateArchive.SCHEMA), clock));
    }

    /** What debates have taught about debating. */
    public Lessons lessons() {
        return store(Lessons.class, () -> Lessons.over(archive(DebateArchive.SCHEMA), clock));
    }

    /** Who takes part in the society. */
    public Agents agents() {
        return store(
                Agents.class, () -> Agents.over(archive(SocietyArchive.SCHEMA), clock, ids, SocietyRules.of(config)));
    }

    /** What agents keep for themselves. */
    public Notes notes() {
        return store(Notes.class, () -> Notes.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** What the society holds to be so. */
    public Knowledge knowledge() {
        return store(Knowledge.class, () -> Knowledge.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** One search over everything that the society wrote. */
    public ContextSearch context() {
        return store(ContextSearch.class, () -> ContextSearch.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** The work that agents claim from each other. */
    public Tasks tasks() {
        return store(Tasks.class, () -> Tasks.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** The lives of agents. */
    public Runs runs() {
        return store(Runs.class, () -> Runs.over(archive(SocietyArchive.SCHEMA), clock, ids, SocietyRules.of(config)));
    }

    /** What workers execute. */
    public ExecutionQueue executions() {
        return store(
                ExecutionQueue.class,
                () -> ExecutionQueue.over(archive(SocietyArchive.SCHEMA), clock, ids, SocietyRules.of(config)));
    }

    /** The way of another program's rows into the society. */
    public SpaceImport spaceImport() {
        return store(SpaceImport.class, () -> SpaceImport.over(archive(SocietyArchive.SCHEMA), clock));
    }

    /** Where agents talk. */
    public Channels channels() {
        return store(Channels.class, () -> Channels.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** What is said in channels. */
    public Messages messages() {
        return store(
                Messages.class,
                () -> Messages.over(archive(SocietyArchive.SCHEMA), clock, ids, SocietyRules.of(config)));
    }

    /** How far everybody has read. */
    public Bookmarks bookmarks() {
        return store(Bookmarks.class, () -> Bookmarks.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** What has changed in the society. */
    public FeedReader feed() {
        return store(FeedReader.class, () -> FeedReader.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** What the society need not keep for ever. */
    public Retention retention() {
        return store(Retention.class, () -> Retention.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** Entities, observations and relations, as a memory server keeps them. */
    public Graph graph() {
        return store(Graph.class, () -> Graph.over(archive(SocietyArchive.SCHEMA), clock, ids));
    }

    /** What turns text into vectors, as it is configured; one for all stores, because a model takes much memory. */
    public synchronized Embedder embedder() {
        if (embedder == null) {
            embedder = config.search().embedder().create();
        }
        return embedder;
    }

    /** The one store of its kind, made when it is first asked for. */
    private synchronized <T> T store(Class<T> type, Supplier<T> maker) {
        Object present = stores.get(type);
        if (present == null) {
            present = maker.get();
            stores.put(type, present);
        }
        return type.cast(present);
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
        finishEmbedding();
        stores.clear();
        open.values().forEach(Archive::close);
        open.clear();
        site.close();
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
