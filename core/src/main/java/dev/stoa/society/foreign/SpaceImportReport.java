package dev.stoa.society.foreign;

import dev.stoa.json.Json;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an import of another program's file did, or would do. Immutable.
 *
 * @param file its path, or its name where it was taken over at the start
 * @param zone where times without a zone were taken to be from
 * @param tables what became of the rows of each table
 * @param remarks everything else worth knowing, by its kind; kinds without any are absent
 * @param quarantine the file that has the rows that could not be taken; null if there is none
 */
public record SpaceImportReport(
        String file,
        boolean dryRun,
        ZoneId zone,
        List<Table> tables,
        Map<Remark, List<String>> remarks,
        @Nullable Path quarantine) {
    private static final int SHOWN = 20;

    public SpaceImportReport {
        tables = List.copyOf(tables);
        Map<Remark, List<String>> copy = new LinkedHashMap<>();
        for (Remark remark : Remark.values()) {
            if (remarks.containsKey(remark)) {
                copy.put(remark, List.copyOf(remarks.getOrDefault(remark, List.of())));
            }
        }
        remarks = copy;
    }

    /**
     * The rows of one table of the file: each was written or skipped.
     *
     * @param skipped those that were there already, became others by their name, or were broken
     */
    public record Table(String name, long read, long written, long skipped) {}

    /** What an import can have to tell, in the order in which it does. */
    public enum Remark {
        MAPPED("became others of the same name"),
        UNRESOLVED_CONSTITUTIONS("constitutions that name no file and stayed as they are"),
        CONFIDENCES_DROPPED("confidences outside 0 to 1 became null"),
        SPAWN_NUMBERS_MOVED("runs got other numbers"),
        RUNS_ENDED("open runs ended"),
        EXECUTIONS_KILLED("pending and running executions were killed"),
        LINEAGE_DROPPED("pointers between notes were not followed"),
        JOURNALS_ARCHIVED("journals beside a newer one were archived"),
        BOOKMARKS_LEFT("bookmarks were not taken"),
        POINTERS_DROPPED("pointers to missing rows became null"),
        TIMES_REPLACED("times that cannot be read were replaced"),
        FILLED_IN("missing values were filled in"),
        BROKEN("rows that cannot be taken"),
        LEFT_OUT("nothing here for");

        private final String sentence;

        Remark(String sentence) {
            this.sentence = sentence;
        }

        /** The name under which JSON has it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How many rows were written. */
    public long written() {
        return tables.stream().mapToLong(Table::written).sum();
    }

    /** The report as JSON. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        remarks.forEach((remark, items) -> told.put(remark.text(), items));
        return Json.object(
                "file",
                file,
                "archive",
                SpaceImport.ARCHIVE,
                "dry_run",
                dryRun,
                "zone",
                zone.getId(),
                "tables",
                tables.stream()
                        .map(table -> Json.object(
                                "table",
                                table.name(),
                                "read",
                                table.read(),
                                "written",
                                table.written(),
                                "skipped",
                                table.skipped()))
                        .toList(),
                "remarks",
                told,
                "quarantine",
                quarantine == null ? null : quarantine.toString());
    }

    /** The report for people; of long lists the beginning. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Table table : tables) {
            lines.add(table.name() + ": " + table.read() + " read, " + table.written() + " written, " + table.skipped()
                    + " skipped");
        }
        lines.add("times without a zone were read as those of " + zone.getId());
        remarks.forEach((remark, items) -> {
            lines.add(remark.sentence + ": " + items.size());
            items.stream().limit(SHOWN).forEach(item -> lines.add("  " + item));
            if (items.size() > SHOWN) {
                lines.add("  and " + (items.size() - SHOWN) + " more; the JSON document lists all");
            }
        });
        if (quarantine != null) {
            lines.add("these rows are in " + quarantine + "; correct them there, then import it");
        }
        if (dryRun) {
            lines.add("nothing was changed");
        }
        return lines;
    }
}
