package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class NearestTest {
    private static final List<String> KNOWN = List.of("busy_timeout_seconds", "cache_mb", "durability", "readers");

    @ParameterizedTest
    @CsvSource({
        "durabilty, durability",
        "durablity, durability",
        "Durability, durability",
        "reader, readers",
        "raeders, readers",
        "cachemb, cache_mb",
        "busy_timeout_second, busy_timeout_seconds",
        "busy_timout_seconds, busy_timeout_seconds",
    })
    void aSlipIsRecognised(String word, String meant) {
        assertThat(Nearest.of(word, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"x", "synchronous", "''", "pool_size"})
    void aFarWordIsNotGuessedAt(String word) {
        assertThat(Nearest.of(word, KNOWN)).isEmpty();
    }

    @Test
    void nothingIsNearestToNothing() {
        assertThat(Nearest.of("a", List.of())).isEmpty();
    }

    @Test
    void theFirstOfEquallyCloseWordsIsTaken() {
        assertThat(Nearest.of("abcx", List.of("abcd", "abce"))).contains("abcd");
    }

    @Test
    void theDistanceIsTheLeastNumberOfEdits() {
        assertThat(Nearest.distance("", "")).isZero();
        assertThat(Nearest.distance("abc", "")).isEqualTo(3);
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.distance("ab", "ba")).isEqualTo(1);
    }

    @Test
    void everySingleEditIsOneAway() {
        SplittableRandom random = new SplittableRandom(51);
        for (int i = 0; i < 200; i++) {
            String word = word(random, random.nextInt(1, 7));
            for (String edited : edits(word)) {
                assertThat(Nearest.distance(word, edited)).isEqualTo(edited.equals(word) ? 0 : 1);
            }
        }
    }

    @Test
    void theDistanceIsSymmetricAndGrowsByAtMostOneForEachEdit() {
        SplittableRandom random = new SplittableRandom(52);
        for (int i = 0; i < 2_000; i++) {
            String one = word(random, random.nextInt(6));
            String two = word(random, random.nextInt(6));
            int distance = Nearest.distance(one, two);
            assertThat(Nearest.distance(two, one)).isEqualTo(distance);
            assertThat(distance).isBetween(Math.abs(one.length() - two.length()), Math.max(one.length(), two.length()));
            assertThat(distance == 0).isEqualTo(one.equals(two));
            assertThat(distance).isLessThanOrEqualTo(replacementsAndInsertions(one, two));
        }
    }

    /** The same by plain recursion, without swaps, which can only make it less. */
    private static int replacementsAndInsertions(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.length() + b.length();
        }
        String restA = a.substring(1);
        String restB = b.substring(1);
        int replaced = replacementsAndInsertions(restA, restB) + (a.charAt(0) == b.charAt(0) ? 0 : 1);
        return Math.min(
                replaced, Math.min(replacementsAndInsertions(restA, b), replacementsAndInsertions(a, restB)) + 1);
    }

    private static Set<String> edits(String word) {
        Set<String> edits = new HashSet<>();
        for (int i = 0; i <= word.length(); i++) {
            edits.add(word.substring(0, i) + "x" + word.substring(i));
            if (i < word.length()) {
                edits.add(word.substring(0, i) + word.substring(i + 1));
                edits.add(word.substring(0, i) + "y" + word.substring(i + 1));
            }
            if (i + 1 < word.length()) {
                edits.add(word.substring(0, i) + word.charAt(i + 1) + word.charAt(i) + word.substring(i + 2));
            }
        }
        return edits;
    }

    private static String word(SplittableRandom random, int length) {
        List<String> letters = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            letters.add("" + (char) random.nextInt('a', 'd'));
        }
        return String.join("", letters);
    }
}
