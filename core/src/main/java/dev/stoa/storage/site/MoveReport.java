package dev.stoa.storage.site;

import dev.stoa.json.Json;
import dev.stoa.storage.move.MoveTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a move did, or would do. Immutable.
 *
 * @param from where the archives were, without credentials
 * @param to where they are now
 * @param dryRun whether nothing was changed
 * @param leftOut tables and columns that this program does not know, which stayed behind
 * @param resumed whether a move that was cut off was finished
 * @param stillOpen whether other processes still have the old place open
 * @param millis how long it took
 */
public record MoveReport(
        String from,
        String to,
        boolean dryRun,
        List<Archive> archives,
        List<String> leftOut,
        boolean resumed,
        boolean stillOpen,
        long millis) {
    public MoveReport {
        archives = List.copyOf(archives);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * One archive.
     *
     * @param bytes of its values, or of its file or tables where nothing was copied
     * @param tables what was counted on both sides; none where nothing was copied
     */
    public record Archive(String name, long rows, long bytes, List<MoveTable.Content> tables) {
        public Archive {
            tables = List.copyOf(tables);
        }

        static Archive of(String name, List<MoveTable.Content> tables) {
            return new Archive(
                    name,
                    tables.stream().mapToLong(MoveTable.Content::rows).sum(),
                    tables.stream().mapToLong(MoveTable.Content::bytes).sum(),
                    tables);
        }

        Map<String, @Nullable Object> document() {
            return Json.object(
                    "name",
                    name,
                    "rows",
                    rows,
                    "bytes",
                    bytes,
                    "tables",
                    tables.stream().map(MoveTable.Content::document).toList());
        }
    }

    public long rows() {
        return archives.stream().mapToLong(Archive::rows).sum();
    }

    public long bytes() {
        return archives.stream().mapToLong(Archive::bytes).sum();
    }

    /** The report as a document. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "from",
                from,
                "to",
                to,
                "dry_run",
                dryRun,
                "moved",
                !dryRun,
                "resumed",
                resumed,
                "still_open",
                stillOpen,
                "rows",
                rows(),
                "bytes",
                bytes(),
                "duration_ms",
                millis,
                "archives",
                archives.stream().map(Archive::document).toList(),
                "left_out",
                leftOut);
    }
}
