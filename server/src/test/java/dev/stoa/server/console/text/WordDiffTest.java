package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What changed between two texts. */
class WordDiffTest {
    private static String html(String before, String after) {
        return WordDiff.of(before, after).toString();
    }

    @Test
    void wordsThatWentAndCameAreMarked() {
        assertThat(html("ship on Friday", "ship on Monday")).isEqualTo("ship on <del>Friday</del><ins>Monday</ins>");
        assertThat(html("ship Friday", "ship on Friday")).isEqualTo("ship <ins>on </ins>Friday");
        assertThat(html("a b c", "a c")).isEqualTo("a <del>b </del>c");
        assertThat(html("", "a")).isEqualTo("<ins>a</ins>");
        assertThat(html("a", "")).isEqualTo("<del>a</del>");
        assertThat(html("a b", "a b")).isEqualTo("a b");
        assertThat(html("", "")).isEmpty();
    }

    @Test
    void aChangedPhraseStaysWhole() {
        assertThat(html("use the old cache", "use a new cache"))
                .isEqualTo("use <del>the old</del><ins>a new</ins> cache");
        // A line is not drawn into the change of the next.
        assertThat(html("a\nb", "c\nd")).isEqualTo("<del>a</del><ins>c</ins>\n<del>b</del><ins>d</ins>");
    }

    @Test
    void anIdeographIsAWord() {
        assertThat(html("我喜欢猫", "我喜欢狗")).isEqualTo("我喜欢<del>猫</del><ins>狗</ins>");
    }

    @Test
    void theTextStaysText() {
        assertThat(html("<b> &", "<i>\u202e &")).isEqualTo("<del>&lt;b&gt;</del><ins>&lt;i&gt;⟦RLO⟧</ins> &amp;");
    }

    @Test
    void withoutWhatCameItIsTheOldTextAndWithoutWhatWentTheNew() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            String before = text(random, random.nextInt(30));
            String after = text(random, random.nextInt(30));
            String diff = html(before, after);
            assertThat(Dom.text(diff.replaceAll("<ins>[^<]*</ins>", ""))).isEqualTo(before);
            assertThat(Dom.text(diff.replaceAll("<del>[^<]*</del>", ""))).isEqualTo(after);
            assertThat(diff).doesNotContain("</del><del>").doesNotContain("</ins><ins>");
        }
    }

    @Test
    void theLongestCommonSequenceIsKept() {
        Random random = new Random(6);
        for (int i = 0; i < 300; i++) {
            // Lines, since their ends are never drawn into a change.
            String before = text(random, 12).replace(' ', '\n');
            String after = text(random, 12).replace(' ', '\n');
            String kept = html(before, after).replaceAll("<(ins|del)>[^<]*</\\1>", "");
            assertThat(tokens(kept)).isEqualTo(longest(before, after));
        }
    }

    @Test
    void textsThatDifferTooMuchAreOneChangeBetweenTheirCommonEnds() {
        // The word in the middle is common, but too many edits away from the ends.
        String before = numbers(0, 300) + " k " + numbers(300, 300);
        String after = numbers(600, 300) + " k " + numbers(900, 300);
        assertThat(html("a " + before + " z", "a " + after + " z"))
                .isEqualTo("a <del>" + before + "</del><ins>" + after + "</ins> z");
        String equal = "a ".repeat(WordDiff.MOST_COMPARED);
        assertThat(html("b " + equal + "c", "d " + equal + "e"))
                .isEqualTo("<del>b " + equal + "c</del><ins>d " + equal + "e</ins>");
    }

    private static String numbers(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    private static String text(Random random, int words) {
        return random.ints(words, 0, 6)
                .mapToObj(word -> Character.toString("abcdef".charAt(word)))
                .collect(Collectors.joining(random.nextBoolean() ? " " : "\n"));
    }

    private static long tokens(String text) {
        return text.chars().filter(c -> c == '\n').count()
                + text.chars().filter(Character::isLetter).count();
    }

    /** By the table of all beginnings, which is slow and plain. */
    private static long longest(String a, String b) {
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                table[i][j] = a.charAt(i - 1) == b.charAt(j - 1)
                        ? table[i - 1][j - 1] + 1
                        : Math.max(table[i - 1][j], table[i][j - 1]);
            }
        }
        return table[a.length()][b.length()];
    }
}
