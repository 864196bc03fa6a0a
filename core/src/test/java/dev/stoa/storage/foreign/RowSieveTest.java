package dev.stoa.storage.foreign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TakeoverRule;
import dev.stoa.storage.foreign.RowSieve.Column;
import dev.stoa.storage.foreign.RowSieve.Unfit;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of each value of another program's row. */
@Tag("quick")
class RowSieveTest {
    private static final ArchiveSchema SCHEMA = ArchiveSchema.named("notebook")
            .version(1, "entries")
            .takeover(
                    new TakeoverRule.Range("entry", "stars", 1, 5),
                    TakeoverRule.unit("entry", "score"),
                    new TakeoverRule.Word("entry", "mood", Set.of("calm", "cross"), "calm"),
                    new TakeoverRule.Word("entry", "state", Set.of("open", "shut"), null))
            .build();

    private final RowSieve sieve = new RowSieve(SCHEMA, Instant.parse("2026-11-15T08:30:00.123Z"));

    private static Column column(String name, String type) {
        return new Column("entry", name, type, false, null, false);
    }

    private static Column needed(String name, String type, @Nullable String byDefault) {
        return new Column("entry", name, type, true, byDefault, false);
    }

    private static Column key(String type) {
        return new Column("entry", "id", type, true, null, true);
    }

    private @Nullable Object fit(String name, String type, @Nullable Object value) throws Unfit {
        return sieve.fit(column(name, type), value);
    }

    @Test
    void nothingStaysNothingButInAKey() throws Unfit {
        assertThat(fit("body", "TEXT", null)).isNull();
        assertThatThrownBy(() -> sieve.fit(key("INTEGER"), null)).hasMessage("id is its key and has no value");
    }

    @ParameterizedTest
    @CsvSource({
        "2025-10-31T12:34:56.789Z, 2025-10-31T12:34:56.789Z",
        "1735689600, 2025-01-01T00:00:00.000Z",
        "soon, 2026-11-15T08:30:00.123Z"
    })
    void aTimeIsRewrittenAndOneThatIsNoneBecomesThePresent(String text, String expected) throws Unfit {
        assertThat(fit("made_at", "TEXT", text)).isEqualTo(expected);
        assertThat(fit("timestamp", "", text.getBytes(UTF_8))).isEqualTo(expected);
    }

    @Test
    void aNumberOfSecondsIsATimeInAColumnOfTimesAlone() throws Unfit {
        assertThat(fit("made_at", "REAL", 1735689600.5)).isEqualTo("2025-01-01T00:00:00.500Z");
        assertThat(fit("attention", "REAL", 1735689600.5)).isEqualTo(1735689600.5);
    }

    @Test
    void aWholeNumberIsReadFromWhatMeansOneAndBounded() throws Unfit {
        assertThat(fit("count", "INTEGER", 7L)).isEqualTo(7L);
        assertThat(fit("count", "integer", 6.6)).isEqualTo(7L);
        assertThat(fit("count", "BIGINT", " 12 ")).isEqualTo(12L);
        assertThat(fit("count", "BOOLEAN", "True")).isEqualTo(1L);
        assertThat(fit("count", "BOOLEAN", " FALSE")).isEqualTo(0L);
        assertThat(fit("count", "INTEGER", -1L)).isEqualTo(0L);
        assertThat(fit("count", "INTEGER", Integer.MAX_VALUE + 1L)).isEqualTo((long) Integer.MAX_VALUE);
        assertThat(fit("stars", "INTEGER", 0L)).isEqualTo(1L);
        assertThat(fit("stars", "INTEGER", 9L)).isEqualTo(5L);
        assertThat(sieve.fit(new Column("other", "stars", "INTEGER", false, null, false), 9L))
                .isEqualTo(9L);
    }

    @Test
    void aKeyIsWithinWhatBothDatabasesTellApart() throws Unfit {
        assertThat(sieve.fit(key("INTEGER"), 1L)).isEqualTo(1L);
        assertThat(sieve.fit(key("INTEGER"), 1L << 53)).isEqualTo(1L << 53);
        for (long beyond : new long[] {0, -1, (1L << 53) + 1}) {
            assertThatThrownBy(() -> sieve.fit(key("INTEGER"), beyond))
                    .hasMessage("id is its key and " + beyond + " is not within 1 to 9007199254740992");
        }
    }

    @Test
    void aRealIsBounded() throws Unfit {
        assertThat(fit("weight", "REAL", -2.5)).isEqualTo(-2.5);
        assertThat(fit("weight", "DECIMAL(4)", "2.5")).isEqualTo(2.5);
        assertThat(fit("weight", "FLOAT", true + "")).isEqualTo(1.0);
        assertThat(fit("weight", "FLOAT", "false")).isEqualTo(0.0);
        assertThat(fit("weight", "DOUBLE", 1e300)).isEqualTo(1e15);
        assertThat(fit("weight", "REAL", -1e300)).isEqualTo(-1e15);
        assertThat(fit("score", "REAL", 1.5)).isEqualTo(1.0);
        assertThat(fit("score", "REAL", -0.5)).isEqualTo(0.0);
    }

    @Test
    void whatIsNoNumberBecomesTheDefaultOfItsColumnOrSetsItsRowAside() throws Unfit {
        for (String type : new String[] {"INTEGER", "REAL"}) {
            String wanted = type.equals("REAL") ? "a number" : "a whole number";
            for (Object wrong : new Object[] {"many", new byte[3], Double.NaN}) {
                assertThat(fit("count", type, wrong)).isNull();
                assertThat(sieve.fit(needed("count", type, "4.5"), wrong)).isEqualTo(4.5);
                assertThat(sieve.fit(new Column("entry", "count", type, false, "4.5", false), wrong))
                        .isEqualTo(4.5);
                assertThatThrownBy(() -> sieve.fit(needed("count", type, null), wrong))
                        .isInstanceOf(Unfit.class)
                        .hasMessageContaining("is not " + wanted);
                assertThatThrownBy(() -> sieve.fit(needed("count", type, "'none'"), wrong))
                        .isInstanceOf(Unfit.class);
                assertThatThrownBy(() -> sieve.fit(new Column("entry", "id", type, false, "4.5", true), wrong))
                        .isInstanceOf(Unfit.class);
            }
        }
    }

    @Test
    void aTextIsReadFromBytesAndHasNoCharacterZero() throws Unfit {
        assertThat(fit("body", "TEXT", "one")).isEqualTo("one");
        assertThat(fit("body", "TEXT", "größe".getBytes(UTF_8))).isEqualTo("größe");
        assertThat(fit("body", "TEXT", "a\0b")).isEqualTo("a\uFFFDb");
        assertThat(fit("body", "TEXT", 7L)).isEqualTo(7L);
        assertThatThrownBy(() -> fit("body", "TEXT", new byte[] {'a', 'b', (byte) 0xff}))
                .hasMessage("body is not UTF-8 at byte 3");
        byte[] bytes = {1, 2, (byte) 0xff};
        assertThat(fit("body", "BLOB", bytes)).isSameAs(bytes);
    }

    @Test
    void aTextIsAsLongAsItsColumnAllowsInCharacters() throws Unfit {
        assertThat(fit("body", "VARCHAR(3)", "a😀b")).isEqualTo("a😀b");
        assertThatThrownBy(() -> fit("body", "VARCHAR(3)", "abcd")).hasMessage("body has more than 3 characters");
    }

    @Test
    void aKeyOfTextFitsAnIndex() throws Unfit {
        assertThat(sieve.fit(key("TEXT"), "ö".repeat(1_000))).isEqualTo("ö".repeat(1_000));
        assertThatThrownBy(() -> sieve.fit(key("TEXT"), "ö".repeat(1_000) + "x"))
                .hasMessage("id is its key and has more than 2000 bytes");
        assertThat(fit("body", "TEXT", "x".repeat(2_001))).isEqualTo("x".repeat(2_001));
    }

    @Test
    void aWordIsOneOfItsColumn() throws Unfit {
        assertThat(fit("mood", "TEXT", "cross")).isEqualTo("cross");
        assertThat(fit("mood", "TEXT", "angry")).isEqualTo("calm");
        assertThat(fit("state", "TEXT", "open")).isEqualTo("open");
        assertThatThrownBy(() -> fit("state", "TEXT", "ajar")).hasMessage("state ajar is none of open, shut");
    }

    @Test
    void aDocumentIsJsonOfTheFormThatItsColumnHas() throws Unfit {
        assertThat(fit("metadata", "TEXT", "{\"a\": 1}")).isEqualTo("{\"a\": 1}");
        assertThat(fit("metadata", "TEXT", "[1]")).isEqualTo("{\"imported\":\"[1]\"}");
        assertThat(fit("metadata", "TEXT", "{a")).isEqualTo("{\"imported\":\"{a\"}");
        assertThat(fit("tags", "TEXT", "[\"a\"]")).isEqualTo("[\"a\"]");
        assertThat(fit("tags", "TEXT", "a, b")).isEqualTo("\"a, b\"");
        assertThat(fit("tags", "TEXT", "[\"a\\u0000b\"]")).isEqualTo("[\"a\uFFFDb\"]");
        assertThat(fit("body", "TEXT", "{a")).isEqualTo("{a");
    }

    @Test
    void aValueIsShownCutAndBytesByTheirNumber() {
        assertThat(RowSieve.shown(null)).isEqualTo("null");
        assertThat(RowSieve.shown(new byte[3])).isEqualTo("3 bytes");
        assertThat(RowSieve.shown("x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(RowSieve.shown("x".repeat(201))).isEqualTo("x".repeat(200) + "… (201 characters)");
    }
}
