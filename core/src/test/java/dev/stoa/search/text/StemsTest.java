package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StemsTest {
    private static final String STEMS = """
            act adjust agree analog angul argu bath bowdler bugg cat caress commun conflat confirm control cry day
            decid defens depend die digit dy electr fail fall feed feudal file form gener good happ hesit hiss homolog
            hop hope irrit lie logi motor new oper operat plan plaster ponies predic probat radic rate relat replac
            reviv run sens siz sk sky sing string swim tan tie tr trad trans troubl valen vari vietnam vil why wit""";

    private static final String ENDS = """
            . s es ies ied y ing ings eing ed eed er ers est e al ally ate ated ating ation ations ational ator
            ability able ably abli alism aliti ance anci ant ence enci ent ement ful fulness fully hood ible ic ical
            icate iciti icity ify ion ions ism ist ity ive iveness iviti ization ize izer izing less ly bli logi logy
            ment ness ous ousli ousness tional ward""";

    private static Set<String> words() {
        Set<String> words = new TreeSet<>(Set.of(
                "news",
                "dying",
                "skies",
                "only",
                "early",
                "exceed",
                "inning",
                "proceed",
                "analogy",
                "technologies",
                "possibly",
                "nobly"));
        for (String stem : STEMS.split("\\s+", -1)) {
            for (String end : ENDS.split("\\s+", -1)) {
                words.add(stem + (end.equals(".") ? "" : end));
            }
        }
        return words;
    }

    private static Map<String, String> sqlite(Set<String> words) throws SQLException {
        Map<String, String> stems = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE VIRTUAL TABLE t USING fts5(word, tokenize = '" + TextIndex.FTS5_TOKENIZE + "')");
            statement.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (word) VALUES (?)")) {
                for (String word : words) {
                    insert.setString(1, word);
                    insert.execute();
                }
            }
            try (ResultSet rows =
                    statement.executeQuery("SELECT t.word, v.term FROM v JOIN t ON t.rowid = v.doc ORDER BY t.word")) {
                while (rows.next()) {
                    stems.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return stems;
    }

    private static Map<String, String> postgres(Set<String> words) throws SQLException {
        Map<String, String> stems = new LinkedHashMap<>();
        String url = TestPostgres.freshDatabase();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(TextIndex.postgresSetup());
            try (PreparedStatement query = connection.prepareStatement("SELECT (ts_lexize('stoa_stem', ?))[1]")) {
                for (String word : words) {
                    query.setString(1, IndexWord.postgres(word));
                    try (ResultSet rows = query.executeQuery()) {
                        rows.next();
                        stems.put(word, rows.getString(1));
                    }
                }
            }
        } finally {
            TestPostgres.drop(url);
        }
        return stems;
    }

    @Test
    void bothDatabasesGiveAWordTheSameStem() throws SQLException {
        Set<String> words = words();
        Map<String, String> there = postgres(words);
        Map<String, String> here = sqlite(words);
        assertThat(here).hasSizeGreaterThan(4_000);
        assertThat(words.stream()
                        .filter(word -> !String.valueOf(here.get(word)).equals(there.get(word)))
                        .map(word -> word + ": " + here.get(word) + ", " + there.get(word)))
                .isEmpty();
    }

    @Test
    void theProgramGivesAWordTheStemThatTheDatabasesGive() throws SQLException {
        Set<String> words = words();
        words.add("a".repeat(58) + "bbings");
        words.add("y".repeat(64));
        Map<String, String> there = sqlite(words);
        assertThat(words.stream()
                        .filter(word -> !Stemmer.stem(IndexWord.folded(word)).equals(there.get(word)))
                        .map(word -> word + ": " + Stemmer.stem(IndexWord.folded(word)) + ", " + there.get(word)))
                .isEmpty();
    }

    @Test
    void aWordWithoutEndStaysAsItIs() {
        String endless = "y".repeat(1_000_000);

        assertThat(Stemmer.stem(endless)).isEqualTo(endless);
    }
}
