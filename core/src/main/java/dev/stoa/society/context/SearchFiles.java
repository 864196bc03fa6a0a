package dev.stoa.society.context;

import dev.stoa.base.Bounds;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the files in the text index as they are on the disk. Stateless. Files are read before a unit of work begins:
 * whoever writes waits for the database alone, never for a disk.
 */
final class SearchFiles {
    /** So much text is read before it is written. */
    private static final int PORTION = 8 << 20;

    /** So much text is searched that was not scanned before. */
    private static final int MOST = 64 << 20;

    private SearchFiles() {}

    /** A file as it was read; no text means that it is none to be searched. */
    private record Read(String path, FileScan.Stamp stamp, Optional<String> text) {
        int length() {
            return text.map(String::length).orElse(0);
        }
    }

    /** Makes the files in the index exactly these; those whose size and time are the same are not read again. */
    static ContextSearch.Scanned write(Archive archive, Map<String, FileScan.Stamp> files) {
        Map<String, FileScan.Stamp> known = archive.read(SearchFiles::known);
        List<String> gone =
                known.keySet().stream().filter(path -> !files.containsKey(path)).toList();
        if (!gone.isEmpty()) {
            archive.write(tx -> remove(tx, gone));
        }
        Iterator<Map.Entry<String, FileScan.Stamp>> changed = files.entrySet().stream()
                .filter(file -> !file.getValue().equals(known.get(file.getKey())))
                .iterator();
        int written = 0;
        while (changed.hasNext()) {
            // A unit that writes nothing would still wake everybody who waits for a change.
            List<Read> portion = read(changed).stream()
                    .filter(file -> file.text().isPresent() || known.containsKey(file.path()))
                    .toList();
            written += portion.isEmpty() ? 0 : archive.write(tx -> put(tx, portion));
        }
        return new ContextSearch.Scanned(files.size(), written, gone.size());
    }

    private static Map<String, FileScan.Stamp> known(Tx tx) {
        // A file has no place in the sequence of the society; its size is kept there instead.
        Map<String, FileScan.Stamp> known = new HashMap<>();
        tx.each(
                "SELECT ref_id, seq, at FROM search_docs WHERE kind = 'file'",
                row -> known.put(row.text(1), new FileScan.Stamp(row.number(2), row.instant(3))));
        return known;
    }

    private static int remove(Tx tx, List<String> paths) {
        paths.forEach(path -> SearchIndex.remove(tx, SearchIndex.Kind.FILE, path));
        return paths.size();
    }

    private static List<Read> read(Iterator<Map.Entry<String, FileScan.Stamp>> files) {
        List<Read> read = new ArrayList<>();
        for (int length = 0;
                files.hasNext() && length < PORTION;
                length += read.getLast().length()) {
            Map.Entry<String, FileScan.Stamp> file = files.next();
            read.add(new Read(file.getKey(), file.getValue(), FileScan.text(file.getKey())));
        }
        return read;
    }

    private static int put(Tx tx, List<Read> files) {
        int written = 0;
        for (Read file : files) {
            if (file.text().isEmpty()) {
                SearchIndex.remove(tx, SearchIndex.Kind.FILE, file.path());
            } else {
                put(tx, file.path(), file.stamp(), file.text().get());
                written++;
            }
        }
        return written;
    }

    private static void put(Tx tx, String path, FileScan.Stamp stamp, String text) {
        SearchIndex.put(
                tx, new SearchIndex.Doc(SearchIndex.Kind.FILE, path, null, null, true, stamp.at(), stamp.size(), text));
    }

    /** The texts of files that are searched once. */
    static Map<String, String> texts(Map<String, FileScan.Stamp> files) {
        Map<String, String> texts = new HashMap<>();
        long length = 0;
        for (String path : files.keySet()) {
            Optional<String> text = FileScan.text(path);
            if (text.isPresent()) {
                length += text.get().length();
                texts.put(path, text.get());
            }
            if (length > MOST) {
                throw Bounds.invalid(
                        "the files have more than " + MOST + " characters",
                        "search a smaller folder, or have it scanned with society.files");
            }
        }
        return texts;
    }

    /** Puts files that were read in the place of those in the index; for a unit that is undone. */
    static void replace(Tx tx, Map<String, FileScan.Stamp> files, Map<String, String> texts) {
        remove(tx, List.copyOf(known(tx).keySet()));
        files.forEach((path, stamp) -> {
            if (texts.containsKey(path)) {
                put(tx, path, stamp, texts.get(path));
            }
        });
    }
}
