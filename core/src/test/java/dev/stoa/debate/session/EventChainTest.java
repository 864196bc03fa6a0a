package dev.stoa.debate.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The chain of events, against the published hashes and against SHA-256 of texts that are written out here. */
@Tag("quick")
class EventChainTest {
    private static final String SESSION = "0197a2b4-0000-7000-8000-000000000001";
    private static final String GENESIS = "d19898c43f113b172166301167f08c23bee36779da31ff64c6b23355b33f9d57";
    private static final String FIRST = "d3f8a9e3315d90a09fde2a10e3903da35840d41d800e24af9d9773937a2ed16a";

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(sha256(text));
    }

    @Test
    void thePublishedHashesAreThoseOfTheTextsThatRfc8785Gives() {
        assertThat(hex("stoa-debate-1\n" + SESSION)).isEqualTo(GENESIS);
        assertThat(hex(GENESIS + "\n{\"at\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"config_sha256\":\"00\"},"
                        + "\"kind\":\"debate_created\",\"seq\":1,\"session_id\":\"" + SESSION + "\"}"))
                .isEqualTo(FIRST);
    }

    @Test
    void theFirstEventHasThePublishedHash() {
        assertThat(EventChain.genesis(SESSION)).isEqualTo(GENESIS);
        assertThat(EventChain.next(
                        GENESIS,
                        SESSION,
                        1,
                        "debate_created",
                        Map.of("config_sha256", "00"),
                        Instant.parse("2026-01-01T00:00:00Z")))
                .isEqualTo(FIRST);
    }

    @Test
    void numbersAndKeysOfAnEventAreHashedAsRfc8785WritesThem() {
        String data =
                "{\"A\":333333333.3333333,\"B\":1e+30,\"C\":4.5,\"D\":0.002,\"E\":1e-27,\"F\":100,\"\u20ac\":\"\\n\u00f6\\u000f\"}";
        assertThat(EventChain.next(
                        GENESIS,
                        SESSION,
                        2,
                        "debate_graded",
                        Map.of(
                                "F", 1e2,
                                "\u20ac", "\n\u00f6\u000f",
                                "A", 333333333.3333333,
                                "C", 4.50,
                                "B", 1E30,
                                "E", 1e-27,
                                "D", 2e-3),
                        Instant.parse("2026-01-01T00:00:00.120Z")))
                .isEqualTo(hex(GENESIS + "\n{\"at\":\"2026-01-01T00:00:00.120Z\",\"data\":" + data
                        + ",\"kind\":\"debate_graded\",\"seq\":2,\"session_id\":\"" + SESSION + "\"}"));
    }

    @Test
    void thePublishedSeedOfATurnIsTheBeginningOfItsHash() {
        long published = 2_912_005_203_870_739_416L;
        byte[] hash = sha256(String.join("\u001f", "7", "ana", "1", "3", "1", "0"));
        assertThat(ByteBuffer.wrap(hash).getLong() >>> 1).isEqualTo(published);
    }
}
