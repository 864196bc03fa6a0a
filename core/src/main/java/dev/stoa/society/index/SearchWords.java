package dev.stoa.society.index;

import dev.stoa.search.text.TextIndex;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the words in the text index of an SQLite archive with those of its sources, each with how often it is there.
 * Not thread-safe; for one use. The index keeps no text, so the sources are indexed once more beside it, some at a
 * time, and what both hold of each is summed up.
 */
final class SearchWords {
    private static final int PORTION = 2_000;

    private final Tx tx;
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, Long> wanted = new HashMap<>();
    private int inserted;

    private SearchWords(Tx tx) {
        this.tx = tx;
    }

    /** The names of at most {@code most} sources whose indexed words differ. */
    static List<String> different(Tx tx, int most) {
        // What is made for it is gone afterwards, also if the index cannot be read.
        return tx.attempt(inside -> new SearchWords(inside).compare(most));
    }

    private List<String> compare(int most) {
        tx.update("CREATE VIRTUAL TABLE temp.wanted_text USING fts5(body, content = '', tokenize = '"
                + TextIndex.FTS5_TOKENIZE + "')");
        tx.update("CREATE VIRTUAL TABLE temp.wanted_words USING fts5vocab('temp', 'wanted_text', 'instance')");
        tx.update("CREATE VIRTUAL TABLE temp.present_words USING fts5vocab('main', 'search_text', 'instance')");
        Map<String, Long> ids = new HashMap<>();
        tx.each(
                "SELECT kind, ref_id, doc_id FROM search_docs",
                row -> ids.put(row.text(1) + " " + row.text(2), row.number(3)));
        SearchSources.each(tx, doc -> {
            String name = doc.kind().text() + " " + doc.ref();
            Long id = ids.get(name);
            if (id != null) {
                names.put(id, name);
                want(id, doc.text());
            }
        });
        sumUp();
        Map<Long, Long> present = new HashMap<>();
        add("temp.present_words", present);
        List<String> different = new ArrayList<>();
        names.forEach((id, name) -> {
            if (!wanted.getOrDefault(id, 0L).equals(present.getOrDefault(id, 0L))) {
                different.add("words of " + name);
            }
        });
        for (String table : List.of("wanted_words", "present_words", "wanted_text")) {
            tx.update("DROP TABLE temp." + table);
        }
        return different.stream().sorted().limit(most).toList();
    }

    private void want(long id, String text) {
        tx.update("INSERT INTO temp.wanted_text (rowid, body) VALUES (?, ?)", id, TextIndex.fts5Document(text));
        if (++inserted == PORTION) {
            sumUp();
        }
    }

    private void sumUp() {
        add("temp.wanted_words", wanted);
        tx.update("INSERT INTO temp.wanted_text (wanted_text) VALUES ('delete-all')");
        inserted = 0;
    }

    /** Adds a number for each word of each row: sums are equal where words and their counts are. */
    private void add(String words, Map<Long, Long> sums) {
        tx.each("SELECT doc, term FROM " + words, row -> sums.merge(row.number(1), scattered(row.text(2)), Long::sum));
    }

    /** A number for a word that no few other words add up to. */
    private static long scattered(String word) {
        long value = 0xcbf29ce484222325L;
        for (int i = 0; i < word.length(); i++) {
            value = (value ^ word.charAt(i)) * 0x100000001b3L;
        }
        value = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
        value = (value ^ (value >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return value ^ (value >>> 33);
    }
}
