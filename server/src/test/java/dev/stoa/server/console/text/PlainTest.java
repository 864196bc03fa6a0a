package dev.stoa.server.console.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Foreign text in lists, titles and logs. */
class PlainTest {
    @Test
    void aRightToLeftOverrideInANameIsABox() {
        assertThat(Plain.of("ana\u202Egpj.exe")).isEqualTo("ana⟦RLO⟧gpj.exe");
        assertThat(Plain.of("\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u2066\u2067\u2068\u2069\u2028\u2029"))
                .isEqualTo("⟦ALM⟧⟦LRM⟧⟦RLM⟧⟦LRE⟧⟦RLE⟧⟦PDF⟧⟦LRO⟧⟦LRI⟧⟦RLI⟧⟦FSI⟧⟦PDI⟧⟦LS⟧⟦PS⟧");
    }

    @Test
    void everyControlIsABoxAndALineEndABlank() {
        for (int c = 0; c < 0xA0; c++) {
            String shown = Plain.of(Character.toString(c));
            assertThat(shown.codePoints().noneMatch(Character::isISOControl)).isTrue();
            assertThat(shown.startsWith("⟦")).isEqualTo(Character.isISOControl(c) && c != '\n' && c != '\t');
        }
        assertThat(Plain.of("a\r\nb\nc\td\re")).isEqualTo("a b c d⟦CR⟧e");
    }

    @Test
    void lettersOfEveryScriptAndEmojiStay() {
        String text = "Ünïcode שלום مرحبا 漢字 👩‍👩‍👧 e\u0301 <b>&amp;";
        assertThat(Plain.of(text)).isEqualTo(text);
        assertThat(Plain.lines(text)).isEqualTo(text);
    }

    @Test
    void tagsThatSpellAHiddenTextAreSeen() {
        assertThat(Plain.of("a\uDB40\uDC41\uD83F\uDFFF\uFDD0")).isEqualTo("a⟦U+E0041⟧⟦U+1FFFF⟧⟦U+FDD0⟧");
    }

    @Test
    void aLongTextIsCutBetweenCharacters() {
        assertThat(Plain.of("abc", 3)).isEqualTo("abc");
        assertThat(Plain.of("abcd", 3)).isEqualTo("ab…");
        assertThat(Plain.of("😀😀😀", 3)).isEqualTo("😀😀😀");
        assertThat(Plain.of("😀😀😀😀", 3)).isEqualTo("😀😀…");
        assertThat(Plain.of("a\r\nbc", 4)).isEqualTo("a bc");
        assertThat(Plain.of("ab", 1)).isEqualTo("…");
        assertThat(Plain.of("", 1)).isEmpty();
        assertThatThrownBy(() -> Plain.of("a", 0)).hasMessageContaining("below 1");
    }

    @Test
    void aBoxIsShownWholeOrNotAtAll() {
        assertThat(Plain.of("a\u202Eb", 7)).isEqualTo("a⟦RLO⟧b");
        assertThat(Plain.of("a\u202Ebc", 7)).isEqualTo("a⟦RLO⟧…");
        assertThat(Plain.of("a\u202Ebc", 6)).isEqualTo("a…");
        assertThat(Plain.of("\0".repeat(1_000), 240).length()).isLessThanOrEqualTo(240);
    }

    @Test
    void controlCodesOfALogDoNothing() {
        assertThat(Plain.lines("a\u001b[2Jb\r\n\tc\bd")).isEqualTo("a⟦ESC⟧[2Jb\n\tc⟦BS⟧d");
    }

    @Test
    void aGlimpseCountsACharacterOfAWordOrASyllableAsTheLettersThatWouldWriteIt() {
        assertThat(Plain.glimpse("abcd", 3)).isEqualTo("ab…");
        assertThat(Plain.glimpse("когда", 5)).isEqualTo("когда");
        assertThat(Plain.glimpse("門は開く", 12)).isEqualTo("門は開く");
        assertThat(Plain.glimpse("門は開くか", 12)).isEqualTo("門は開…");
        assertThat(Plain.glimpse("문이열렸다", 8)).isEqualTo("문이열…");
        assertThat(Plain.glimpse("😀😀😀", 6)).isEqualTo("😀😀😀");
        assertThat(Plain.glimpse("门", 1)).isEqualTo("…");
        assertThat(Plain.glimpse("a\u202Ebc", 7)).isEqualTo("a⟦RLO⟧…");
    }
}
