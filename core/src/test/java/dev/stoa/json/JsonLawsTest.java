package dev.stoa.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonLawsTest {
    private static final int CASES = 3_000;

    @Test
    void readingWhatWasWrittenGivesTheValue() {
        SplittableRandom random = new SplittableRandom(41);
        for (int i = 0; i < CASES; i++) {
            Object value = anyValue(random, 4);
            assertThat(Json.parse(Json.write(value))).isEqualTo(value);
            assertThat(Json.parse(Json.pretty(value))).isEqualTo(value);
            assertThat(Json.write(Json.parse(Json.write(value)))).isEqualTo(Json.write(value));
        }
    }

    @Test
    void canonicalIsAFixpoint() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < CASES; i++) {
            Object value = anyValue(random, 4);
            String canonical = Json.canonical(value);
            assertThat(Json.canonical(Json.parse(canonical))).isEqualTo(canonical);
            assertThat(Json.canonical(Json.parse(Json.write(value)))).isEqualTo(canonical);
            assertThat(Json.canonical(Json.parse(Json.pretty(value)))).isEqualTo(canonical);
        }
    }

    @Test
    void canonicalRealsAreAFixpointAtEveryMagnitude() {
        SplittableRandom random = new SplittableRandom(43);
        for (int i = 0; i < 30_000; i++) {
            double real = anyReal(random);
            String canonical = Json.canonical(real);
            assertThat(Json.canonical(Json.parse(canonical))).isEqualTo(canonical);
        }
    }

    @Test
    void theOrderOfKeysDoesNotMatter() {
        SplittableRandom random = new SplittableRandom(44);
        for (int i = 0; i < CASES; i++) {
            Object value = anyValue(random, 4);
            Object shuffled = shuffled(value, new Random(random.nextLong()));
            assertThat(Json.canonical(shuffled)).isEqualTo(Json.canonical(value));
            assertThat(Json.sha256(shuffled)).isEqualTo(Json.sha256(value));
        }
    }

    @Test
    void whatIsKeptIsWhatItsTextSays() {
        SplittableRandom random = new SplittableRandom(47);
        for (int i = 0; i < CASES; i++) {
            Map<String, @Nullable Object> made = new LinkedHashMap<>();
            made.put("z", anyValue(random, 4));
            made.put("real", i % 2 == 0 ? anyReal(random) : (double) random.nextInt(-9, 9));
            made.put("whole", random.nextInt());
            made.put("long", random.nextLong() >> random.nextInt(64));
            made.put("at", Instant.ofEpochMilli(random.nextInt()));
            made.put("decimal", new BigDecimal(BigInteger.valueOf(random.nextInt()), random.nextInt(12)));
            made.put("edge", List.of(1L << 53, -(1L << 53), (1L << 53) - 1, Long.MIN_VALUE, 0x1p53, -0.0, 1e20, 1e300));
            if (i % 2 == 0) {
                made.remove("decimal");
                made.remove("edge");
            }
            if (i % 3 == 0) {
                made.remove("long");
            }
            Map<String, @Nullable Object> read = Json.parseObject(Json.canonical(Json.rounded((Object) made)));
            Map<String, @Nullable Object> kept = Json.kept(made);
            assertThat(kept).isEqualTo(read);
            // In the same order too.
            assertThat(Json.write(kept)).isEqualTo(Json.write(read));
        }
    }

    @Test
    void whatCannotBeReadAgainIsNotKept() {
        Map<String, @Nullable Object> deep = Map.of();
        for (int i = 0; i < 70; i++) {
            deep = Map.of("a", deep);
        }
        List<Map<String, @Nullable Object>> refused = List.of(
                deep,
                Map.of("a", "x".repeat(9 << 20)),
                Map.of("a", List.of("\ud800")),
                Map.of("\udc00", 1),
                Map.of("a", Double.NaN),
                Map.of("a", Map.of(1, 2)),
                Map.of("a", new Object()));
        for (Map<String, @Nullable Object> each : refused) {
            assertThatThrownBy(() -> Json.kept(each)).isInstanceOf(InvalidException.class);
        }
        assertThatThrownBy(() -> Json.kept(Map.of("a", List.of(1))).put("b", 2))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void everyTruncationOfAnObjectIsRefused() {
        SplittableRandom random = new SplittableRandom(45);
        for (int i = 0; i < 40; i++) {
            String text = Json.write(Collections.singletonMap("k", anyValue(random, 3)));
            for (int end = 0; end < text.length(); end++) {
                String part = text.substring(0, end);
                assertThat(refusal(part)).as(part).contains("JSON, line ");
            }
        }
    }

    @Test
    void anyDamageGivesAValueOrARefusalAndNothingElse() {
        SplittableRandom random = new SplittableRandom(46);
        String alphabet = "{}[]\",:\\/u0123456789eE+-.tfn \n\u0000\ud800\udc00é";
        for (int i = 0; i < CASES; i++) {
            StringBuilder text = new StringBuilder(Json.write(anyValue(random, 3)));
            for (int edits = random.nextInt(1, 5); edits > 0; edits--) {
                text.insert(random.nextInt(text.length() + 1), alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String damaged = text.toString();
            if (refusal(damaged).isEmpty()) {
                Object read = Json.parse(damaged);
                assertThat(Json.parse(Json.write(read))).isEqualTo(read);
            }
        }
    }

    @Test
    void deepTextIsRefusedOnASmallStackToo() throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        Runnable work = () -> {
            assertThat(refusal("[".repeat(4_000_000))).contains("deeper than 64");
            assertThat(refusal("{\"a\":[".repeat(1_000_000))).contains("deeper than 64");
            JsonLimits deepest = new JsonLimits(JsonLimits.MAX_DEPTH, 1 << 20);
            assertThat(Json.parse("[".repeat(256) + "]".repeat(256), deepest)).isNotNull();
        };
        Thread thread = new Thread(null, work, "small", 256 << 10);
        thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
        thread.start();
        thread.join();
        assertThat(failures).isEmpty();
    }

    /** Why a text is refused; empty if it is not. Anything but a refusal falls through to the test. */
    private static String refusal(String text) {
        try {
            Json.parse(text);
            return "";
        } catch (InvalidException e) {
            return e.getMessage();
        }
    }

    private static @Nullable Object anyValue(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 10)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextBoolean() ? random.nextLong() : random.nextLong(-100, 100);
            case 3 -> anyReal(random);
            case 4 -> anyText(random, 12);
            case 5 ->
                BigInteger.valueOf(random.nextLong())
                        .add(BigInteger.ONE.shiftLeft(random.nextInt(65, 200)))
                        .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1));
            case 6, 7 -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int n = random.nextInt(5); n > 0; n--) {
                    list.add(anyValue(random, depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (int n = random.nextInt(6); n > 0; n--) {
                    map.put(anyText(random, 5), anyValue(random, depth - 1));
                }
                yield map;
            }
        };
    }

    private static double anyReal(SplittableRandom random) {
        double real = random.nextBoolean()
                ? Double.longBitsToDouble(random.nextLong())
                : random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-12, 20));
        return Double.isFinite(real) ? real : 0.5;
    }

    /** Well-formed text in which escapes, controls and characters beyond the first plane are frequent. */
    static String anyText(SplittableRandom random, int longest) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(longest + 1); n > 0; n--) {
            int codePoint = switch (random.nextInt(6)) {
                case 0 -> random.nextInt(0x20);
                case 1 -> "\"\\/\u007f\u2028".charAt(random.nextInt(5));
                case 2 -> random.nextInt(0x10000, 0x110000);
                case 3 -> random.nextInt(0xE000, 0x10000);
                case 4 -> random.nextInt(0x80, 0xD800);
                default -> random.nextInt('a', 'f');
            };
            text.appendCodePoint(codePoint);
        }
        return text.toString();
    }

    private static @Nullable Object shuffled(@Nullable Object value, Random random) {
        if (value instanceof Map<?, ?> map) {
            List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
            Collections.shuffle(entries, random);
            Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
            entries.forEach(entry -> copy.put(entry.getKey(), shuffled(entry.getValue(), random)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(shuffled(element, random)));
            return copy;
        }
        return value;
    }
}
