package dev.stoa.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import dev.stoa.storage.TimeForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class JsonTest {
    @Test
    void aDocumentBecomesPlainValuesInItsOrder() {
        Map<String, @Nullable Object> read = Json.parseObject("""
                {"z": 1, "a": [true, false, null, "x", 2.5], "m": {}, "big": 9223372036854775808, "least": -9223372036854775808}
                """);
        assertThat(read.keySet()).containsExactly("z", "a", "m", "big", "least");
        assertThat(read)
                .containsEntry("z", 1L)
                .containsEntry("a", Arrays.asList(true, false, null, "x", 2.5))
                .containsEntry("m", Map.of())
                .containsEntry("big", new BigInteger("9223372036854775808"))
                .containsEntry("least", Long.MIN_VALUE);
    }

    @Test
    void scalarsAreDocumentsToo() {
        assertThat(Json.parse(" null ")).isNull();
        assertThat(Json.parse("\t\"a\\u00e9\\n\\ud83d\\ude00\"\r\n")).isEqualTo("aé\n😀");
        assertThat(Json.parse("-0")).isEqualTo(0L);
        assertThat(Json.parse("1E2")).isEqualTo(100.0);
        assertThat(Json.parse("-0.0")).isEqualTo(-0.0);
        assertThat(Json.parse("5e-324")).isEqualTo(Double.MIN_VALUE);
        assertThat(Json.parse("1e-9999")).isEqualTo(0.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''           | 1 | 1 | empty",
                "'  '         | 1 | 3 | empty",
                "{            | 1 | 2 | ends too early",
                "[1,2         | 1 | 5 | ends too early",
                "-            | 1 | 2 | ends too early",
                "[\"ab        | 1 | 5 | ends too early",
                "{\"a\":1,}   | 1 | 8 | unexpected character",
                "[1,,2]       | 1 | 4 | unexpected character",
                "{\"a\" 1}    | 1 | 6 | colon",
                "{a:1}        | 1 | 2 | double-quote",
                "[1] 2        | 1 | 5 | follows the end",
                "1 {          | 1 | 3 | follows the end",
                "NaN          | 1 | 4 | non-standard token",
                "[Infinity]   | 1 | 10 | token",
                "[01]         | 1 | 3 | Leading zeroes",
                "[+1]         | 1 | 3 | plus signs",
                "[1.]         | 1 | 3 | Decimal point",
                "[.5]         | 1 | 2 | unexpected character",
                "tru          | 1 | 1 | unrecognized token",
                "[1e400]      | 1 | 2 | beyond the largest double",
                "[-1e400]     | 1 | 2 | beyond the largest double",
                "/*c*/1       | 1 | 1 | comment",
                "\"\\x\"      | 1 | 3 | escape",
                "\"\\ud800\"  | 1 | 1 | unpaired surrogate",
                "\"\\udc00\\ud800\" | 1 | 1 | unpaired surrogate",
                "{\"\\ud800\":1} | 1 | 9 | surrogate",
                "{\"a\":1,\"b\":2,\"a\":1} | 1 | 14 | key \"a\" occurs twice",
                "{\"a\":null,\"a\":null} | 1 | 11 | key \"a\" occurs twice",
                "{\"a\":1,\"\\u0061\":2} | 1 | 8 | key \"a\" occurs twice",
                "]            | 1 | 1 | unexpected close marker",
                "[1}          | 1 | 3 | unexpected close marker '}': expected ']'",
                "{\"a\":[1,2} | 1 | 10 | unexpected close marker '}': expected ']'",
                "[0x1f]       | 1 | 3 | unexpected character ('x'",
            })
    void whatIsNotOneStrictDocumentIsRefusedWithItsPlace(String text, int line, int column, String reason) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse(text))
                .withMessageStartingWith("JSON, line " + line + ", column " + column + ": ")
                .withMessageContaining(reason)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("`", "Feature", "Source", "Jackson"))
                .satisfies(e -> assertThat(e.code()).isEqualTo("invalid"));
    }

    @Test
    void thePlaceCountsLines() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse("{\n  \"a\": 1,\n  \"a\": 2\n}"))
                .withMessage("JSON, line 3, column 3: key \"a\" occurs twice");
    }

    @Test
    void depthIsBounded() {
        assertThat(Json.parse("[".repeat(64) + "]".repeat(64))).isInstanceOf(List.class);
        for (String open : new String[] {"[", "{\"a\":"}) {
            for (int depth : new int[] {65, 1_000, 500_000}) {
                assertThatExceptionOfType(InvalidException.class)
                        .isThrownBy(() -> Json.parse(open.repeat(depth)))
                        .withMessageContaining("nesting is deeper than 64");
            }
        }
        JsonLimits shallow = new JsonLimits(2, 100);
        assertThat(Json.parse("[{}]", shallow)).isEqualTo(List.of(Map.of()));
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parseObject("{\"a\":{\"b\":[]}}", shallow))
                .withMessage("JSON, line 1, column 11: nesting is deeper than 2");
        JsonLimits deepest = new JsonLimits(JsonLimits.MAX_DEPTH, 10_000);
        assertThat(Json.parse("[".repeat(256) + "]".repeat(256), deepest)).isInstanceOf(List.class);
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse("[".repeat(257) + "]".repeat(257), deepest))
                .withMessageContaining("deeper than 256");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "語", "😀"})
    void sizeIsBoundedInBytesOfUtf8(String letter) {
        String text = "\"" + letter.repeat(30) + "\"";
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        assertThat(Json.parse(text, new JsonLimits(1, bytes))).isEqualTo(letter.repeat(30));
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse(text, new JsonLimits(1, bytes - 1)))
                .withMessage("JSON of " + bytes + " bytes is above " + (bytes - 1));
    }

    @Test
    void hugeTextAndHugeNumbersAreRefused() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse(" ".repeat((8 << 20) + 1)))
                .withMessageContaining("above 8388608");
        assertThat(Json.parse("1" + "0".repeat(999))).isEqualTo(BigInteger.TEN.pow(999));
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse("1" + "0".repeat(1_000)))
                .withMessageContaining("exceeds the maximum allowed (1000");
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> Json.parse("1e999999999999"));
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse("{\"" + "k".repeat(100_000) + "\":1}"))
                .withMessageContaining("name");
    }

    @Test
    void limitsThatCannotWorkAreRefused() {
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> new JsonLimits(0, 1));
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> new JsonLimits(257, 1));
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> new JsonLimits(1, 0));
    }

    @Test
    void anObjectOrAnArrayCanBeAskedFor() {
        assertThat(Json.parseObject("{}")).isEmpty();
        assertThat(Json.parseArray("[1,null]")).containsExactly(1L, null);
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parseObject("[]"))
                .withMessage("JSON is not an object");
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parseArray("null"))
                .withMessage("JSON is not an array");
    }

    @Test
    void whatIsReadIsUnmodifiable() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> Json.parseObject("{\"a\":1}").put("b", 2));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> Json.parseArray("[1]").add(2));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> Json.object("a", 1).put("b", 2));
    }

    @Test
    void valuesAreWrittenCompactAndInOrder() {
        Map<String, @Nullable Object> value = Json.object(
                "z",
                1,
                "a",
                List.of(true, 2.5, "x\"\\/"),
                "none",
                null,
                "at",
                Instant.parse("2026-01-01T00:00:00.1239Z"));
        assertThat(Json.write(value))
                .isEqualTo(
                        "{\"z\":1,\"a\":[true,2.5,\"x\\\"\\\\/\"],\"none\":null,\"at\":\"2026-01-01T00:00:00.123Z\"}");
        assertThat(Json.write(List.of((short) 1, (byte) 2, 3L, 0.5f, new BigDecimal("1.10"), new BigDecimal("1E+3"))))
                .isEqualTo("[1,2,3,0.5,1.10,1000]");
        assertThat(Json.write(BigInteger.TWO.pow(70))).isEqualTo("1180591620717411303424");
    }

    @Test
    void prettyIsForPeople() {
        assertThat(Json.pretty(Json.object("a", List.of(1, Json.object("b", null)), "c", List.of(), "d", Map.of())))
                .isEqualTo("""
                        {
                          "a": [
                            1,
                            {
                              "b": null
                            }
                          ],
                          "c": [],
                          "d": {}
                        }""");
    }

    @Test
    void onlyWhatMustBeIsEscaped() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0x20; c++) {
            all.append(c);
        }
        assertThat(Json.write(all.append("\"\\/\u007f\u2028é語😀").toString()))
                .isEqualTo(
                        "\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f"
                                + "\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c"
                                + "\\u001d\\u001e\\u001f\\\"\\\\/\u007f\u2028é語😀\"");
    }

    @Test
    void whatHasNoJsonFormIsRefusedUnderItsKey() {
        refused(Json.object("score", Double.NaN), "under \"score\": the number NaN has no JSON form");
        refused(List.of(Float.POSITIVE_INFINITY), "the number Infinity has no JSON form");
        refused(Json.object("wait", Duration.ZERO), "under \"wait\": a Duration has no JSON form");
        refused(TimeForm.UTC_MILLIS, "has no JSON form");
        refused(new JsonLimits(1, 1), "a JsonLimits has no JSON form");
        refused(Map.of(1, 2), "key 1 of an object is not text");
        refused("\ud800", "text has an unpaired surrogate");
        refused("a\udc00b", "text has an unpaired surrogate");
        refused(Map.of("\ud83d", 1), "text has an unpaired surrogate");
        refused(new BigDecimal("1E+1000000000"), "1000000001 digits, above 1000");
        refused(new BigDecimal("1E-1000000000"), "1000000000 digits, above 1000");
        refused(BigInteger.TEN.pow(1_000), "1001 digits, above 1000");
    }

    @Test
    void aNullKeyIsRefused() {
        Map<@Nullable String, Object> map = new HashMap<>();
        map.put(null, 1);
        refused(map, "key null of an object is not text");
    }

    @Test
    void aValueThatContainsItselfIsRefused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        refused(list, "the value is nested deeper than 64");
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("me", map);
        refused(map, "under \"me\": the value is nested deeper than 64");
    }

    @Test
    void theBuilderKeepsOrderAndNullsAndRefusesMistakes() {
        assertThat(Json.object()).isEmpty();
        assertThat(Json.object("b", null, "a", 1).keySet()).containsExactly("b", "a");
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> Json.object("a"));
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> Json.object(1, 2));
        assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> Json.object("a", 1, "a", 2));
    }

    private static void refused(Object value, String message) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.write(value))
                .withMessageEndingWith(message);
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.canonical(value))
                .withMessageEndingWith(message);
    }

    @Test
    void anObjectWithMoreFieldsThanTheLimitIsRefused() {
        JsonLimits two = new JsonLimits(2, 100, 2);

        assertThat(Json.parse("{\"a\":{\"a\":1,\"b\":2},\"b\":3}", two)).isInstanceOf(Map.class);
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Json.parse("{\"a\":1,\"b\":2,\"c\":3}", two))
                .withMessageContaining("an object has more than 2 fields");
    }
}
