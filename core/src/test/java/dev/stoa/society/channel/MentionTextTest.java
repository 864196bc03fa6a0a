package dev.stoa.society.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MentionTextTest {
    /** The rules as one pattern, for texts without code. */
    private static final Pattern RULES =
            Pattern.compile("(?<![\\p{L}\\p{Nd}_@./-])@([A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?+)"
                    + "(?![\\p{L}\\p{Nd}_/@])(?!\\.[\\p{L}\\p{Nd}])");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "@ana | ana",
                "hello @ana, look | ana",
                "(@ana) | ana",
                "\"'@ana'\" | ana",
                "@ana: do it | ana",
                "@ana. | ana",
                "@ana... | ana",
                "@ana.) | ana",
                "@ana! @bo? | ana bo",
                "@ana-b_c9 | ana-b_c9",
                "@Ana and @ANA | Ana ANA",
                "@ana @ana @bo @ana | ana bo",
                "@ana- | ana",
                "@ana-- no | ana",
                "@ana—yes | ana",
                "@0 @9a | 0 9a",
                "#@ana | ana",
                ",@ana | ana",
            })
    void aNameAfterAnAtSignIsMentioned(String text, String names) {
        assertThat(MentionText.names(text)).containsExactly(names.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ana",
                "@",
                "@ ana",
                "@-ana",
                "@_ana",
                "x@ana",
                "é@ana",
                "1@ana",
                "_@ana",
                "@@ana",
                ".@ana",
                "/@ana",
                "-@ana",
                "@ana@bo",
                "@ana/x",
                "@types/node",
                "@ana_",
                "@ana_-",
                "@anaé",
                "@ana.b",
                "@ana.1",
                "@ana.é",
                "me@ana.example.org",
                "@a-b/c",
                "@a-b_",
            })
    void mailAddressesPackagesAndPathsMentionNobody(String text) {
        assertThat(MentionText.names(text)).isEmpty();
    }

    @Test
    void aNameHasAtMost64Characters() {
        assertThat(MentionText.names("@" + "a".repeat(64))).containsExactly("a".repeat(64));
        assertThat(MentionText.names("@" + "a".repeat(65))).isEmpty();
        assertThat(MentionText.names("@" + "a".repeat(64) + "-")).containsExactly("a".repeat(64));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "`@ana`",
                "say `hello @ana` there",
                "``@ana ` @ana``",
                "`a\n@ana b`",
                "```\n@ana\n```",
                "```java\n@ana\n```\n",
                "   ~~~\n@ana\n   ~~~",
                "````\n```\n@ana\n```\n````",
                "~~~\n```\n@ana\n~~~",
                "```\n@ana",
                "```\n@ana\n``` not closed\n@ana",
                "```\r\n@ana\r\n```\r\n",
                "text\n```\n@ana\n```\ntext",
            })
    void codeMentionsNobody(String text) {
        assertThat(MentionText.names(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "` @ana",
                "`` @ana `",
                "`a` @ana `b`",
                "\\`@ana`",
                "`a\n\n@ana b`",
                "```\ncode\n```\n@ana",
                "```\ncode\n````\n@ana",
                "~~~\ncode\n~~~\n@ana",
                "```\r\ncode\r\n```\r\n@ana",
                "``` a ` b\n@ana",
                "    ```\n@ana\n",
                "`unclosed\n```\n`\n```\n@ana",
                "~~ @ana ~~",
                "\\\\`a` @ana",
            })
    void whatStandsBesideCodeIsMentioned(String text) {
        assertThat(MentionText.names(text)).containsExactly("ana");
    }

    @Test
    void theRulesAreThoseOfOnePattern() {
        SplittableRandom random = new SplittableRandom(11);
        String alphabet = "aB0@@@_-./ é,\n";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            List<String> expected = new ArrayList<>();
            Matcher matcher = RULES.matcher(text);
            while (matcher.find()) {
                if (!expected.contains(matcher.group(1))) {
                    expected.add(matcher.group(1));
                }
            }
            assertThat(MentionText.names(text.toString())).as(text.toString()).isEqualTo(expected);
        }
    }

    @Test
    void theLongestTextsAreReadInOnePass() {
        StringBuilder runs = new StringBuilder();
        for (int i = 1; runs.length() < 65_000; i++) {
            runs.append("`".repeat(i % 300 + 1)).append("@a ");
        }
        assertThat(MentionText.names(runs.toString())).hasSizeLessThanOrEqualTo(1);
        assertThat(MentionText.names("@a ".repeat(21_000))).containsExactly("a");
        assertThat(MentionText.names("@".repeat(65_536))).isEmpty();
        assertThat(MentionText.names("`".repeat(65_536))).isEmpty();
    }
}
