package dev.stoa.engine.upkeep;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.learning.evidence.DocumentAdded;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the addition of documents led to. Immutable.
 *
 * @param added one for each document that was added or renewed
 * @param refused one for each file that was not
 */
public record DocumentsReport(List<DocumentAdded> added, List<Refused> refused) {
    public DocumentsReport {
        added = List.copyOf(added);
        refused = List.copyOf(refused);
    }

    /** A file that was not added, and why. */
    public record Refused(Path file, StoaException error) {
        private Map<String, @Nullable Object> document(UnaryOperator<String> wording) {
            return Json.object(
                    "file", file.toString(),
                    "code", error.code(),
                    "message", error.getMessage(),
                    "hint", error.hint().map(wording).orElse(null));
        }
    }

    /** Whether every file was added. */
    public boolean complete() {
        return refused.isEmpty();
    }

    /** The report as JSON, with hints in the words of the library. */
    public Map<String, @Nullable Object> document() {
        return document(UnaryOperator.identity());
    }

    /** The same with hints that are worded for the reader, who may have commands or routes for what they say. */
    public Map<String, @Nullable Object> document(UnaryOperator<String> wording) {
        return Json.object(
                "items", added.stream().map(DocumentAdded::json).toList(),
                "errors", refused.stream().map(one -> one.document(wording)).toList());
    }
}
