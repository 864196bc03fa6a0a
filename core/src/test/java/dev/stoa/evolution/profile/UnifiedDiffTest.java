package dev.stoa.evolution.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class UnifiedDiffTest {
    @Test
    void aPatchOfTheFirstIsTheSecond() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 2_000; round++) {
            String from = text(random);
            String to = text(random);
            assertThat(patched(from, UnifiedDiff.of(from, to)))
                    .as("%s -> %s", from, to)
                    .isEqualTo(UnifiedDiff.lines(to));
        }
    }

    private static String text(SplittableRandom random) {
        List<String> lines = new ArrayList<>();
        int length = random.nextInt(25);
        for (int i = 0; i < length; i++) {
            lines.add(String.valueOf((char) ('a' + random.nextInt(4))));
        }
        return String.join("\n", lines);
    }

    /** Applies a diff by the line numbers of its heads. */
    private static List<String> patched(String from, String diff) {
        List<String> old = UnifiedDiff.lines(from);
        List<String> result = new ArrayList<>();
        int at = 0;
        for (String line : diff.isEmpty()
                ? List.<String>of()
                : List.of(diff.substring(0, diff.length() - 1).split("\n", -1))) {
            if (line.startsWith("@@")) {
                String[] head = line.split("[ ,@+-]+", -1);
                int start = Integer.parseInt(head[1]);
                int begin = Integer.parseInt(head[2]) == 0 ? start : start - 1;
                while (at < begin) {
                    result.add(old.get(at++));
                }
            } else if (line.startsWith("+")) {
                result.add(line.substring(1));
            } else {
                assertThat(old.get(at)).isEqualTo(line.substring(1));
                if (line.startsWith(" ")) {
                    result.add(old.get(at));
                }
                at++;
            }
        }
        while (at < old.size()) {
            result.add(old.get(at++));
        }
        return result;
    }

    @Test
    void equalTextsHaveNoDiffAndContextIsThreeLines() {
        assertThat(UnifiedDiff.of("a\nb", "a\nb")).isEmpty();
        assertThat(UnifiedDiff.of("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\nx\n6\n7\n8\n9"))
                .isEqualTo("@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
    }
}
