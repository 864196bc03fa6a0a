package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class ExcerptTest {
    private static final String FOUR = "a\uD83D\uDE00bc";

    @Test
    void aTextThatFitsIsItself() {
        assertThat(Excerpt.of(FOUR, 4)).isSameAs(FOUR);
        assertThat(Excerpt.marked(FOUR, 4)).isSameAs(FOUR);
        assertThat(Excerpt.within(FOUR, 4)).isSameAs(FOUR);
        assertThat(Excerpt.of("", 0)).isEmpty();
    }

    @Test
    void aLongerOneIsCutBetweenCharacters() {
        assertThat(Excerpt.of(FOUR, 2)).isEqualTo("a\uD83D\uDE00");
        assertThat(Excerpt.marked(FOUR, 2)).isEqualTo("a\uD83D\uDE00…");
        assertThat(Excerpt.within(FOUR, 3)).isEqualTo("a\uD83D\uDE00…");
        assertThat(Excerpt.within(FOUR, 1)).isEqualTo("…");
        assertThat(Excerpt.of(FOUR, 0)).isEmpty();
    }
}
