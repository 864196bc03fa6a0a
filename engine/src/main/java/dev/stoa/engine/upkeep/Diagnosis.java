package dev.stoa.engine.upkeep;

import dev.stoa.json.Json;
import dev.stoa.storage.Checkup;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an examination of all archives found. Immutable.
 *
 * @param deep whether everything was read
 * @param repaired the archives whose text index was rebuilt first
 * @param vectors how many missing vectors were made first
 * @param checkups one for each archive, absent ones included
 * @param proved how many debates a deep examination replayed and found to prove themselves
 * @param exposed files and folders that others than their owner may use, the first of them
 */
public record Diagnosis(
        boolean deep, List<String> repaired, int vectors, List<Checkup> checkups, long proved, List<Exposed> exposed) {
    public Diagnosis {
        repaired = List.copyOf(repaired);
        checkups = List.copyOf(checkups);
        exposed = List.copyOf(exposed);
    }

    /** What an examination ends with. */
    public enum Result {
        /** Everything was looked at and nothing is broken. */
        IN_ORDER,
        /** Something is broken. */
        DAMAGED,
        /** Something could not be looked at, and nothing is known to be broken. */
        UNAVAILABLE
    }

    /**
     * A file or folder of the data directory that others than its owner may use.
     *
     * @param mode its mode, as {@code rw-r--r--}
     */
    public record Exposed(Path path, String mode) {}

    public Result result() {
        return checkups.stream().anyMatch(Checkup::damaged)
                ? Result.DAMAGED
                : complete() ? Result.IN_ORDER : Result.UNAVAILABLE;
    }

    /** Whether everything could be looked at; where not, a restore would replace what nobody has examined. */
    public boolean complete() {
        return checkups.stream().noneMatch(Checkup::unexamined);
    }

    /** Whether everything was looked at and nothing is broken. */
    public boolean ok() {
        return result() == Result.IN_ORDER;
    }

    /** Whether there is nothing to do: every archive is without findings, or absent because it was never used. */
    public boolean inOrder() {
        return ok()
                && exposed.isEmpty()
                && checkups.stream()
                        .allMatch(checkup -> checkup.version().isEmpty()
                                || checkup.findings().isEmpty());
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
                "result",
                result().name().toLowerCase(Locale.ROOT),
                "deep",
                deep,
                "repaired",
                repaired,
                "archives",
                checkups.stream().map(checkup -> document(checkup, wording)).toList(),
                "debates_proved",
                deep ? proved : null,
                "exposed",
                exposed.stream()
                        .map(file -> Json.object("path", file.path().toString(), "mode", file.mode()))
                        .toList());
    }

    private static Map<String, @Nullable Object> document(Checkup checkup, UnaryOperator<String> wording) {
        return Json.object(
                "name", checkup.schema().name(),
                "location", checkup.location(),
                "version", checkup.version().isPresent() ? checkup.version().getAsInt() : null,
                "latest", checkup.schema().latest(),
                "bytes", checkup.bytes(),
                "wal_bytes", checkup.walBytes(),
                "rows_by_day",
                        checkup.growth() == null ? null : checkup.growth().document(),
                "ok", !checkup.damaged() && !checkup.unexamined(),
                "findings",
                        checkup.findings().stream()
                                .map(finding -> Json.object(
                                        "check",
                                        finding.check(),
                                        "damage",
                                        finding.damage(),
                                        "message",
                                        wording.apply(finding.message()),
                                        "examined",
                                        finding.kind() != Checkup.Kind.UNEXAMINED))
                                .toList());
    }
}
