package dev.stoa.society.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.Trust;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactTrustTest {
    private static FactTrust.Votes agents(long confirms, long disputes) {
        return new FactTrust.Votes(null, confirms, disputes);
    }

    @Test
    void anAgentThatCitesAPersonAndAnAddressIsNotTrusted() {
        Trust cap = FactTrust.cap(List.of(Trust.HUMAN, Trust.UNTRUSTED));
        assertThat(FactTrust.of(Trust.AGENT, cap, FactTrust.Votes.NONE)).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void twoAgentsConfirmWhatHasNoSources() {
        Trust cap = FactTrust.cap(List.of());
        assertThat(FactTrust.of(Trust.AGENT, cap, agents(1, 0))).isEqualTo(Trust.AGENT);
        assertThat(FactTrust.of(Trust.AGENT, cap, agents(2, 0))).isEqualTo(Trust.CONFIRMED);
        assertThat(FactTrust.of(Trust.AGENT, cap, agents(3, 2))).isEqualTo(Trust.AGENT);
        assertThat(FactTrust.of(Trust.AGENT, cap, agents(5, 3))).isEqualTo(Trust.CONFIRMED);
    }

    @Test
    void onlyAPersonLiftsWhatCameFromOutside() {
        for (Trust cap : List.of(Trust.UNTRUSTED, Trust.AGENT)) {
            assertThat(FactTrust.of(Trust.HUMAN, cap, agents(100, 0)))
                    .as("cap %s", cap)
                    .isEqualTo(cap);
        }
        assertThat(FactTrust.of(Trust.UNTRUSTED, Trust.HUMAN, agents(100, 0))).isEqualTo(Trust.UNTRUSTED);
        FactTrust.Votes person = new FactTrust.Votes(ReviewVerdict.CONFIRM, 0, 100);
        assertThat(FactTrust.of(Trust.UNTRUSTED, Trust.UNTRUSTED, person)).isEqualTo(Trust.HUMAN);
        assertThat(FactTrust.of(Trust.HUMAN, Trust.HUMAN, new FactTrust.Votes(ReviewVerdict.DISPUTE, 100, 0)))
                .isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void aPersonsWordStandsWhateverAgentsSay() {
        assertThat(FactTrust.of(Trust.HUMAN, Trust.HUMAN, agents(0, 100))).isEqualTo(Trust.HUMAN);
    }

    @Test
    void confidenceIsWeighedAsTwoReviews() {
        assertThat(FactTrust.confidence(0.8, 3, 1)).isCloseTo(0.766666666667, within(1e-9));
        assertThat(FactTrust.confidence(null, 0, 0)).isEqualTo(0.5);
        assertThat(FactTrust.confidence(0.0, 0, 0)).isEqualTo(0.0);
        assertThat(FactTrust.confidence(1.0, 0, 2)).isEqualTo(0.5);
    }
}
