package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class TokenizerTest {
    @Test
    void plainTextHasSingleSpacesAndKeepsItsCase() {
        assertThat(Tokenizer.plain("\t The\u00a0WAL \u3000 file\n\u0085needs\u2028it "))
                .isEqualTo("The WAL file needs it");
        assertThat(Tokenizer.plain("ﬁle Ⅷ ①")).isEqualTo("file VIII 1");
        assertThat(Tokenizer.plain(" \n ")).isEmpty();
        assertThat(Tokenizer.plain("")).isEmpty();
    }

    @Test
    void plainOfPlainIsPlain() {
        RandomText texts = new RandomText(1);
        for (int i = 0; i < 5_000; i++) {
            String plain = Tokenizer.plain(texts.next());
            assertThat(Tokenizer.plain(plain)).isEqualTo(plain);
            assertThat(plain).doesNotContain("  ").doesNotStartWith(" ").doesNotEndWith(" ");
        }
    }

    @Test
    void theContentHashIsOfThePlainText() {
        assertThat(Tokenizer.contentHash(" The WAL  file needs its -shm file."))
                .isEqualTo("3127eb1d798bce5e917b2591d3711cbd02645756cec6c5e132a79e747ecd6f8f")
                .isEqualTo(Tokenizer.contentHash("The WAL file\nneeds its -shm file. "))
                .isNotEqualTo(Tokenizer.contentHash("the WAL file needs its -shm file."));
    }

    @Test
    void theWordsHashIgnoresCaseAndPunctuationButNotOrder() {
        assertThat(Tokenizer.wordsHash("Use Redis?"))
                .isEqualTo("486d7c7980ac098c586cf29b8f7334a85036fb5dd10b872e5d01fd922a7d188e")
                .isEqualTo(Tokenizer.wordsHash("use  redis"))
                .isNotEqualTo(Tokenizer.wordsHash("redis use"));
    }

    @Test
    void wordsAreLowerCasedRunsOfLettersAndDigits() {
        assertThat(Tokenizer.words("It's the WAL-file, v2.0: wal_level=Ⅷ!"))
                .containsExactly("it", "s", "the", "wal", "file", "v2", "0", "wal", "level", "viii");
        assertThat(Tokenizer.words("日本語 и Ёж ١٢")).containsExactly("日本語", "и", "ёж", "١٢");
        assertThat(Tokenizer.words("\ud801\udc00x\ud83d\ude00y")).containsExactly("\ud801\udc28x", "y");
    }

    @Test
    void textWithoutWordsIsItsOwnWord() {
        assertThat(Tokenizer.words("  ?!  ... ")).containsExactly("?! ...");
        assertThat(Tokenizer.terms("?!")).containsExactly("?!");
        assertThat(Tokenizer.words(" \t ")).isEmpty();
    }

    @Test
    void wordsOfJoinedWordsAreTheSameWords() {
        RandomText texts = new RandomText(2);
        for (int i = 0; i < 5_000; i++) {
            String text = texts.next();
            List<String> words = Tokenizer.words(text);
            assertThat(words).doesNotContain("");
            // The case of a sigma depends on its neighbours, of which joining takes some away.
            if (!text.toLowerCase(Locale.ROOT).contains("σ")) {
                assertThat(Tokenizer.words(String.join(" ", words))).isEqualTo(words);
            }
        }
    }

    @Test
    void termsAreTheWordsWithoutStopWords() {
        assertThat(Tokenizer.terms("Where is the file of the WAL, and the FILE's size?"))
                .containsExactly("file", "wal", "file", "s", "size");
        assertThat(Tokenizer.terms("to be or the")).isEmpty();
    }

    @Test
    void wordsThatTurnAMeaningRoundAreNeverDropped() {
        for (String word : List.of("no", "not", "never", "none", "without")) {
            assertThat(Tokenizer.isStopWord(word)).isFalse();
            assertThat(Tokenizer.terms(word)).containsExactly(word);
            assertThat(Tokenizer.keywords(word)).containsExactly(word);
        }
    }

    @Test
    void theStopWordsAreThese() {
        List<String> specified = List.of("""
                a an and are as at be but by can could did do does for from had has have he her his how i if in into is
                it its me my of on or our she should so than that the their them then there these they this to was we
                were what when where which who why will with would you your
                """.strip().split("\\s+"));
        assertThat(specified).hasSize(64).allMatch(Tokenizer::isStopWord);
        assertThat(List.of("file", "s", "t", "yes", "all", "only")).noneMatch(Tokenizer::isStopWord);
    }

    @Test
    void keywordsOfTheWorkedExample() {
        assertThat(Tokenizer.keywords("Set wal_level=replica in postgresql.conf; it's 2024!"))
                .containsExactly("set", "wal_level", "wal", "level", "replica", "postgresql", "conf", "2024");
    }

    @Test
    void keywordsKeepACompoundNameBesideItsParts() {
        assertThat(Tokenizer.keywords("parseJsonValue")).containsExactly("parsejsonvalue", "parse", "json", "value");
        assertThat(Tokenizer.keywords("__init__ _x_")).containsExactly("init");
        assertThat(Tokenizer.keywords("max__rowCount")).containsExactly("max__rowcount", "max", "row", "count");
        assertThat(Tokenizer.keywords("HTTPServer myHTTPServer"))
                .containsExactly("httpserver", "myhttpserver", "httpserver");
        assertThat(Tokenizer.keywords("the_file")).containsExactly("the_file", "file");
        assertThat(Tokenizer.keywords("___")).isEmpty();
    }

    @Test
    void keywordsLoseApostrophesBetweenLettersAlone() {
        assertThat(Tokenizer.keywords("o'clock don\u2019t 'quoted' rock'n'roll 5'3"))
                .containsExactly("oclock", "dont", "quoted", "rocknroll", "5", "3");
        assertThat(Tokenizer.keywords("it's IT\u2019S")).isEmpty();
    }

    @Test
    void keywordsOfScriptsWithoutSpacesArePairs() {
        assertThat(Tokenizer.keywords("日本語")).containsExactly("日本", "本語");
        assertThat(Tokenizer.keywords("データ")).containsExactly("デー", "ータ");
        assertThat(Tokenizer.keywords("木 ไ")).containsExactly("木", "ไ");
        assertThat(Tokenizer.keywords("2024年WALの設定")).containsExactly("2024", "年", "wal", "の設", "設定");
        assertThat(Tokenizer.keywords("\ud840\udc00\ud840\udc01語"))
                .containsExactly("\ud840\udc00\ud840\udc01", "\ud840\udc01語");
        assertThat(Tokenizer.keywords("한국어 привет")).containsExactly("한국어", "привет");
    }

    @Test
    void keywordsDropSingleLettersButNotDigits() {
        assertThat(Tokenizer.keywords("x 7 é \u0301 ٣ ok")).containsExactly("7", "٣", "ok");
    }

    @Test
    void keywordsAreCutAt64Characters() {
        assertThat(Tokenizer.keywords("a".repeat(64))).containsExactly("a".repeat(64));
        assertThat(Tokenizer.keywords("a".repeat(65))).containsExactly("a".repeat(64));
        assertThat(Tokenizer.keywords("\ud801\udc28".repeat(70))).containsExactly("\ud801\udc28".repeat(64));
    }

    @Test
    void noTextIsTooStrange() {
        RandomText texts = new RandomText(3);
        for (int i = 0; i < 5_000; i++) {
            assertThat(Tokenizer.keywords(texts.next()))
                    .allMatch(term -> !term.isEmpty() && term.codePointCount(0, term.length()) <= 64)
                    .noneMatch(Tokenizer::isStopWord);
        }
        assertThat(Tokenizer.keywords(texts.nextLong(1_000_000))).isNotEmpty();
        assertThat(Tokenizer.words(texts.nextLong(1_000_000))).isNotEmpty();
    }
}
