package dev.stoa.society.context;

import dev.stoa.society.index.SearchIndex;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the texts of what was found, which the index does not keep. Stateless. */
final class ContextTexts {
    private ContextTexts() {}

    /** The texts of hits, by kind and ref; those of files come from elsewhere. */
    static Map<String, String> of(
            Tx tx, List<ContextStatement.Candidate> hits, Function<String, Optional<String>> files) {
        Map<SearchIndex.Kind, List<String>> refs = new EnumMap<>(SearchIndex.Kind.class);
        hits.forEach(hit ->
                refs.computeIfAbsent(hit.kind(), kind -> new ArrayList<>()).add(hit.ref()));
        Map<String, String> texts = new HashMap<>();
        refs.forEach((kind, ids) -> {
            if (kind == SearchIndex.Kind.FILE) {
                // A file may have gone since it was scanned.
                ids.forEach(path -> texts.put(key(kind, path), files.apply(path).orElse("")));
            } else {
                read(tx, kind, ids, texts);
            }
        });
        return texts;
    }

    static String key(SearchIndex.Kind kind, String ref) {
        return kind.text() + ":" + ref;
    }

    private static void read(Tx tx, SearchIndex.Kind kind, List<String> ids, Map<String, String> texts) {
        String marks = " IN (" + Tx.marks(ids.size()) + ")";
        String sql = switch (kind) {
            case NOTE -> "SELECT memory_id, message FROM memories WHERE memory_id" + marks;
            case KNOWLEDGE -> "SELECT knowledge_id, content FROM knowledge WHERE knowledge_id" + marks;
            case MESSAGE -> "SELECT message_id, content FROM messages WHERE message_id" + marks;
            case TASK ->
                "SELECT task_id, input || ' ' || substr(COALESCE(output, ''), 1, " + SearchIndex.OUTPUT
                        + ") FROM tasks WHERE task_id" + marks;
            case FILE -> throw new IllegalArgumentException("no table has the texts of files");
        };
        tx.each(sql, row -> texts.put(key(kind, row.text(1)), row.text(2)), ids.toArray());
    }
}
