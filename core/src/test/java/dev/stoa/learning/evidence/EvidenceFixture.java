package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An empty evidence store on one backend; after every test its invariants are checked. */
abstract class EvidenceFixture {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    Place place;
    TestClock clock;
    Archive archive;
    EvidenceStore store;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, EvidenceArchive.SCHEMA);
        clock = TestClock.at("2026-11-15T08:30:00.123Z");
        archive = place.open(EvidenceArchive.SCHEMA);
        store = store(Embedder.off());
    }

    @AfterEach
    void check() {
        assertThat(violations()).isEmpty();
        place.close();
    }

    EvidenceStore store(Embedder embedder) {
        return EvidenceStore.over(archive, clock, Ids.system(), embedder, Runnable::run);
    }

    List<String> violations() {
        return archive.read(tx -> EvidenceInvariants.violations(tx, 5));
    }

    long count(String table) {
        return archive.read(tx -> tx.number("SELECT count(*) FROM " + table));
    }

    Evidence add(String snippet) {
        return store.add(EvidenceDraft.of(snippet, "web")).value();
    }

    List<String> found(String query) {
        return store.search(EvidenceQuery.of(query)).stream()
                .map(hit -> hit.evidence().snippet())
                .toList();
    }
}
