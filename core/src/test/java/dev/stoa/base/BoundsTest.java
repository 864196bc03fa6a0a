package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.json.Metadata;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class BoundsTest {
    @Test
    void anIdHasOneTo128OfItsCharacters() {
        assertThat(Bounds.id("id", "a.B_9:-")).isEqualTo("a.B_9:-");
        assertThat(Bounds.id("id", "x".repeat(128))).hasSize(128);
        refused(() -> Bounds.id("id", ""), "id \"\" is not 1 to 128");
        refused(() -> Bounds.id("id", "x".repeat(129)), "is not 1 to 128");
        refused(() -> Bounds.id("id", "a b"), "id \"a b\"");
        refused(() -> Bounds.id("id", "é"), "of A-Z a-z 0-9 . _ : -");
    }

    @Test
    void aNameIsTrimmedAndCaseSensitiveAndHasNoControls() {
        assertThat(Bounds.name("agent", "  Ana María ")).isEqualTo("Ana María");
        assertThat(Bounds.name("agent", "😀".repeat(64))).hasSize(128);
        refused(() -> Bounds.name("agent", "😀".repeat(65)), "agent has 65 characters; at most 64");
        refused(() -> Bounds.name("agent", "a\tb"), "control character");
        refused(() -> Bounds.name("agent", "  "), "agent is blank");
    }

    @Test
    void aLabelIsLowerCasedBeforeItIsChecked() {
        assertThat(Bounds.label("domain", " Data.Base ")).isEqualTo("data.base");
        refused(() -> Bounds.label("domain", "a b"), "domain \"a b\"");
        refused(() -> Bounds.label("domain", "x".repeat(65)), "1 to 64");
    }

    @Test
    void textIsCountedInCodePointsAndRefusedWhereItCannotBeStored() {
        assertThat(Bounds.text("content", "😀😀", 1, 2)).isEqualTo("😀😀");
        refused(() -> Bounds.text("content", "😀😀😀", 1, 2), "content has 3 characters; at most 2");
        refused(() -> Bounds.text("content", " \n\u2003", 1, 9), "content is blank");
        assertThat(Bounds.text("conclusion", " ", 0, 9)).isEqualTo(" ");
        refused(() -> Bounds.text("content", "ab\0", 1, 9), "a NUL at character 2");
        refused(() -> Bounds.text("content", "😀\ud800", 1, 9), "half a surrogate pair at character 1");
        refused(() -> Bounds.text("content", "x".repeat(65_537), 1, 65_536), "65,537 characters; at most 65,536");
    }

    @Test
    void aUnitValueOfSevenIsRefusedAndNeverRescaled() {
        assertThat(Bounds.unit("severity", 1)).isEqualTo(1);
        assertThat(Bounds.unit("severity", -0.0)).isEqualTo(0.0);
        for (double value : new double[] {7, -0.01, Double.NaN, Double.POSITIVE_INFINITY}) {
            refused(() -> Bounds.unit("severity", value), "is not within 0 to 1");
        }
    }

    @Test
    void numbersAndSizesNameTheirBounds() {
        refused(() -> Bounds.whole("limit", 101, 1, 100), "limit 101 is not within 1 to 100");
        refused(() -> Bounds.size("tags", List.of("a", "b"), 0, 1), "tags has 2 entries; 0 to 1");
        refused(() -> Bounds.word("tier", "slwo", List.of("slow", "fast")), "tier \"slwo\" is none of slow, fast");
        assertThatThrownBy(() -> Bounds.word("tier", "slwo", List.of("slow", "fast")))
                .extracting(e -> ((StoaException) e).hint())
                .isEqualTo(java.util.Optional.of("did you mean slow?"));
    }

    @Test
    void metadataIsBoundInBytesAndDepth() {
        assertThat(Metadata.write(Map.of("a", 1))).isEqualTo("{\"a\":1}");
        refused(() -> Metadata.write(Map.of("a", "é".repeat(8_192))), "16,392 bytes; at most 16,384");
        Object deep = Map.of();
        for (int i = 0; i < 15; i++) {
            deep = List.of(deep);
        }
        Map<String, Object> sixteen = Map.of("a", ((List<?>) deep).get(0));
        assertThat(Metadata.write(sixteen)).startsWith("{");
        Object deeper = Map.of("a", deep);
        refused(() -> Metadata.write(Map.of("b", deeper)), "deep; at most 16");
    }

    @Test
    void trustHasNamesAndLevelsAndALeast() {
        assertThat(Trust.of(" Human ")).isEqualTo(Trust.HUMAN);
        assertThat(Trust.ofLevel(0)).isEqualTo(Trust.UNTRUSTED);
        assertThat(Trust.HUMAN.atMost(Trust.AGENT)).isEqualTo(Trust.AGENT);
        assertThat(Trust.AGENT.atMost(Trust.HUMAN)).isEqualTo(Trust.AGENT);
        refused(() -> Trust.of("humna"), "trust \"humna\" is none of untrusted, agent, confirmed, human");
        assertThatThrownBy(() -> Trust.ofLevel(4)).isInstanceOf(VerificationException.class);
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(message)
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo("invalid");
    }
}
