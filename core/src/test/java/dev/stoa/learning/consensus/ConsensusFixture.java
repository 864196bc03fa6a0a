package dev.stoa.learning.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A consensus archive on one backend, whose invariants are checked after every test. */
public abstract class ConsensusFixture {
    static final List<String> FIVE = List.of("ana", "bo", "cy", "di", "ed");

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    Place place;
    public TestClock clock;
    public Archive archive;
    public ConsensusMemory memory;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, ConsensusArchive.SCHEMA);
        clock = TestClock.at("2026-11-15T08:30:00Z");
        archive = place.open(ConsensusArchive.SCHEMA);
        memory = memory(Embedder.hashing(64));
    }

    @AfterEach
    void everythingHoldsThatMustAlwaysHold() {
        try {
            assertThat(violations()).isEmpty();
        } finally {
            place.close();
        }
    }

    List<String> violations() {
        return archive.read(tx -> ConsensusArchive.SCHEMA.invariants().stream()
                .flatMap(invariant ->
                        invariant.finder().violations(tx, 10).stream().map(row -> invariant.id() + ": " + row))
                .toList());
    }

    /** A memory over the same archive, as another process would have it. */
    ConsensusMemory memory(Embedder embedder) {
        return ConsensusMemory.over(archive, clock, embedder, Runnable::run);
    }

    static ConsensusDraftBuilder draft(String id, String topic) {
        return ConsensusDraft.of(id, topic, "Yes, because " + topic, 0.8, FIVE).agreeing(List.of("ana", "bo", "cy"));
    }

    public Consensus record(String id, String topic) {
        return memory.record(draft(id, topic).build()).value();
    }

    static DissentDraft dissent(String agent, DissentType type, String content, double confidence) {
        return new DissentDraft(agent, type, content, confidence, null);
    }

    public long count(String table) {
        return archive.read(tx -> tx.number("SELECT count(*) FROM " + table));
    }

    List<Long> counts() {
        return List.of(
                count("consensus"),
                count("dissent"),
                count("verified_proofs"),
                count("consensus_archive"),
                dialect == Dialect.SQLITE ? count("consensus_fts") : count("consensus"));
    }
}
