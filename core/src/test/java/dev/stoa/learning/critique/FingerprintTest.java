package dev.stoa.learning.critique;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When two wordings are one pattern, and of what type it is. */
@Tag("quick")
class FingerprintTest {
    @Test
    void twoWordingsOfTheWorkedExampleAreOnePattern() {
        assertThat(List.of("Missing null checks in the parser!", "parser: missing null check"))
                .extracting(issue -> Fingerprint.of(issue).id())
                .containsOnly("pat_36144d6467cc64413dc591e16ef0af6f");
    }

    @Test
    void numbersAreAlikeAndShortOrSpecialWordsKeepTheirS() {
        assertThat(Fingerprint.of("Query 12 runs 345 times").terms()).isEqualTo("# query run time");
        assertThat(Fingerprint.of("bus gas class status analysis caches v2").terms())
                .isEqualTo("analysis bus cache class gas status v2");
    }

    @Test
    void negationIsKeptBecauseItTurnsAMeaningRound() {
        assertThat(Fingerprint.of("the cache is not used").id())
                .isNotEqualTo(Fingerprint.of("the cache is used").id());
    }

    @Test
    void issuesOfStopWordsAloneAreStillToldApart() {
        assertThat(Fingerprint.of("why is it so").terms()).isNotEmpty();
        assertThat(Fingerprint.of("why is it so").id())
                .isNotEqualTo(Fingerprint.of("who are they").id());
        assertThat(Fingerprint.of("???").terms()).isEqualTo("???");
    }

    @Test
    void orderRepetitionCaseAndPunctuationNeverMatter() {
        Random random = new Random(7);
        List<String> words = List.of("Parser", "null", "latency", "TOKEN", "queue", "index", "retry", "schema");
        for (int round = 0; round < 200; round++) {
            List<String> some = new ArrayList<>(words.subList(0, 1 + random.nextInt(words.size())));
            String expected = Fingerprint.of(String.join(" ", some)).id();
            some.addAll(some.subList(0, random.nextInt(some.size()) + 1));
            Collections.shuffle(some, random);
            some.replaceAll(word -> random.nextBoolean() ? word.toUpperCase(java.util.Locale.ROOT) : word);
            assertThat(Fingerprint.of(String.join(random.nextBoolean() ? ", " : " - ", some))
                            .id())
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    The query is slow and inefficiently written | performance
                    Optimise the hot loop                       | performance
                    SQL injection through the search field      | security
                    Vulnerable to replay                        | security
                    The result is wrong on Mondays              | correctness
                    Naming is confusing                         | clarity
                    Poor readability                            | clarity
                    Tight coupling of the modules               | architecture
                    Not modular                                 | architecture
                    The empty list is an edge case              | completeness
                    a case at the edge                          | general
                    No assertion after the call                 | testing
                    I like it                                   | general
                    the author is unknown                       | general
                    the latest release                          | general
                    slow test                                   | performance
                    flaky test of slow code                     | testing
                    a bug and a bug and a bug, slow latency     | performance""")
    void theTypeIsThatOfMostDistinctWordsTheFirstOnTies(String issue, String type) {
        assertThat(IssueType.of(issue).stored()).isEqualTo(type);
    }

    @Test
    @DisplayName("\"author\" is not security, \"latest\" not testing")
    void partsOfWordsDoNotCount() {
        assertThat(IssueType.of("The author is not named")).isEqualTo(IssueType.GENERAL);
        assertThat(IssueType.of("The latest version is used")).isEqualTo(IssueType.GENERAL);
        assertThat(IssueType.of("a contest of protesters")).isEqualTo(IssueType.GENERAL);
    }

    @Test
    void everyTypeIsFoundByItsStoredName() {
        assertThat(Arrays.stream(IssueType.values())
                        .map(type -> IssueType.named(type.stored()))
                        .toList())
                .containsExactly(IssueType.values());
    }

    @Test
    void anIssueTakesTheSuggestionOfItsIndexElseTheOneSharingMostTerms() {
        List<String> issues = List.of("parser crashes on null", "tests are flaky");
        assertThat(Texts.suggestion(issues, List.of("x", "y"), 1)).isEqualTo("y");
        List<String> three = List.of("seed the flaky tests", "check for null in the parser", "null parser check");
        assertThat(Texts.suggestion(issues, three, 0)).isEqualTo("check for null in the parser");
        assertThat(Texts.suggestion(issues, three, 1)).isEqualTo("seed the flaky tests");
        assertThat(Texts.suggestion(issues, List.of("rewrite it"), 0)).isNull();
        assertThat(Texts.suggestion(issues, List.of(), 0)).isNull();
    }

    @Test
    void whatAnotherProgramStoredInPlaceOfAListIsOneText() {
        assertThat(Texts.of(null)).isEmpty();
        assertThat(Texts.of("[\"a\",\"b\"]")).containsExactly("a", "b");
        assertThat(Texts.of("[1, null]")).containsExactly("1", "null");
        assertThat(Texts.of("\"one\"")).containsExactly("one");
        assertThat(Texts.of("not json")).containsExactly("not json");
        assertThat(Texts.of("{\"a\":1}")).containsExactly("{\"a\":1}");
        assertThat(Texts.of(" ")).isEmpty();
    }
}
