package dev.stoa.engine.upkeep;

import dev.stoa.json.Json;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an export wrote. Immutable. */
public sealed interface Exported {
    /**
     * A receipt as text.
     *
     * @param sha256 the hash of what the receipt says, the same in every format
     */
    record DebateReceipt(String text, ReceiptFormat format, String sha256) implements Exported {}

    /** A receipt in a file. */
    record ReceiptFile(Path file, ReceiptFormat format, String sha256) implements Exported {
        /** The report as JSON. */
        public Map<String, @Nullable Object> document() {
            return Json.object("file", file.toString(), "format", format.word(), "receipt_sha256", sha256);
        }
    }

    /**
     * All debates in a file.
     *
     * @param debates how many lines it has
     */
    record DebatesFile(Path file, long debates) implements Exported {
        /** The report as JSON. */
        public Map<String, @Nullable Object> document() {
            return Json.object("file", file.toString(), "format", "jsonl", "debates", debates);
        }
    }

    /**
     * Runs of the evolution in a file.
     *
     * @param run the run; null for all
     * @param rows how many lines it has
     */
    record EvolutionFile(Path file, @Nullable String run, long rows) implements Exported {
        /** The report as JSON. */
        public Map<String, @Nullable Object> document() {
            return Json.object("file", file.toString(), "format", "jsonl", "run_id", run, "rows", rows);
        }
    }
}
