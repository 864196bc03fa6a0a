package dev.stoa.engine.upkeep;

import dev.stoa.json.Json;
import dev.stoa.storage.Checkup;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an examination of all archives found. Immutable.
 *
 * @param deep whether everything was read
 * @param repaired the archives whose text index was rebuilt first
 * @param checkups one for each archive, absent ones included
 */
public record Diagnosis(boolean deep, List<String> repaired, List<Checkup> checkups) {
    public Diagnosis {
        repaired = List.copyOf(repaired);
        checkups = List.copyOf(checkups);
    }

    /** Whether no archive is damaged. */
    public boolean ok() {
        return checkups.stream().noneMatch(Checkup::damaged);
    }

    /** Whether there is nothing to do: every archive is without findings, or absent because it was never used. */
    public boolean inOrder() {
        return checkups.stream()
                .allMatch(checkup ->
                        checkup.version().isEmpty() || checkup.findings().isEmpty());
    }

    /** The diagnosis as JSON, with findings in the words of the library. */
    public Map<String, @Nullable Object> document() {
        return document(UnaryOperator.identity());
    }

    /** The same with findings that are worded for the reader, who may have commands or routes for what they advise. */
    public Map<String, @Nullable Object> document(UnaryOperator<String> wording) {
        return Json.object(
                "ok",
                ok(),
                "deep",
                deep,
                "repaired",
                repaired,
                "archives",
                checkups.stream().map(checkup -> document(checkup, wording)).toList());
    }

    private static Map<String, @Nullable Object> document(Checkup checkup, UnaryOperator<String> wording) {
        return Json.object(
                "name", checkup.schema().name(),
                "location", checkup.location(),
                "version", checkup.version().isPresent() ? checkup.version().getAsInt() : null,
                "latest", checkup.schema().latest(),
                "bytes", checkup.bytes(),
                "wal_bytes", checkup.walBytes(),
                "ok", !checkup.damaged(),
                "findings",
                        checkup.findings().stream()
                                .map(finding -> Json.object(
                                        "check",
                                        finding.check(),
                                        "damage",
                                        finding.damage(),
                                        "message",
                                        wording.apply(finding.message())))
                                .toList());
    }
}
