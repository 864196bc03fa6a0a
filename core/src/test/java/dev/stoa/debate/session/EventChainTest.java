package dev.stoa.debate.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The chain of events, against the published hashes. */
@Tag("quick")
class EventChainTest {
    private static final String SESSION = "0197a2b4-0000-7000-8000-000000000001";

    @Test
    void theFirstEventHasThePublishedHash() {
        String genesis = EventChain.genesis(SESSION);

        assertThat(genesis).isEqualTo("d19898c43f113b172166301167f08c23bee36779da31ff64c6b23355b33f9d57");
        assertThat(EventChain.next(
                        genesis,
                        SESSION,
                        1,
                        "debate_created",
                        Map.of("config_sha256", "00"),
                        Instant.parse("2026-01-01T00:00:00Z")))
                .isEqualTo("d3f8a9e3315d90a09fde2a10e3903da35840d41d800e24af9d9773937a2ed16a");
    }
}
