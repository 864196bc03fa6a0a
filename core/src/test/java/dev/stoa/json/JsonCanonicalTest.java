package dev.stoa.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class JsonCanonicalTest {
    private static final String SESSION = "0197a2b4-0000-7000-8000-000000000001";
    private static final String EVENT = "{\"at\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"config_sha256\":\"00\"},"
            + "\"kind\":\"debate_created\",\"seq\":1,\"session_id\":\"" + SESSION + "\"}";

    @Test
    void theExampleOfTheDebateRecordIsCanonicalAsItStands() {
        assertThat(Json.canonical(Json.parse(EVENT))).isEqualTo(EVENT);
        assertThat(Json.canonical(Json.object(
                        "session_id",
                        SESSION,
                        "seq",
                        1,
                        "kind",
                        "debate_created",
                        "data",
                        Json.object("config_sha256", "00"),
                        "at",
                        Instant.parse("2026-01-01T00:00:00Z"))))
                .isEqualTo(EVENT);
    }

    @Test
    void theHashesOfTheDebateRecordAreReproduced() throws Exception {
        String start = sha256("stoa-debate-1\n" + SESSION);
        assertThat(start).isEqualTo("d19898c43f113b172166301167f08c23bee36779da31ff64c6b23355b33f9d57");
        assertThat(sha256(start + "\n" + Json.canonical(Json.parse(EVENT))))
                .isEqualTo("d3f8a9e3315d90a09fde2a10e3903da35840d41d800e24af9d9773937a2ed16a");
    }

    @Test
    void theHashIsThatOfTheUtf8OfTheCanonicalText() throws Exception {
        assertThat(Json.sha256(Json.object("b", "é😀", "a", 1.0))).isEqualTo(sha256("{\"a\":1,\"b\":\"é😀\"}"));
        assertThat(Json.sha256(Map.of())).isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 0",
        "-0.0, 0",
        "1.0, 1",
        "-1.0, -1",
        "0.1, 0.1",
        "0.5, 0.5",
        "100.0, 100",
        "1e-9, 0.000000001",
        "5e-10, 0.000000001",
        "4.9e-10, 0",
        "-4.9e-10, 0",
        "0.0009765625, 0.000976562",
        "0.0029296875, 0.002929688",
        "-0.0009765625, -0.000976562",
        "0.3333333333333333, 0.333333333",
        "0.6666666666666666, 0.666666667",
        "123456.7890123456, 123456.789012346",
        "9007199254740993.0, 9007199254740992",
        "1e22, 10000000000000000000000",
    })
    void realsAreRoundedHalfEvenToNineDecimals(double real, String expected) {
        assertThat(Json.canonical(real)).isEqualTo(expected);
    }

    @Test
    void theLargestAndTheSmallestRealsArePlain() {
        assertThat(Json.canonical(Double.MAX_VALUE)).hasSize(309).matches("[0-9]+");
        assertThat(Json.canonical(-Double.MAX_VALUE)).hasSize(310).matches("-[0-9]+");
        assertThat(Json.canonical(Double.MIN_VALUE)).isEqualTo("0");
        assertThat(Json.canonical(-Double.MIN_VALUE)).isEqualTo("0");
    }

    /** The right column was printed by another language's {@code %.9f}, without trailing zeros. */
    @ParameterizedTest
    @CsvSource({
        "0.1234567885, 0.123456788",
        "0.1234567895, 0.123456789",
        "0.1234567875, 0.123456787",
        "2.0000000005, 2.000000001",
        "1.0000000015, 1.000000001",
        "12345.6789012345, 12345.678901234",
        "-7.0000000005, -7.000000001",
        "1.5e-09, 0.000000001",
        "2.5e-09, 0.000000003",
        "8388608.12345679, 8388608.123456789",
        "0.7071067811865476, 0.707106781",
        "2.718281828459045, 2.718281828",
        "1e-05, 0.00001",
        "1234567890.1234567, 1234567890.123456717",
    })
    void realsAreThoseOfPrintf(double real, String expected) {
        assertThat(Json.canonical(real)).isEqualTo(expected);
    }

    @Test
    void aCanonicalRealIsTheNearestInItsShortestPlainForm() {
        SplittableRandom random = new SplittableRandom(31);
        for (int i = 0; i < 20_000; i++) {
            double real = random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-10, 12));
            String canonical = Json.canonical(real);
            assertThat(canonical).matches("0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\\.[0-9]{0,8}[1-9]");
            assertThat(new BigDecimal(canonical).subtract(new BigDecimal(real)).abs())
                    .isLessThanOrEqualTo(new BigDecimal("5e-10"));
        }
    }

    @Test
    void realsAroundTheMiddleOfTwoResultsGoToTheSideOfTheirExactValue() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 20_000; i++) {
            double middle = (random.nextLong(1L << random.nextInt(1, 50)) + 0.5) / 1e9;
            for (double real : new double[] {middle, Math.nextUp(middle), Math.nextDown(middle), -middle}) {
                BigDecimal exact = new BigDecimal(real).setScale(9, RoundingMode.HALF_EVEN);
                assertThat(Json.canonical(real))
                        .isEqualTo(
                                exact.signum() == 0
                                        ? "0"
                                        : exact.stripTrailingZeros().toPlainString());
            }
        }
    }

    @Test
    void aNumberIsTheSameWhoeverHoldsIt() {
        assertThat(List.of(1, 1L, 1.0, 1f, (short) 1, new BigDecimal("1.00"), BigInteger.ONE))
                .allSatisfy(one -> assertThat(Json.canonical(one)).isEqualTo("1"));
        SplittableRandom random = new SplittableRandom(32);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal decimal = BigDecimal.valueOf(random.nextLong(), random.nextInt(0, 25));
            Object read = Json.parse(decimal.toPlainString());
            assertThat(Json.canonical(decimal)).isEqualTo(Json.canonical(read));
        }
        assertThat(Json.canonical(new BigDecimal("9007199254740993"))).isEqualTo("9007199254740993");
    }

    @Test
    void keysAreOrderedByCodePointNotByUtf16Unit() {
        // U+FFFD is above the surrogates of U+1F600 as a unit and below it as a code point.
        Map<String, Object> map = new LinkedHashMap<>();
        for (String key : List.of("😀", "\ufffd", "b", "", "a😀", "a\ufffd", "a", "B", "é", "ab", "\ud7ff", "\ue000")) {
            map.put(key, 1);
        }
        List<String> keys = map.keySet().stream().toList();
        List<String> written =
                Json.parseObject(Json.canonical(map)).keySet().stream().toList();
        assertThat(written)
                .containsExactlyElementsOf(keys.stream()
                        .sorted((x, y) -> Arrays.compareUnsigned(
                                x.getBytes(StandardCharsets.UTF_8), y.getBytes(StandardCharsets.UTF_8)))
                        .toList());
        assertThat(written.indexOf("\ufffd")).isLessThan(written.indexOf("😀"));
    }

    @Test
    void codePointOrderIsTheOrderOfUtf8Bytes() {
        SplittableRandom random = new SplittableRandom(33);
        for (int i = 0; i < 100_000; i++) {
            String one = JsonLawsTest.anyText(random, 4);
            String two = JsonLawsTest.anyText(random, 4);
            assertThat(Integer.signum(JsonWriter.byCodePoint(one, two)))
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(
                            one.getBytes(StandardCharsets.UTF_8), two.getBytes(StandardCharsets.UTF_8))));
        }
    }

    @Test
    void instantsHaveThreeDecimals() {
        assertThat(Json.canonical(Instant.parse("2026-01-01T00:00:00.9999Z")))
                .isEqualTo("\"2026-01-01T00:00:00.999Z\"");
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
