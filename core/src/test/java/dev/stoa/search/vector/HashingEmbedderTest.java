package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class HashingEmbedderTest {
    private final Embedder hashing = Embedder.hashing(256);

    private double cosine(String a, String b) {
        return Vectors.dot(hashing.embed(a), hashing.embed(b));
    }

    @Test
    void vectorsAreTheSameBitsOnEveryMachine() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (String text : List.of(
                "The WAL file needs its -shm file.",
                "scenario bazaar archetype buyer params open=0.9 floor=0.4",
                "naïve café, привет мир, 日本語, \ud801\udc37",
                "word ".repeat(100))) {
            digest.update(Vectors.encode(hashing.embed(text)));
        }
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("8c569f0b60ae6f754a34d3ae985ceb4468abbe1e55f12dc59f08e36f9327a440");
    }

    @Test
    void sharedWordsAndPartsOfWordsMakeTextsLike() {
        String text = "the write-ahead log needs a shared memory file";
        assertThat(cosine(text, "The write ahead LOG needs shared memory files!"))
                .isGreaterThan(0.8);
        assertThat(cosine(text, "photosynthesis turns light into sugar")).isLessThan(0.25);
        assertThat(cosine(text, "shared memory file log the needs ahead write")).isGreaterThan(0.999);
        assertThat(cosine("naïve café", "naive cafe")).isGreaterThan(0.999);
        assertThat(cosine("optimisation", "optimisations")).isGreaterThan(0.5);
    }

    @Test
    void documentsThatDifferInOneParameterAndInTurnsStayClose() {
        String document = "scenario bazaar archetype buyer actor buyer_1 tactic anchor_low params open=0.9 floor=0.4 "
                + "patience=0.5 concede=0.2 outcome deal score %s turns %s";
        String one = document.formatted("-3.5", "7");
        assertThat(cosine(one, document.replace("floor=0.4", "floor=0.7").formatted("-3.5", "12")))
                .isGreaterThan(0.8);
        assertThat(cosine(one, document.replace("patience=0.5", "patience=0.1").formatted("-3.5", "3")))
                .isGreaterThan(0.8);
    }

    @Test
    void repeatingAWordSaysLessEachTime() {
        assertThat(cosine("wal file", "wal file " + "wal ".repeat(50))).isGreaterThan(0.7);
    }

    @Test
    void theNameTellsTheDimensions() {
        assertThat(hashing.modelId()).isEqualTo("hashing-v1-256");
        assertThat(Embedder.hashing(64).modelId()).isEqualTo("hashing-v1-64");
        assertThatThrownBy(() -> Embedder.hashing(7))
                .isInstanceOf(InvalidException.class)
                .hasMessage("dimensions 7 is outside 8..4096");
    }
}
