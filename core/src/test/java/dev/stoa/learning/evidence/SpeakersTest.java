package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class SpeakersTest {
    @Test
    void theNamesBeforeTheLinesOfATalkAreItsSpeakers() {
        assertThat(Speakers.names("Ana: Hello!\nBea Lindgren: Hi.\n[8 May 2023] Ana: How are you?"))
                .containsExactly("Ana", "Bea Lindgren", "Ana");
        assertThat(Speakers.names("It is late: we go.\nhttps://a.example\nAna:no\nana: no\nOne Two Three Four: no"))
                .isEmpty();
    }

    @Test
    void aTextIsSaidByAnAskedSpeakerInPartOrWhole() {
        Speakers asked = Speakers.of("When did Bea's sister go camping?");
        assertThat(asked.share("Bea Lindgren: Last week.", null)).isEqualTo(1);
        assertThat(asked.share("Ana: Bea was there.", null)).isZero();
        assertThat(asked.share("Ana: When?\nBea: Last week.", null)).isEqualTo(0.5);
        assertThat(asked.share("Last week.", null)).isZero();
    }

    @Test
    void theMetadataKnowBetterThanTheText() {
        Speakers asked = Speakers.of("What did Bea write?");
        assertThat(asked.share("Ana: quoted by Bea", "Bea Lindgren")).isEqualTo(1);
        assertThat(asked.share("Bea: quoted by Ana", "Ana")).isZero();
    }

    @Test
    void aCommonWordIsNoName() {
        assertThat(Speakers.of("Will it rain?").share("Will: Yes.", null)).isZero();
        assertThat(Speakers.of("O").share("O: Yes.", null)).isZero();
    }
}
