package dev.stoa.society;

import dev.stoa.search.TextIndex;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must always hold between the text index and its sources. Stateless. */
final class SearchInvariants {
    private static final String ROWS = """
            SELECT 'note ' || m.memory_id FROM memories m
                LEFT JOIN search_docs d ON d.kind = 'note' AND d.ref_id = m.memory_id
                WHERE d.doc_id IS NULL OR (d.live = 1) <> (m.archived_at IS NULL)
            UNION ALL SELECT 'knowledge ' || k.knowledge_id FROM knowledge k
                LEFT JOIN search_docs d ON d.kind = 'knowledge' AND d.ref_id = k.knowledge_id
                WHERE d.doc_id IS NULL OR (d.live = 1) <> (k.archived_at IS NULL)
            UNION ALL SELECT 'message ' || g.message_id FROM messages g
                LEFT JOIN search_docs d ON d.kind = 'message' AND d.ref_id = g.message_id
                WHERE (d.doc_id IS NOT NULL) <> (g.deleted_at IS NULL AND g.kind <> 'system')
            UNION ALL SELECT 'task ' || t.task_id FROM tasks t
                LEFT JOIN search_docs d ON d.kind = 'task' AND d.ref_id = t.task_id WHERE d.doc_id IS NULL
            UNION ALL SELECT 'index of note ' || d.ref_id FROM search_docs d
                LEFT JOIN memories s ON s.memory_id = d.ref_id WHERE d.kind = 'note' AND s.memory_id IS NULL
            UNION ALL SELECT 'index of knowledge ' || d.ref_id FROM search_docs d
                LEFT JOIN knowledge s ON s.knowledge_id = d.ref_id WHERE d.kind = 'knowledge' AND s.knowledge_id IS NULL
            UNION ALL SELECT 'index of message ' || d.ref_id FROM search_docs d
                LEFT JOIN messages s ON s.message_id = d.ref_id WHERE d.kind = 'message' AND s.message_id IS NULL
            UNION ALL SELECT 'index of task ' || d.ref_id FROM search_docs d
                LEFT JOIN tasks s ON s.task_id = d.ref_id WHERE d.kind = 'task' AND s.task_id IS NULL
            UNION ALL SELECT 'index of ' || kind || ' ' || ref_id FROM search_docs
                WHERE kind NOT IN ('note', 'knowledge', 'message', 'task', 'file')
            UNION ALL SELECT 'tombstone ' || message_id FROM messages WHERE deleted_at IS NOT NULL AND content <> ''""";

    private static final String TEXT_SQLITE = """
            UNION ALL SELECT 'words of ' || kind || ' ' || ref_id FROM search_docs
                WHERE doc_id NOT IN (SELECT rowid FROM search_text)
            UNION ALL SELECT 'words of nothing, row ' || rowid FROM search_text
                WHERE rowid NOT IN (SELECT doc_id FROM search_docs)""";

    private static final String TEXT_POSTGRES = """
            UNION ALL SELECT 'words of ' || kind || ' ' || ref_id FROM search_docs WHERE terms IS NULL""";

    private static final int TERMS_AT_ONCE = 100;

    private SearchInvariants() {}

    /** The names of at most so many rows at fault. */
    static List<String> violations(Tx tx, int most) {
        List<String> found = new ArrayList<>(tx.list(
                ROWS + "\n" + tx.dialect().pick(TEXT_SQLITE, TEXT_POSTGRES) + "\nLIMIT " + most, row -> row.text(1)));
        if (!found.isEmpty()) {
            return found;
        }
        Map<Long, Long> sizes = tx.dialect() == Dialect.SQLITE ? sizes(tx) : Map.of();
        SearchSources.each(tx, doc -> {
            boolean same = found.size() >= most
                    || (tx.dialect() == Dialect.SQLITE ? sameInSqlite(tx, doc, sizes) : sameInPostgres(tx, doc));
            if (!same) {
                found.add("words of " + doc.kind().text() + " " + doc.ref());
            }
        });
        return found;
    }

    private static boolean sameInPostgres(Tx tx, SearchIndex.Doc doc) {
        return tx.number(
                        "SELECT count(*) FROM search_docs WHERE kind = ? AND ref_id = ? AND terms = "
                                + TextIndex.POSTGRES_VECTOR,
                        doc.kind().text(),
                        doc.ref(),
                        TextIndex.postgresDocument(doc.text()))
                == 1;
    }

    /** A contentless index cannot be read, but asked: it has every word of the source, and no more words than it. */
    private static boolean sameInSqlite(Tx tx, SearchIndex.Doc doc, Map<Long, Long> sizes) {
        long id = tx.number(
                "SELECT doc_id FROM search_docs WHERE kind = ? AND ref_id = ?",
                doc.kind().text(),
                doc.ref());
        List<String> words = Stream.of(TextIndex.fts5Document(doc.text()).split(" "))
                .filter(word -> !word.isEmpty())
                .toList();
        if (sizes.getOrDefault(id, -1L) != words.size()) {
            return false;
        }
        List<String> distinct = words.stream().distinct().toList();
        for (int from = 0; from < distinct.size(); from += TERMS_AT_ONCE) {
            String all = distinct.subList(from, Math.min(from + TERMS_AT_ONCE, distinct.size())).stream()
                    .map(word -> '"' + word + '"')
                    .collect(Collectors.joining(" AND "));
            if (tx.number("SELECT count(*) FROM search_text WHERE search_text MATCH ? AND rowid = ?", all, id) == 0) {
                return false;
            }
        }
        return true;
    }

    private static Map<Long, Long> sizes(Tx tx) {
        Map<Long, Long> sizes = new HashMap<>();
        tx.each("SELECT id, sz FROM search_text_docsize", row -> sizes.put(row.number(1), varint(row.bytes(2))));
        return sizes;
    }

    /** The first number of a blob, in the form in which SQLite writes small ones: seven bits a byte. */
    private static long varint(byte[] bytes) {
        long value = 0;
        for (byte b : bytes) {
            value = (value << 7) | (b & 0x7f);
            if (b >= 0) {
                break;
            }
        }
        return value;
    }
}
