package dev.stoa.society.index;

import dev.stoa.search.text.TextIndex;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;

/** What must always hold between the text index and its sources. Stateless. */
public final class SearchInvariants {
    public static final String ROWS = """
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

    public static final String TEXT_SQLITE = """
            UNION ALL SELECT 'words of ' || kind || ' ' || ref_id FROM search_docs
                WHERE doc_id NOT IN (SELECT id FROM search_text_docsize)
            UNION ALL SELECT 'words of nothing, row ' || id FROM search_text_docsize
                WHERE id NOT IN (SELECT doc_id FROM search_docs)""";

    private static final String TEXT_POSTGRES = """
            UNION ALL SELECT 'words of ' || kind || ' ' || ref_id FROM search_docs WHERE terms IS NULL""";

    private SearchInvariants() {}

    /** The names of at most {@code most} faulty rows. */
    public static List<String> violations(Tx tx, int most) {
        List<String> found = new ArrayList<>(tx.list(
                ROWS + "\n" + tx.dialect().pick(TEXT_SQLITE, TEXT_POSTGRES) + "\nLIMIT " + most, row -> row.text(1)));
        if (!found.isEmpty()) {
            return found;
        }
        if (tx.dialect() == Dialect.SQLITE) {
            return SearchWords.different(tx, most);
        }
        SearchSources.each(tx, doc -> {
            if (found.size() < most && !sameInPostgres(tx, doc)) {
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
}
