package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Foreign text with the words that a search found. */
class MarkedTest {
    private static String html(String text, List<?> parts) {
        return Marked.of(text, parts).toString();
    }

    @Test
    void partsAreCountedInCharacters() {
        assertThat(html("😀 cache policy", List.of(List.of(2, 7), List.of(8L, 14L))))
                .isEqualTo("😀 <mark>cache</mark> <mark>policy</mark>");
        assertThat(html("a\r\nb", List.of(List.of(3, 4)))).isEqualTo("a\n<mark>b</mark>");
    }

    @Test
    void theTextStaysText() {
        assertThat(html("<b>\u202e&\"", List.of(List.of(1, 4)))).isEqualTo("&lt;<mark>b&gt;⟦RLO⟧</mark>&amp;&#34;");
    }

    @Test
    void partsThatOverlapAreOne() {
        assertThat(html("abcdef", List.of(List.of(3, 5), List.of(1, 4), List.of(2, 3))))
                .isEqualTo("a<mark>bcde</mark>f");
    }

    @Test
    void partsOutsideTheTextMarkNothing() {
        assertThat(html("abc", List.of(List.of(-5, 1), List.of(2, 99), List.of(7, 9), List.of(2, 1), List.of(1, 1))))
                .isEqualTo("<mark>a</mark>b<mark>c</mark>");
        assertThat(html("abc", List.of(List.of(Long.MIN_VALUE, Long.MAX_VALUE))))
                .isEqualTo("<mark>abc</mark>");
        assertThat(html("abc", Arrays.asList(null, "1", List.of(1), List.of("0", "1"), List.of(0, 1, 2))))
                .isEqualTo("abc");
        assertThat(html("", List.of(List.of(0, 1)))).isEmpty();
    }

    @Test
    void anyPartsLeaveTheTextWhole() {
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            List<List<Integer>> parts = random.ints(random.nextInt(6), -3, 20)
                    .mapToObj(start -> List.of(start, start + random.nextInt(8) - 2))
                    .toList();
            String text = "a<😀&\"b c⟦é\nxyz";
            assertThat(Dom.text(html(text, parts))).isEqualTo(text);
        }
    }
}
