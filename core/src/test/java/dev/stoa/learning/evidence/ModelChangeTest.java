package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.search.vector.Embedder;
import dev.stoa.testing.OnBothDatabases;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An archive whose vectors are of another model than the one that is configured now. */
@Tag("quick")
@OnBothDatabases
class ModelChangeTest extends EvidenceFixture {
    private static final int TEXTS = 100;
    private static final Embedder BEFORE = Embedder.hashing(64);
    private static final Embedder NOW = Embedder.hashing(128);

    /** What ends a process; none of the program's own code catches it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /** The new model in a process that is killed after this many texts. */
    private static final class Mortal implements Embedder {
        private int left;

        Mortal(int texts) {
            this.left = texts;
        }

        @Override
        public String modelId() {
            return NOW.modelId();
        }

        @Override
        public int dimensions() {
            return NOW.dimensions();
        }

        @Override
        public List<float[]> embed(List<String> texts) {
            left -= texts.size();
            if (left < 0) {
                throw new Killed();
            }
            return NOW.embed(texts);
        }
    }

    @Test
    void searchGoesOnWhileAllIsEmbeddedAgainAndAKilledProcessIsContinued() {
        store = store(BEFORE);
        IntStream.range(0, TEXTS).forEach(i -> add("harbour number" + i + " is closed"));
        assertThat(ofModel(BEFORE)).isEqualTo(TEXTS);

        store = store(NOW);
        assertThat(store.pendingEmbeddings()).isEqualTo(TEXTS);
        assertThat(found("number70")).as("by words").containsExactly("harbour number70 is closed");
        assertThat(meant("number70")).as("vectors of two models do not compare").isEmpty();

        assertThatThrownBy(() -> store(new Mortal(70)).embedPending()).isInstanceOf(Killed.class);
        archive.close();
        archive = place.open(EvidenceArchive.SCHEMA);
        store = store(NOW);
        long done = ofModel(NOW);
        assertThat(done).isBetween(1L, 70L);
        assertThat(store.pendingEmbeddings()).isEqualTo(TEXTS - done);
        assertThat(found("number70")).startsWith("harbour number70 is closed");
        assertThat(meant("number1")).as("of those that are done").contains("harbour number1 is closed");

        assertThat(store.embedPending()).as("what was done is not done twice").isEqualTo(TEXTS - (int) done);
        assertThat(ofModel(NOW)).isEqualTo(TEXTS);
        assertThat(store.pendingEmbeddings()).isZero();
        assertThat(meant("number70")).startsWith("harbour number70 is closed");
    }

    private long ofModel(Embedder embedder) {
        return archive.read(
                tx -> tx.number("SELECT count(*) FROM evidence WHERE embedding_model = ?", embedder.modelId()));
    }

    private List<String> meant(String query) {
        return store.search(EvidenceQuery.of(query).mode(EvidenceQuery.Mode.SEMANTIC)).stream()
                .map(hit -> hit.evidence().snippet())
                .toList();
    }
}
