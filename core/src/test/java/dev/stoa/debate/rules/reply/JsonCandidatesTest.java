package dev.stoa.debate.rules.reply;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class JsonCandidatesTest {
    @Test
    void theWholeTextComesFirstThenTheLastBlockThenTheLastBraces() {
        String text = "{ \"whole\": 1\n```\n{\"block\": 2}\n```\n";
        assertThat(JsonCandidates.of(text)).containsExactly(text.strip(), "{\"block\": 2}");
        assertThat(JsonCandidates.of("so:\n```json\n{\"block\": 2}\n```\nand {\"braces\": 3} too"))
                .containsExactly("{\"block\": 2}", "{\"braces\": 3}");
    }

    @Test
    void whatWasFoundOnceIsNotListedAgain() {
        assertThat(JsonCandidates.of("{\"a\": 1}")).containsExactly("{\"a\": 1}");
        assertThat(JsonCandidates.of("```\n{\"a\": 1}\n```")).containsExactly("{\"a\": 1}");
        assertThat(JsonCandidates.of("nothing of the kind")).isEmpty();
        assertThat(JsonCandidates.of("")).isEmpty();
    }

    @Test
    void theLastOfSeveralBlocksCounts() {
        assertThat(JsonCandidates.of("```\n{\"a\": 1}\n```\n```\n{\"b\": 2}\n```\n{\"c\": 3}"))
                .containsExactly("{\"b\": 2}", "{\"c\": 3}");
    }

    @Test
    void aBlockThatIsNotEndedReachesToTheEnd() {
        assertThat(JsonCandidates.of("```json\n{\"a\": 1} {\"b\": 2}"))
                .containsExactly("{\"a\": 1} {\"b\": 2}", "{\"b\": 2}");
        assertThat(JsonCandidates.of("{\"a\": 1}\n```")).containsExactly("{\"a\": 1}\n```", "{\"a\": 1}");
    }

    @Test
    void aBlockEndsAtAFenceOfItsWidthOrMoreAloneOnItsLine() {
        String narrower = "````\n{\"a\": 1}\n```\n{\"b\": 2}\n````\n";
        assertThat(JsonCandidates.of(narrower)).containsExactly("{\"a\": 1}\n```\n{\"b\": 2}", "{\"b\": 2}");
        String wider = "```\n{\"a\": 1}\n`````  \n{\"b\": 2}";
        assertThat(JsonCandidates.of(wider)).containsExactly("{\"a\": 1}", "{\"b\": 2}");
        String named = "```\n{\"a\": 1}\n``` json\n{\"b\": 2}\n```";
        assertThat(JsonCandidates.of(named)).containsExactly("{\"a\": 1}\n``` json\n{\"b\": 2}", "{\"b\": 2}");
    }

    @Test
    void twoTicksAreNoFence() {
        assertThat(JsonCandidates.of("``\n{\"a\": 1}\n``\n{\"b\": 2}")).containsExactly("{\"b\": 2}");
    }

    @Test
    void anIndentedFenceIsOne() {
        assertThat(JsonCandidates.of(" \t```\r\n{\"a\": 1}\r\n  ```\r\n{\"b\": 2}"))
                .containsExactly("{\"a\": 1}", "{\"b\": 2}");
    }

    @Test
    void quotedLinesBelongToAnotherAuthor() {
        assertThat(JsonCandidates.of("| {\"a\": 1}\nmine: {\"b\": 2}\n| {\"c\": 3}"))
                .containsExactly("{\"b\": 2}");
    }

    @Test
    void anObjectThatIsNotEndedHidesWhatItQuotes() {
        assertThat(JsonCandidates.of("mine: {\"b\": {\"c\": 3}")).isEmpty();
        assertThat(JsonCandidates.of("mine: {\"b\": \"}\"} end")).containsExactly("{\"b\": \"}\"}");
        assertThat(JsonCandidates.of("mine: {\"b\": \"\\\"}\"} end")).containsExactly("{\"b\": \"\\\"}\"}");
    }

    @Test
    void bracesOfASentenceOpenNothing() {
        assertThat(JsonCandidates.of("a set {1, 2 and {\"b\": 2}")).containsExactly("{\"b\": 2}");
        assertThat(JsonCandidates.of("empty: {} after")).containsExactly("{}");
    }
}
