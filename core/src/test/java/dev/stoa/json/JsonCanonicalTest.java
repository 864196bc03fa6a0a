package dev.stoa.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
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
    void aTextThatIsKnownIsWrittenUnderItsKeyOfTheOutermostObjectAlone() {
        Map<String, Object> object = Map.of("b", Map.of("data", 2), "data", Map.of("y", 1, "x", 2), "a", 1);
        assertThat(Json.canonical(object, "data", "{\"x\":2,\"y\":1}"))
                .isEqualTo("{\"a\":1,\"b\":{\"data\":2},\"data\":{\"x\":2,\"y\":1}}")
                .isEqualTo(Json.canonical(object));
    }

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

    /** Appendix B of RFC 8785: the bits of a double, and how it is written. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2",
    })
    void numbersAreThoseOfTheAppendixOfRfc8785(String bits, String expected) {
        assertThat(Json.canonical(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16))))
                .isEqualTo(expected);
    }

    @Test
    void theSampleOfRfc8785IsWrittenAsItSays() {
        assertThat(Json.canonical(Json.parse("""
                {
                  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }""")))
                .isEqualTo("{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void theKeysOfTheSampleOfRfc8785AreInItsOrder() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (String key : List.of("€", "\r", "\ufb33", "1", "😀", "\u0080", "ö")) {
            map.put(key, 1);
        }
        assertThat(Json.parseObject(Json.canonical(map)).keySet())
                .containsExactly("\r", "1", "\u0080", "ö", "€", "😀", "\ufb33");
    }

    @Test
    void aCanonicalNumberHasTheFewestDigitsThatAreReadAsIt() {
        SplittableRandom random = new SplittableRandom(31);
        for (int i = 0; i < 50_000; i++) {
            double real = Double.longBitsToDouble(random.nextLong());
            if (i % 2 == 0) {
                real = random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-12, 25));
            }
            if (!Double.isFinite(real)) {
                continue;
            }
            String written = Json.canonical(real);
            assertThat(Double.parseDouble(written)).isEqualTo(real == 0 ? 0.0 : real);
            assertThat(written).isEqualTo(ecma(real));
        }
    }

    /** Number::toString of ECMAScript by its definition: fewest digits, then the closest; slow and plain. */
    private static String ecma(double real) {
        if (real == 0) {
            return "0";
        }
        if (real < 0) {
            return "-" + ecma(-real);
        }
        BigDecimal exact = new BigDecimal(real);
        for (int precision = 1; ; precision++) {
            BigDecimal near = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
            if (near.doubleValue() != real) {
                continue;
            }
            String s = near.unscaledValue().toString().replaceAll("0+$", "");
            int k = s.length();
            int n = near.precision() - near.scale();
            if (k <= n && n <= 21) {
                return s + "0".repeat(n - k);
            }
            if (0 < n && n <= 21) {
                return s.substring(0, n) + "." + s.substring(n);
            }
            if (-6 < n && n <= 0) {
                return "0." + "0".repeat(-n) + s;
            }
            String exponent = (n > 0 ? "e+" : "e-") + Math.abs(n - 1);
            return k == 1 ? s + exponent : s.charAt(0) + "." + s.substring(1) + exponent;
        }
    }

    @Test
    void realsAreRoundedHalfEvenToNineDecimalsWhenTheyAreMade() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 20_000; i++) {
            double middle = (random.nextLong(1L << random.nextInt(1, 50)) + 0.5) / 1e9;
            for (double real : new double[] {middle, Math.nextUp(middle), Math.nextDown(middle), -middle}) {
                double exact =
                        new BigDecimal(real).setScale(9, RoundingMode.HALF_EVEN).doubleValue();
                assertThat(Json.rounded(real)).isEqualTo(exact == 0 ? 0.0 : exact);
            }
        }
        assertThat(Json.canonical(Json.kept(Json.object("a", List.of(1.0 / 3, 1e-12), "b", Map.of("c", 2.0 / 3)))))
                .isEqualTo("{\"a\":[0.333333333,0],\"b\":{\"c\":0.666666667}}");
        assertThat(Json.canonical(1.0 / 3)).isEqualTo("0.3333333333333333");
    }

    @Test
    void aNumberIsTheSameInEveryTypeThatHoldsIt() {
        assertThat(List.of(1, 1L, 1.0, 1f, (short) 1, new BigDecimal("1.00"), BigInteger.ONE))
                .allSatisfy(one -> assertThat(Json.canonical(one)).isEqualTo("1"));
        SplittableRandom random = new SplittableRandom(32);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal decimal = BigDecimal.valueOf(random.nextLong(), random.nextInt(0, 25));
            Object read = Json.parse(decimal.toPlainString());
            assertThat(Json.canonical(decimal)).isEqualTo(Json.canonical(read));
        }
        assertThat(Json.canonical(9007199254740993L)).isEqualTo("9007199254740992");
        assertThat(Json.canonical(2912005203870739416L)).isEqualTo("2912005203870739500");
    }

    @Test
    void wholeNumbersThatADoubleCannotHoldAreHashedAsText() {
        assertThat(Json.exact(9007199254740991L)).isEqualTo(9007199254740991L);
        assertThat(Json.exact(9007199254740992L)).isEqualTo("9007199254740992");
        assertThat(Json.exact(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
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
