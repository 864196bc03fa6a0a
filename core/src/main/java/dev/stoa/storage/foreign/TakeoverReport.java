package dev.stoa.storage.foreign;

import dev.stoa.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a take-over did, or would do. Immutable. Every row of the file that is not named here was kept as it was.
 *
 * @param leftOut tables of the file that belong to none of its archives
 * @param altered values that were changed, so that their rows could be kept
 * @param setAside rows that were not taken
 * @param quarantine the file that has them; null if there are none, or nothing was changed
 */
public record TakeoverReport(
        Path file,
        boolean dryRun,
        List<Part> archives,
        List<Table> leftOut,
        List<Altered> altered,
        List<SetAside> setAside,
        @Nullable Path quarantine) {
    public TakeoverReport {
        archives = List.copyOf(archives);
        leftOut = List.copyOf(leftOut);
        altered = List.copyOf(altered);
        setAside = List.copyOf(setAside);
    }

    /** A value that was changed; both as they are shown, long ones cut. */
    public record Altered(String archive, String table, String row, String column, String from, String to) {
        @Override
        public String toString() {
            return table + " " + row + ": " + column + " " + from + " became " + to;
        }
    }

    /** A row that was not taken, and why. */
    public record SetAside(String archive, String table, String row, String reason) {
        @Override
        public String toString() {
            return table + " " + row + ": " + reason;
        }
    }

    /**
     * One archive that was in the file.
     *
     * @param location where it is now
     * @param found the version that its columns are
     * @param claimed the number that the file gives itself, null if it gives none
     * @param version the version it has now
     * @param notes what was renamed, rewritten and filled in, one sentence each
     */
    public record Part(
            String name,
            String location,
            int found,
            @Nullable Integer claimed,
            int version,
            List<Table> tables,
            List<String> notes) {
        public Part {
            tables = List.copyOf(tables);
            notes = List.copyOf(notes);
        }

        private Part noting(@Nullable String note) {
            List<String> more = new ArrayList<>(notes);
            if (note != null) {
                more.add(note);
            }
            return new Part(name, location, found, claimed, version, tables, more);
        }

        /** The rows that are there now. */
        public long rows() {
            return tables.stream().mapToLong(Table::rows).sum();
        }

        private Map<String, @Nullable Object> document() {
            return Json.object(
                    "name",
                    name,
                    "location",
                    location,
                    "version_found",
                    found,
                    "version_claimed",
                    claimed,
                    "version",
                    version,
                    "rows",
                    rows(),
                    "tables",
                    tables.stream()
                            .map(table -> Json.object(
                                    "table", table.name(), "rows_found", table.found(), "rows", table.rows()))
                            .toList(),
                    "notes",
                    notes);
        }
    }

    /**
     * The rows of one table.
     *
     * @param found how many were in the file
     * @param rows how many there are now
     */
    public record Table(String name, long found, long rows) {}

    /** The same with one more note for each archive that is named. */
    public TakeoverReport noting(Map<String, String> notes) {
        return new TakeoverReport(
                file,
                dryRun,
                archives.stream()
                        .map(part -> part.noting(notes.get(part.name())))
                        .toList(),
                leftOut,
                altered,
                setAside,
                quarantine);
    }

    /** The report as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "file",
                file.toString(),
                "dry_run",
                dryRun,
                "archives",
                archives.stream().map(Part::document).toList(),
                "left_out",
                leftOut.stream()
                        .map(table -> Json.object("table", table.name(), "rows", table.found()))
                        .toList(),
                "altered",
                altered.stream()
                        .map(one -> Json.object(
                                "archive",
                                one.archive(),
                                "table",
                                one.table(),
                                "row",
                                one.row(),
                                "column",
                                one.column(),
                                "from",
                                one.from(),
                                "to",
                                one.to()))
                        .toList(),
                "set_aside",
                setAside.stream()
                        .map(one -> Json.object(
                                "archive",
                                one.archive(),
                                "table",
                                one.table(),
                                "row",
                                one.row(),
                                "reason",
                                one.reason()))
                        .toList(),
                "quarantine",
                quarantine == null ? null : quarantine.toString());
    }
}
