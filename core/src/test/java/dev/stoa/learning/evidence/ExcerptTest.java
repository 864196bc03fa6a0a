package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.search.text.TextQuery;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Excerpts: bounded, well cut, with the right offsets. */
@Tag("quick")
class ExcerptTest {
    private static List<String> marked(Excerpt excerpt) {
        int[] text = excerpt.text().codePoints().toArray();
        return excerpt.matches().stream()
                .map(span -> new String(text, span.start(), span.end() - span.start()))
                .toList();
    }

    @Test
    void aShortTextIsShownWhole() {
        Excerpt excerpt = Excerpt.of("Boats, boating and a BOAT.", TextQuery.any("boats"));
        assertThat(excerpt.text()).isEqualTo("Boats, boating and a BOAT.");
        assertThat(marked(excerpt)).containsExactly("Boats", "boating", "BOAT");
    }

    @Test
    void aLongTextIsShownWhereMostWordsAre() {
        String text = "harbour ".repeat(60) + "filler ".repeat(60) + "the tide reached the old harbour wall "
                + "filler ".repeat(60);
        Excerpt excerpt = Excerpt.of(text, TextQuery.any("tide harbour wall"));
        assertThat(marked(excerpt)).contains("tide", "harbour", "wall");
        assertThat(excerpt.text().length()).isLessThanOrEqualTo(Excerpt.LONGEST);
        assertThat(excerpt.text()).doesNotStartWith("iller");
    }

    @Test
    void offsetsCountCharactersNotHalves() {
        Excerpt excerpt = Excerpt.of("\uD83D\uDE00\uD83D\uDE00 tide", TextQuery.any("tide"));
        assertThat(excerpt.matches()).containsExactly(new Found.Span(3, 7));
    }

    @Test
    void anyTextHasAnExcerptWithinItsBounds() {
        Random random = new Random(9);
        for (int round = 0; round < 500; round++) {
            StringBuilder text = new StringBuilder("x");
            int words = random.nextInt(120);
            for (int i = 0; i < words; i++) {
                text.append(random.nextInt(4) == 0 ? " tide" : " " + "w".repeat(random.nextInt(30)));
            }
            Excerpt excerpt = Excerpt.of(text.toString(), TextQuery.any("tide"));
            assertThat(excerpt.text().codePointCount(0, excerpt.text().length()))
                    .isBetween(1, Excerpt.LONGEST);
            assertThat(text.toString()).contains(excerpt.text());
            assertThat(marked(excerpt)).allMatch("tide"::equals);
            assertThat(excerpt.matches().isEmpty()).isEqualTo(!text.toString().contains(" tide"));
        }
    }
}
