package dev.stoa.society;

import dev.stoa.storage.Tx;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps the files in the text index as they are on the disk. Stateless. */
final class SearchFiles {
    private SearchFiles() {}

    /** Makes the files in the index exactly these; those whose size and time are the same are not read again. */
    static ContextSearch.Scanned write(Tx tx, Map<String, FileScan.Stamp> files) {
        Map<String, FileScan.Stamp> known = known(tx);
        int removed = 0;
        for (String path : known.keySet()) {
            if (!files.containsKey(path)) {
                SearchIndex.remove(tx, SearchIndex.Kind.FILE, path);
                removed++;
            }
        }
        int written = 0;
        for (Map.Entry<String, FileScan.Stamp> file : files.entrySet()) {
            if (!file.getValue().equals(known.get(file.getKey()))) {
                written += put(tx, file.getKey(), file.getValue()) ? 1 : 0;
            }
        }
        return new ContextSearch.Scanned(files.size(), written, removed);
    }

    /** The files in the index. */
    static Map<String, FileScan.Stamp> known(Tx tx) {
        // A file has no place in the sequence of the society; its size is kept there instead.
        Map<String, FileScan.Stamp> known = new HashMap<>();
        tx.each(
                "SELECT ref_id, seq, at FROM search_docs WHERE kind = 'file'",
                row -> known.put(row.text(1), new FileScan.Stamp(row.number(2), row.instant(3))));
        return known;
    }

    private static boolean put(Tx tx, String path, FileScan.Stamp stamp) {
        Optional<String> text = FileScan.text(path);
        if (text.isEmpty()) {
            SearchIndex.remove(tx, SearchIndex.Kind.FILE, path);
            return false;
        }
        SearchIndex.put(
                tx,
                new SearchIndex.Doc(
                        SearchIndex.Kind.FILE, path, null, null, true, stamp.at(), stamp.size(), text.get()));
        return true;
    }
}
