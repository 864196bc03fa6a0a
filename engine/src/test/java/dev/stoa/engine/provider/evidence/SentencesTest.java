package dev.stoa.engine.provider.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class SentencesTest {
    private static List<String> cut(String text) {
        return Sentences.of(text).stream().map(Sentence::text).toList();
    }

    @Test
    void endsAtFullStopsQuestionsAndExclamations() {
        assertThat(cut("It works. Does it? Yes! \"Fine.\" (Really.) And so on… Then more."))
                .containsExactly("It works.", "Does it?", "Yes!", "\"Fine.\"", "(Really.)", "And so on…", "Then more.");
    }

    @Test
    void goesOnAfterAbbreviationsInitialsAndDecimals() {
        assertThat(cut("Dr. Smith and J. Doe, e.g. Mr. Poe, paid 3.50 euros for No. 5 at 10 a.m. yesterday. Done."))
                .containsExactly(
                        "Dr. Smith and J. Doe, e.g. Mr. Poe, paid 3.50 euros for No. 5 at 10 a.m. yesterday.", "Done.");
        assertThat(cut("We meet at 10 a.m. Then we eat.")).containsExactly("We meet at 10 a.m.", "Then we eat.");
        assertThat(cut("The answer is no. Nothing helps.")).containsExactly("The answer is no.", "Nothing helps.");
        assertThat(cut("See file.txt and stoa.dev/docs. Version 1.2.3 has it."))
                .containsExactly("See file.txt and stoa.dev/docs.", "Version 1.2.3 has it.");
        assertThat(cut("So do I. We agree.")).containsExactly("So do I.", "We agree.");
    }

    @Test
    void joinsWrappedLinesAndSplitsAtBlankOnes() {
        assertThat(cut("one line\r\nand its rest\r\n\r\nanother")).containsExactly("one line and its rest", "another");
    }

    @Test
    void takesHeadingsListItemsQuotesAndTableRowsByThemselves() {
        List<Sentence> found = Sentences.of("""
                # Title
                Text under it
                - first item
                - second item. With two sentences
                1. third
                > quoted words
                | a | b |
                |---|---|
                Old style
                =========
                ```sh
                run it
                ```
                """);

        assertThat(found.stream().map(Sentence::text))
                .containsExactly(
                        "Title",
                        "Text under it",
                        "first item",
                        "second item.",
                        "With two sentences",
                        "third",
                        "quoted words",
                        "| a | b |",
                        "|---|---|",
                        "Old style",
                        "run it");
        assertThat(found.stream().filter(Sentence::heading).map(Sentence::text)).containsExactly("Title", "Old style");
        assertThat(found.stream().filter(s -> !s.isStatement()).map(Sentence::text))
                .containsExactly("Title", "|---|---|", "Old style");
    }

    @Test
    void doesNotTakeAQuestionForAStatement() {
        assertThat(Sentences.of("Is it safe? It is.").stream().map(Sentence::isStatement))
                .containsExactly(false, true);
    }

    @Test
    void splitsScriptsThatNeedNoSpace() {
        assertThat(cut("これは安全です。はい！")).containsExactly("これは安全です。", "はい！");
    }

    @Test
    void cutsWhatHasNoEndAtLinesThenSpacesThenAnywhere() {
        String lines = ("x".repeat(50) + "\n").repeat(30);
        assertThat(cut(lines)).allSatisfy(s -> assertThat(s).matches("(x{50} ?)+"));
        assertThat(String.join(" ", cut("word ".repeat(400))))
                .isEqualTo("word ".repeat(400).strip());
        String faces = "\uD83D\uDE00".repeat(700);
        assertThat(cut("a" + faces)).allSatisfy(s -> {
            assertThat(s.length()).isLessThanOrEqualTo(Sentences.MOST);
            assertThat(Character.isHighSurrogate(s.charAt(s.length() - 1))).isFalse();
        });
        assertThat(String.join("", cut("a" + faces))).isEqualTo("a" + faces);
    }

    @Test
    void findsNothingInBlankText() {
        assertThat(cut("")).isEmpty();
        assertThat(cut(" \n\t\r\n\n")).isEmpty();
        assertThat(cut("---\n\n***\n")).isEmpty();
    }

    @Test
    void losesNoWordOfAnyTextAndKnowsWhereEachSentenceBegins() {
        Random random = new Random(7);
        String[] parts = {"a", "Bb", "3.5", ".", "? ", "! ", " ", " ", "\n", "\n\n", "e.g. ", "Mr. ", "…", "\r\n", "zz"
        };
        for (int run = 0; run < 500; run++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(900); i > 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            List<Sentence> found = Sentences.of(text.toString());
            String read = String.join("", found.stream().map(Sentence::text).toList());
            assertThat(read.replaceAll("\\s", "")).isEqualTo(text.toString().replaceAll("\\s", ""));
            int last = -1;
            for (Sentence s : found) {
                assertThat(s.offset()).isGreaterThan(last);
                assertThat(text.charAt(s.offset())).isEqualTo(s.text().charAt(0));
                assertThat(s.text().length()).isBetween(1, Sentences.MOST);
                last = s.offset();
            }
        }
    }
}
