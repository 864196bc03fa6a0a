package dev.stoa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import dev.stoa.storage.Durability;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class SettingTypeTest {
    @Test
    void integersAreBounded() {
        SettingType<Integer> type = SettingType.integer(1, 64);
        assertThat(type.read(1L)).isEqualTo(1);
        assertThat(type.read(64L)).isEqualTo(64);
        assertThat(type.read(type.fromText(" 7 "))).isEqualTo(7);
        assertThat(type.plain(7)).isEqualTo(7L);
        refused(type, 0L, "must be an integer from 1 to 64, was 0");
        refused(type, 65L, "must be an integer from 1 to 64, was 65");
        refused(type, Long.MAX_VALUE, "must be an integer from 1 to 64, was 9223372036854775807");
        refused(type, 4.0, "must be an integer from 1 to 64, was 4.0");
        refused(type, "4", "must be an integer from 1 to 64, was \"4\"");
        refused(type, true, "must be an integer from 1 to 64, was true");
        refused(type, type.fromText("many"), "must be an integer from 1 to 64, was \"many\"");
        refused(type, type.fromText("99999999999999999999"), "was \"99999999999999999999\"");
    }

    @Test
    void realsTakeIntegersTooButNoNaN() {
        SettingType<Double> type = SettingType.real(0, 2);
        assertThat(type.read(0.5)).isEqualTo(0.5);
        assertThat(type.read(1L)).isEqualTo(1.0);
        assertThat(type.read(type.fromText("1e-3"))).isEqualTo(0.001);
        assertThat(type.plain(0.5)).isEqualTo(0.5);
        refused(type, 2.1, "must be a number from 0.0 to 2.0, was 2.1");
        refused(type, Double.NaN, "must be a number from 0.0 to 2.0, was NaN");
        refused(type, type.fromText("NaN"), "was NaN");
        refused(type, type.fromText("x"), "was \"x\"");
    }

    @Test
    void secondsBecomeDurations() {
        SettingType<Duration> type = SettingType.seconds(1, 600);
        assertThat(type.read(30L)).isEqualTo(Duration.ofSeconds(30));
        assertThat(type.read(type.fromText("600"))).isEqualTo(Duration.ofMinutes(10));
        assertThat(type.plain(Duration.ofMinutes(1))).isEqualTo(60L);
        refused(type, 601L, "must be a whole number of seconds from 1 to 600, was 601");
        refused(type, type.plain(Duration.ofMillis(1500)), "was \"PT1.5S\"");
    }

    @Test
    void flagsAreTrueOrFalse() {
        SettingType<Boolean> type = SettingType.flag();
        assertThat(type.read(true)).isTrue();
        assertThat(type.read(type.fromText("false"))).isFalse();
        assertThat(type.read(type.fromText("true"))).isTrue();
        assertThat(type.plain(true)).isEqualTo(true);
        refused(type, type.fromText("yes"), "must be true or false, was \"yes\"");
        refused(type, 1L, "must be true or false, was 1");
    }

    @Test
    void textIsNotBlankAndBoundedInCodePoints() {
        SettingType<String> type = SettingType.text(3);
        assertThat(type.read("abc")).isEqualTo("abc");
        assertThat(type.read("😀😀😀")).isEqualTo("😀😀😀");
        assertThat(type.plain("a")).isEqualTo("a");
        refused(type, "", "must be text of 1 to 3 characters, was \"\"");
        refused(type, "abcd", "must be text of 1 to 3 characters, was \"abcd\"");
        refused(type, LocalDate.of(2026, 1, 2), "was 2026-01-02");
    }

    @Test
    void listsOfTextComeFromCommasToo() {
        SettingType<List<String>> type = SettingType.texts();
        assertThat(type.read(List.of("a", "b"))).containsExactly("a", "b");
        assertThat(type.read(type.fromText("a, b,,c "))).containsExactly("a", "b", "c");
        assertThat(type.plain(List.of("a"))).isEqualTo(List.of("a"));
        refused(type, "a", "must be a list of texts, was \"a\"");
        refused(type, List.of("a", 2L), "must be a list of texts, was a list of 2");
    }

    @Test
    void tablesOfTextKeepTheirOrder() {
        SettingType<Map<String, String>> type = SettingType.textTable();
        Map<String, String> table = new LinkedHashMap<>();
        table.put("Z", "1");
        table.put("A", "2");
        assertThat(type.read(table).keySet()).containsExactly("Z", "A");
        assertThat(type.plain(table)).isEqualTo(table);
        refused(type, Map.of("A", 1L), "must be a table of texts, was a table of 1");
        refused(type, type.fromText("A=1"), "must be a table of texts, was \"A=1\"");
    }

    @Test
    void choicesSuggestTheNearest() {
        SettingType<Durability> type = SettingType.choice(Durability.class);
        assertThat(type.read("normal")).isEqualTo(Durability.NORMAL);
        assertThat(type.read(type.fromText("full"))).isEqualTo(Durability.FULL);
        assertThat(type.plain(Durability.FULL)).isEqualTo("full");
        refused(type, "ful", "must be \"normal\" or \"full\", was \"ful\"; did you mean \"full\"?");
        refused(type, "off", "must be \"normal\" or \"full\", was \"off\"");
        refused(type, 1L, "must be \"normal\" or \"full\", was 1");
    }

    @Test
    void anOptionalIsEmptyAsEmptyText() {
        SettingType<Optional<Integer>> type = SettingType.optional(SettingType.integer(1, 9));
        assertThat(type.read("")).isEmpty();
        assertThat(type.read(3L)).contains(3);
        assertThat(type.read(type.fromText("3"))).contains(3);
        assertThat(type.plain(Optional.empty())).isEqualTo("");
        assertThat(type.plain(Optional.of(3))).isEqualTo(3L);
        assertThat(type.expected()).isEqualTo("an integer from 1 to 9, or \"\" for none");
        refused(type, 10L, "must be an integer from 1 to 9, was 10");
    }

    @Test
    void whatIsReadCannotBeChanged() {
        List<String> texts = SettingType.texts().read(List.of("a"));
        Map<String, String> table = SettingType.textTable().read(Map.of("a", "b"));
        assertThat(texts).isUnmodifiable();
        assertThat(table).isUnmodifiable();
    }

    @Test
    void aRefusedValueIsShownInOneShortLine() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> SettingType.flag().read("a\nb\u0000" + "c".repeat(10_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(120).doesNotContain("\n", "\u0000"));
    }

    private static void refused(SettingType<?> type, Object plain, String message) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> type.read(plain))
                .withMessageEndingWith(message)
                .satisfies(e -> assertThat(e.code()).isEqualTo("invalid_config"));
    }
}
