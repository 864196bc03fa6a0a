package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a text index and a {@link TextQuery} promise together; each database runs it. */
abstract class TextIndexContract {
    /** Words that no stemmer changes, so that what must be found is known exactly. */
    private static final List<String> STABLE = List.of(
            "wal",
            "bcd",
            "x7",
            "2024",
            "not",
            "no",
            "without",
            "привет",
            "ёж",
            "日本語",
            "한국어",
            "שלום",
            "مرحبا",
            "οδος",
            "ﬁn",
            "ångstrøm",
            "\ud801\udc37\ud801\udc38",
            "1e5",
            "007",
            "near");

    abstract void insert(long id, String text) throws SQLException;

    abstract Set<Long> find(TextQuery query) throws SQLException;

    abstract void clear() throws SQLException;

    @Test
    void anyTextIsALegalQuery() throws SQLException {
        insert(1, "the WAL file");
        RandomText texts = new RandomText(5);
        for (int i = 0; i < 600; i++) {
            String text = texts.next();
            for (TextQuery query : List.of(TextQuery.any(text), TextQuery.all(text))) {
                find(query);
                find(query.prefixLast());
                find(query.prefixEach());
            }
        }
        find(TextQuery.any(texts.nextLong(200_000)));
        find(TextQuery.all("x".repeat(1_000_000)).prefixLast());
    }

    @Test
    void aRowIsFoundByEveryTermItHolds() throws SQLException {
        RandomText texts = new RandomText(6);
        List<String> rows = new ArrayList<>();
        for (int id = 0; id < 250; id++) {
            rows.add(texts.next());
            insert(id, rows.get(id));
        }
        int asked = 0;
        for (int id = 0; id < rows.size(); id++) {
            Set<String> terms = new LinkedHashSet<>(Tokenizer.terms(rows.get(id)));
            terms.removeIf(term -> !TextIndex.isSearchable(term));
            for (String term : terms) {
                assertThat(find(TextQuery.any(term))).as("rows with '%s'", term).contains((long) id);
                assertThat(find(TextQuery.any(term).prefixEach())).contains((long) id);
                asked++;
            }
            if (!terms.isEmpty()) {
                assertThat(find(TextQuery.any(rows.get(id)))).contains((long) id);
                assertThat(find(TextQuery.all(rows.get(id)))).contains((long) id);
            }
        }
        assertThat(asked).isGreaterThan(500);
    }

    @Test
    void exactlyTheRowsWithTheWordsAreFound() throws SQLException {
        SplittableRandom random = new SplittableRandom(7);
        List<Set<String>> rows = new ArrayList<>();
        for (int id = 0; id < 200; id++) {
            rows.add(some(random, 5));
            insert(id, String.join("; ", rows.get(id)));
        }
        for (int i = 0; i < 300; i++) {
            Set<String> words = some(random, 3);
            Set<Long> any = new TreeSet<>();
            Set<Long> all = new TreeSet<>();
            for (int id = 0; id < rows.size(); id++) {
                Set<String> row = rows.get(id);
                if (words.stream().anyMatch(row::contains)) {
                    any.add((long) id);
                }
                if (row.containsAll(words)) {
                    all.add((long) id);
                }
            }
            String text = String.join(" ? ", words);
            assertThat(find(TextQuery.any(text))).isEqualTo(any);
            assertThat(find(TextQuery.all(text))).isEqualTo(all);
        }
    }

    private static Set<String> some(SplittableRandom random, int most) {
        Set<String> words = new LinkedHashSet<>();
        int count = 1 + random.nextInt(most);
        for (int i = 0; i < count; i++) {
            words.add(STABLE.get(random.nextInt(STABLE.size())));
        }
        return words;
    }

    @Test
    void caseAccentsFormsAndEndingsDoNotMatter() throws SQLException {
        insert(1, "The Café stores its ﬁles in İstanbul, ΟΔΟΣ 5, tiếng");
        for (String text :
                List.of("CAFE", "café", "cafe\u0301", "FILE", "files", "istanbul İstanbul", "οδος", "tiếng", "store")) {
            assertThat(find(TextQuery.any(text))).as(text).containsExactly(1L);
        }
        assertThat(find(TextQuery.any("caf"))).isEmpty();
        assertThat(find(TextQuery.any("caf").prefixLast())).containsExactly(1L);
        assertThat(find(TextQuery.any("coffee"))).isEmpty();
    }

    @Test
    void aBeginningFindsTheWordInEveryScript() throws SQLException {
        insert(1, "привет 日本語 wxyz123 łódź 1e5ab2");
        for (String text : List.of("прив", "日", "wxyz1", "łó", "1e5", "1e5a")) {
            assertThat(find(TextQuery.any(text))).as(text).isEmpty();
            assertThat(find(TextQuery.any("nothing " + text).prefixLast()))
                    .as(text)
                    .containsExactly(1L);
            assertThat(find(TextQuery.any(text + " nothing").prefixEach()))
                    .as(text)
                    .containsExactly(1L);
            assertThat(find(TextQuery.any(text + " nothing").prefixLast()))
                    .as(text)
                    .isEmpty();
        }
    }

    @Test
    void aQueryWithoutWordsFindsNothing() throws SQLException {
        insert(1, "the of ? *");
        insert(2, "");
        for (String text : List.of("", "the", "?", "* OF")) {
            assertThat(find(TextQuery.any(text))).isEmpty();
            assertThat(find(TextQuery.all(text).prefixEach())).isEmpty();
        }
    }

    @Test
    void wordsOfAnyLengthAreFound() throws SQLException {
        String longest = "w" + "x".repeat(100_000);
        insert(1, "before " + longest + " after");
        assertThat(find(TextQuery.all("before after " + longest))).containsExactly(1L);
        assertThat(find(TextQuery.any("wx"))).isEmpty();
    }

    @Test
    void theLargestTextCanBeIndexed() throws SQLException {
        StringBuilder distinct = new StringBuilder("first");
        for (int i = 0; distinct.length() < 1_000_000; i++) {
            distinct.append(' ').append(Integer.toString(i, 36));
        }
        insert(1, distinct.toString());
        clear();
        StringBuilder letters = new StringBuilder();
        for (int c = 0x80; c < 0x20000; c++) {
            letters.append(Character.isLetter(c) ? Character.toString(c) + " " : "");
        }
        insert(1, letters.toString());
        clear();
        insert(1, new RandomText(8).nextLong(200_000) + " first");
        insert(2, "first");
        assertThat(find(TextQuery.any("first"))).contains(2L);
    }
}
