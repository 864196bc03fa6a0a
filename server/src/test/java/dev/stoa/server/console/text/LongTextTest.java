package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LongTextTest {
    private static final String HREF = "/text?of=x&field=y";

    @Test
    void whatIsNotLongIsShownWhole() {
        String text = "🦊".repeat(LongText.FIRST);
        LongText shown = new LongText(text, HREF);
        assertThat(shown.isLong()).isFalse();
        assertThat(shown.first()).isEqualTo(text);
        assertThat(new LongText(text + "x", HREF).isLong()).isTrue();
    }

    @Test
    void theBeginningEndsWithALineOrAWordIfOneIsNear() {
        String words = "word ".repeat(1_000);
        assertThat(new LongText(words, HREF).first())
                .endsWith("word …")
                .hasSizeBetween(LongText.FIRST - 200, LongText.FIRST + 2);
        String lines = ("a".repeat(99) + "\n").repeat(50);
        assertThat(new LongText(lines, HREF).first()).endsWith("a …");
        assertThat(new LongText("🦊".repeat(3_000), HREF).first())
                .as("no half of a character")
                .isEqualTo("🦊".repeat(LongText.FIRST) + "…");
    }

    @Test
    void whatIsTooMuchForAPageIsLinkedIfItCanBe() {
        String most = "x".repeat(64 * 1024);
        assertThat(new LongText(most, HREF).isHuge()).isFalse();
        assertThat(new LongText(most + "x", HREF).isHuge()).isTrue();
        assertThat(new LongText("ä".repeat(40_000), HREF).isHuge()).isTrue();
        assertThat(new LongText(most + "x", "").isHuge()).isFalse();
    }
}
