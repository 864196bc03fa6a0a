package dev.stoa.learning;

import dev.stoa.base.Singletons;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.learning.breaker.BreakerSettings;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.learning.critique.Patterns;
import dev.stoa.learning.critique.Reputation;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.lesson.Lessons;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.proof.ProofSettings;
import dev.stoa.learning.proof.Proofs;
import dev.stoa.learning.rating.Predictions;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.learning.rating.Ratings;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** The stores of the learning wing. Thread-safe. */
public final class Learning {
    private final Singletons stores;
    private final Function<ArchiveSchema, Archive> archives;
    private final Supplier<Archive> debates;
    private final InstantSource clock;
    private final Ids ids;
    private final Supplier<Embedder> embedder;
    private final Executor embedding;
    private final ProofSettings proofSettings;

    /**
     * Stores over these archives; each is made when it is first asked for.
     *
     * @param debates the archive of debates, which keeps the lessons
     */
    public Learning(
            Singletons stores,
            Function<ArchiveSchema, Archive> archives,
            Supplier<Archive> debates,
            InstantSource clock,
            Ids ids,
            Supplier<Embedder> embedder,
            Executor embedding,
            ProofSettings proofSettings) {
        this.stores = stores;
        this.archives = archives;
        this.debates = debates;
        this.clock = clock;
        this.ids = ids;
        this.embedder = embedder;
        this.embedding = embedding;
        this.proofSettings = proofSettings;
    }

    /** The memories of all agents. */
    public Continuum memories() {
        return stores.get(
                Continuum.class,
                () -> Continuum.over(archives.apply(ContinuumArchive.SCHEMA), clock, ids, embedder.get(), embedding));
    }

    /** The outcomes of debates, with their dissents. */
    public ConsensusMemory consensus() {
        return stores.get(
                ConsensusMemory.class,
                () -> ConsensusMemory.over(archives.apply(ConsensusArchive.SCHEMA), clock, embedder.get(), embedding));
    }

    /** Claims that provers have checked. */
    public Proofs proofs() {
        return stores.get(
                Proofs.class, () -> Proofs.over(archives.apply(ConsensusArchive.SCHEMA), clock, ids, proofSettings));
    }

    /** The matches of agents and the ratings that follow from them. */
    public Ratings ratings() {
        return stores.get(Ratings.class, () -> Ratings.over(archives.apply(RatingArchive.SCHEMA), clock));
    }

    /** Forecasts of agents, and how well their confidence is calibrated. */
    public Predictions predictions() {
        return stores.get(Predictions.class, () -> Predictions.over(archives.apply(RatingArchive.SCHEMA), clock));
    }

    /** The critiques of debates. */
    public Critiques critiques() {
        return stores.get(Critiques.class, () -> Critiques.over(archives.apply(CritiqueArchive.SCHEMA), clock));
    }

    /** Issues that critiques found again and again, with what resolved them. */
    public Patterns patterns() {
        return stores.get(Patterns.class, () -> Patterns.over(archives.apply(CritiqueArchive.SCHEMA)));
    }

    /** The reputation of agents from their proposals and critiques. */
    public Reputation reputation() {
        return stores.get(Reputation.class, () -> Reputation.over(archives.apply(CritiqueArchive.SCHEMA)));
    }

    /** Evidence and the documents it comes from. */
    public EvidenceStore evidence() {
        return stores.get(
                EvidenceStore.class,
                () -> EvidenceStore.over(
                        archives.apply(EvidenceArchive.SCHEMA), clock, ids, embedder.get(), embedding));
    }

    /** The circuit breakers of all providers. */
    public CircuitBreakers breakers() {
        return stores.get(
                CircuitBreakers.class,
                () -> CircuitBreakers.over(
                        archives.apply(BreakerArchive.SCHEMA), clock, ids, name -> BreakerSettings.defaults()));
    }

    /** What debates taught about problems, and how often it helped. */
    public Lessons lessons() {
        return stores.get(Lessons.class, () -> Lessons.over(debates.get(), clock));
    }
}
