package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "a/b        | a/b           | true",
                "a/b        | a             | false",
                "a          | a/b           | false",
                "''         | a             | false",
                "a          | a  //         | true",
                "a  /b      | a/b           | true",
                "id …       | id 0198-7f    | true",
                "…ms        | 12 ms         | true",
                "a … c      | a b d         | false",
                "a.c        | abc           | false",
                "…          | a/b/c         | true",
                "…          | ''            | true",
                "a/…        | a             | true",
                "a/…/d      | a/b/c/d       | true",
                "a/…/d      | a/b/c         | false",
                "…/b/…/b    | b             | false",
                "…/b/…/b    | a/b/b         | true"
            })
    void anEllipsisIsTheOnlyFreedom(String shown, String output, boolean matches) {
        assertThat(new Shown(lines(shown)).matches(String.join("\n", lines(output))))
                .isEqualTo(matches);
    }

    @Test
    void everyOutputMatchesItself() {
        var random = new Random(7);
        for (int i = 0; i < 200; i++) {
            List<String> lines = IntStream.range(0, random.nextInt(6))
                    .mapToObj(line -> IntStream.range(0, random.nextInt(5))
                            .mapToObj(sign -> String.valueOf("ab.*[(\\$ ".charAt(random.nextInt(9))))
                            .collect(Collectors.joining()))
                    .toList();

            assertThat(new Shown(lines).matches(String.join("\n", lines)))
                    .as("%s", lines)
                    .isTrue();
        }
    }

    private static List<String> lines(String text) {
        return List.of(text.replace("''", "").split("/", -1));
    }
}
