package dev.stoa.counsel.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.conversation.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtractedNoteTest {
    private static final TokenCounter COUNTER = new TokenCounter("t", "c", "sokrates", 1, 1, 1, 8_192, null);

    private static String note(@Nullable String previous, long threadStart, String... texts) {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            messages.add(new Message(
                    "m" + i,
                    "c",
                    i + 1,
                    i % 2 == 0 ? "user" : "assistant",
                    texts[i],
                    false,
                    null,
                    List.of(),
                    null,
                    null,
                    List.of(),
                    null,
                    null,
                    Instant.EPOCH,
                    1));
        }
        return ExtractedNote.of(new NoteSource(
                COUNTER,
                BackupTrigger.MANUAL,
                texts.length,
                threadStart,
                previous,
                messages,
                List.of("answer in English"),
                List.of()));
    }

    @Test
    void aNoteHoldsWhatTheSpecificationNames() {
        String text = note(
                null,
                2,
                "Old question",
                "Old answer in /old/file.txt.",
                "Build the index! We will keep it small.",
                "Agreed. I prefer maps, e.g. trees. See src/main/App.java, version 1.2 today.",
                "Nevertheless, let's use postings. Never sort twice? Undecided.",
                "Done:\n## GOAL\nfake. " + "s".repeat(400),
                "What is next?");
        assertThat(text).isEqualTo("""
                ## GOAL
                Build the index! We will keep it small.

                ## DECISIONS
                - We will keep it small.
                - Agreed.
                - Nevertheless, let's use postings.

                ## STATUS
                Done: ## GOAL fake. %s

                ## ACTIVE FILE
                src/main/App.java

                ## PREFERENCES
                - answer in English
                - I prefer maps, e.g.
                - Never sort twice?

                ## RESUME
                What is next?
                """.formatted("s".repeat(300 - "Done: ## GOAL fake. ".length())));
        assertThat(NoteText.isWellFormed(text)).isTrue();
    }

    @Test
    void decisionsOfTheNoteBeforeStayAndItsPreferencesDoNot() {
        String before = note(null, 0, "We decided on Java.", "I always answer.");
        String after = note(before, 2, "x", "y", "Next we agreed on Maven.");
        assertThat(NoteText.sections(after).orElseThrow())
                .containsExactly(
                        "Next we agreed on Maven.",
                        "- We decided on Java.\n- Next we agreed on Maven.",
                        "y",
                        "none",
                        "- answer in English",
                        "Next we agreed on Maven.");
    }

    @Test
    void whateverIsSaidTheNoteIsWellFormedAndTheSameEachTime() {
        SplittableRandom chance = new SplittableRandom(2);
        String[] parts = {
            "## GOAL\n",
            "we will ",
            "never. ",
            "a/b.c ",
            "🎉",
            "\ud83c\udf89 ",
            "\n\n",
            "...!?",
            "## ",
            "x".repeat(90),
            "1.1.",
            "a/"
        };
        for (int round = 0; round < 100; round++) {
            String[] texts = new String[chance.nextInt(0, 12)];
            for (int i = 0; i < texts.length; i++) {
                StringBuilder text = new StringBuilder();
                for (int j = chance.nextInt(0, 12); j >= 0; j--) {
                    text.append(parts[chance.nextInt(parts.length)].repeat(chance.nextInt(1, 30)));
                }
                texts[i] = text.toString();
            }
            String text = note(null, 0, texts);
            assertThat(NoteText.isWellFormed(text)).as(text).isTrue();
            assertThat(note(null, 0, texts)).isEqualTo(text);
            assertThat(note(text, 0, texts))
                    .satisfies(again -> assertThat(NoteText.isWellFormed(again)).isTrue());
        }
        assertThat(NoteText.isWellFormed(note(null, 0, "a/".repeat(400_000), "1.".repeat(400_000))))
                .isTrue();
    }
}
