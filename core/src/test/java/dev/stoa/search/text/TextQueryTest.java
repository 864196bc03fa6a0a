package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class TextQueryTest {
    @Test
    void termsAreQuotedAndJoined() {
        TextQuery any = TextQuery.any("Which files does the WAL need?");
        assertThat(any.terms()).containsExactly("files", "wal", "need");
        assertThat(any.dropped()).containsExactly("which", "does", "the");
        assertThat(any.fts5()).isEqualTo("\"files\" OR \"wal\" OR \"need\"");
        assertThat(any.tsquery()).isEqualTo("'files' | 'wal' | 'need'");

        TextQuery all = TextQuery.all("WAL NEAR need");
        assertThat(all.fts5()).isEqualTo("\"wal\" AND \"near\" AND \"need\"");
        assertThat(all.tsquery()).isEqualTo("'wal' & 'near' & 'need'");
    }

    @Test
    void aPrefixQueryStarsTheLastOrEachTerm() {
        TextQuery query = TextQuery.any("wal fi");
        assertThat(query.prefixLast().fts5()).isEqualTo("\"wal\" OR \"fi\" *");
        assertThat(query.prefixLast().tsquery()).isEqualTo("'wal' | 'fi':*");
        assertThat(query.prefixEach().fts5()).isEqualTo("\"wal\" * OR \"fi\" *");
        assertThat(query.prefixEach().tsquery()).isEqualTo("'wal':* | 'fi':*");
    }

    @Test
    void columnsAreNamedBeforeTheTerms() {
        assertThat(TextQuery.any("wal file").fts5("title", "snippet"))
                .isEqualTo("{title snippet} : (\"wal\" OR \"file\")");
        assertThatThrownBy(() -> TextQuery.any("wal").fts5("title", "a} : b"))
                .isInstanceOf(InvalidException.class)
                .hasMessage("column 'a} : b' is not a plain SQL name");
    }

    @Test
    void aTextWithoutSearchableWordsIsSeenAsSuch() {
        for (String text : new String[] {"", " ", "the of and", "?!", "\ud83d\ude00", "\u0000", "\ud800", "*"}) {
            TextQuery query = TextQuery.all(text).prefixEach();
            assertThat(query.isEmpty()).isTrue();
            assertThat(query.terms()).isEmpty();
            assertThat(query.fts5()).isEqualTo("\"\"").isEqualTo(query.fts5("title"));
            assertThat(query.tsquery()).isEmpty();
        }
        assertThat(TextQuery.any("the of THE").dropped()).containsExactly("the", "of");
    }

    @Test
    void wordsThatTurnAMeaningRoundAreSearched() {
        assertThat(TextQuery.all("no not never none without").terms())
                .containsExactly("no", "not", "never", "none", "without");
    }

    @Test
    void aTermIsSearchedOnce() {
        TextQuery query = TextQuery.any("Café cafe CAFÉ wal café");
        assertThat(query.terms()).containsExactly("café", "wal");
        assertThat(query.dropped()).isEmpty();
        assertThat(query.fts5()).isEqualTo("\"cafe\" OR \"wal\"");
    }

    @Test
    void noMoreThan32TermsAreSearched() {
        String text = IntStream.range(0, 40).mapToObj(i -> "w" + i).collect(Collectors.joining(" ")) + " w0 w39";
        TextQuery query = TextQuery.any(text);
        assertThat(query.terms()).hasSize(32).startsWith("w0").endsWith("w31");
        assertThat(query.dropped()).hasSize(8).startsWith("w32").endsWith("w39");
    }

    @Test
    void aQueryIsQuotedLettersAndDigitsWhateverTheText() {
        RandomText texts = new RandomText(4);
        for (int i = 0; i < 5_000; i++) {
            TextQuery query = TextQuery.any(texts.next()).prefixLast();
            assertThat(query.fts5()).matches("\"\"|(\"[^\"'\\\\\\s]+\"( \\*)?( OR )?)+");
            assertThat(query.tsquery()).matches("|('[a-z0-9]+'(:\\*)?( \\| )?)+");
        }
    }
}
