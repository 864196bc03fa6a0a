package dev.stoa.debate.rules.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.VerificationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnifiedDiffTest {
    private static final List<String> ENDS = List.of("\n", "\n", "\n", "\r\n", "\r", "\n\n", "\u2028", "");
    private static final List<String> WORDS = List.of(
            "", "a", "b", "-", "+", " ", "\\ No newline at end of file", "@@ -1,1 +1,1 @@", "--- a", "é𝄞", "\r");

    @Test
    @DisplayName("Diffs of random texts (no final newline, CRLF, empty, 10,000 lines) must re-apply exactly.")
    void diffsOfRandomTextsReApplyExactly() {
        Random random = new Random(24);
        for (int i = 0; i < 20_000; i++) {
            String parent = text(random, random.nextInt(12));
            String child = random.nextBoolean() ? text(random, random.nextInt(12)) : edited(random, parent, 3);
            assertReApplies(parent, child);
        }
        for (int i = 0; i < 20; i++) {
            String parent = text(random, 10_000);
            assertReApplies(parent, edited(random, parent, 1 + random.nextInt(400)));
            assertReApplies(parent, text(random, 10_000));
        }
        assertReApplies("", text(random, 10_000));
        assertReApplies(text(random, 10_000), "");
    }

    @Test
    void aDiffReadsAsEverybodyKnowsIt() {
        String parent = numbers(1, 20);
        String child = parent.replace("4\n", "four\n").replace("18\n", "").replace("20\n", "20");
        assertThat(UnifiedDiff.between(parent, child.replace("1four", "14"))).isEqualTo("""
                        --- parent
                        +++ child
                        @@ -1,7 +1,7 @@
                         1
                         2
                         3
                        -4
                        +four
                         5
                         6
                         7
                        @@ -15,6 +15,5 @@
                         15
                         16
                         17
                        -18
                         19
                        -20
                        +20
                        \\ No newline at end of file
                        """);
    }

    @Test
    void changesThatAreNearStandInOneHunkAndOthersDoNot() {
        String parent = numbers(1, 30);
        assertThat(hunks(parent, parent.replace("\n5\n", "\nfive\n").replace("\n12\n", "\ntwelve\n")))
                .containsExactly("@@ -2,14 +2,14 @@");
        assertThat(hunks(parent, parent.replace("\n5\n", "\nfive\n").replace("\n13\n", "\nthirteen\n")))
                .containsExactly("@@ -2,7 +2,7 @@", "@@ -10,7 +10,7 @@");
    }

    @Test
    void aTextFromNothingAndToNothingNamesTheLineBefore() {
        assertThat(UnifiedDiff.between("", "a\n")).isEqualTo("--- parent\n+++ child\n@@ -0,0 +1,1 @@\n+a\n");
        assertThat(UnifiedDiff.between("a", ""))
                .isEqualTo("--- parent\n+++ child\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file\n");
        assertThat(UnifiedDiff.between("a", "a")).isEmpty();
        assertThat(UnifiedDiff.apply("", "a")).isEqualTo("a");
    }

    @Test
    void aCarriageReturnIsPartOfItsLine() {
        assertThat(UnifiedDiff.between("a\r\nb\r\n", "a\r\nc\r\n")).endsWith("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
        assertReApplies("a\rb", "a\r\nb");
        assertReApplies("a\r", "a");
        assertReApplies("a\r\n", "a\n");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void noTextTakesLong() {
        Random random = new Random(7);
        String parent = twoCharacters(random, 131_000);
        assertReApplies(parent, twoCharacters(random, 131_000));
        assertReApplies(parent, parent.replace("a", "b"));
        assertReApplies(parent, parent.substring(100_000) + parent.substring(0, 100_000));
    }

    @Test
    void aFewEditsInALongTextStayAFewLines() {
        String parent = twoCharacters(new Random(8), 100_000);
        List<String> lines = new ArrayList<>(UnifiedDiff.lines(parent));
        lines.set(10, "x\n");
        lines.remove(50_000);
        lines.add(99_000, "y\n");
        String diff = UnifiedDiff.between(parent, String.join("", lines));
        assertThat(UnifiedDiff.lines(diff)).hasSizeLessThan(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage",
                "--- a\n+++ b\n",
                "--- a\n+++ b\nx\n",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-b\n+c\n",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-a\n",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-a\n+c",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-a\n+b\n+c\n",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-a\n-b\n+c\n",
                "--- a\n+++ b\n@@ -1,1 +2,1 @@\n-a\n+c\n",
                "--- a\n+++ b\n@@ -9,1 +9,1 @@\n-a\n+c\n",
                "--- a\n+++ b\n@@ -0,1 +1,1 @@\n-a\n+c\n",
                "--- a\n+++ b\n@@ -2,1 +2,1 @@\n-b\n+c\n@@ -1,1 +1,1 @@\n-a\n+d\n",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+c\n",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-a\n+c\n\\ No newline at end of file\n",
                "--- a\n+++ b\n@@ -1,1 +1,1 @@\n?a\n+c\n"
            })
    void aDiffThatDoesNotFitIsRefused(String diff) {
        assertThatExceptionOfType(VerificationException.class)
                .isThrownBy(() -> UnifiedDiff.apply(diff, "a\nb\n"))
                .withMessageStartingWith("the diff does not fit at its line ");
    }

    @Test
    void aDiffNeverFitsATextWhoseLinesItTouchesDiffer() {
        Random random = new Random(9);
        for (int i = 0; i < 2_000; i++) {
            String parent = "start\n" + text(random, 4);
            String diff = UnifiedDiff.between(parent, "other\n" + parent);
            assertThatExceptionOfType(VerificationException.class)
                    .isThrownBy(() -> UnifiedDiff.apply(diff, "x" + parent));
        }
    }

    private static void assertReApplies(String parent, String child) {
        String diff = UnifiedDiff.between(parent, child);
        if (!UnifiedDiff.apply(diff, parent).equals(child)) {
            assertThat(UnifiedDiff.apply(diff, parent)).as(diff).isEqualTo(child);
        }
    }

    private static List<String> hunks(String parent, String child) {
        assertReApplies(parent, child);
        return UnifiedDiff.between(parent, child)
                .lines()
                .filter(line -> line.startsWith("@@"))
                .toList();
    }

    private static String numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(n -> n + "\n").collect(Collectors.joining());
    }

    private static String text(Random random, int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append(WORDS.get(random.nextInt(WORDS.size()))).append(ENDS.get(random.nextInt(ENDS.size())));
        }
        return text.toString();
    }

    private static String edited(Random random, String text, int edits) {
        List<String> lines = new ArrayList<>(UnifiedDiff.lines(text));
        for (int i = 0; i < edits; i++) {
            int at = random.nextInt(lines.size() + 1);
            if (at < lines.size() && random.nextBoolean()) {
                lines.remove(at);
            } else {
                lines.add(at, text(random, 1));
            }
        }
        return String.join("", lines);
    }

    private static String twoCharacters(Random random, int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append((char) ('a' + random.nextInt(4))).append('\n');
        }
        return text.toString();
    }
}
