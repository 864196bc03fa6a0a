package dev.stoa.counsel.foreign;

import dev.stoa.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an import of an {@code aua.db} did, or would do. Immutable. Every row that is not named here was kept as it was.
 *
 * @param tables what became of the rows of each table
 * @param stubs how many conversations, projects and sessions were made because rows refer to them
 * @param legacyRows how many rows of its audit log are kept
 * @param verified how many of these its own rule confirms
 * @param altered values that were changed so that their rows could be kept
 * @param setAside rows that were not taken, and why
 * @param leftOut tables and columns for which there is no place
 * @param quarantine the file that has the rows that were set aside; null if there is none
 */
public record AuaImportReport(
        String file,
        boolean dryRun,
        Map<String, Table> tables,
        long stubs,
        long legacyRows,
        long verified,
        List<String> altered,
        List<String> setAside,
        List<String> leftOut,
        @Nullable Path quarantine) {
    private static final int SHOWN = 20;

    public AuaImportReport {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        altered = List.copyOf(altered);
        setAside = List.copyOf(setAside);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * The rows of one table of the file: each was imported or skipped.
     *
     * @param skipped those that were there already, are made again from others, were deleted or set aside
     */
    public record Table(long read, long imported, long skipped) {}

    /** How many rows were imported. */
    public long imported() {
        return tables.values().stream().mapToLong(Table::imported).sum();
    }

    /** The report as JSON. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> counts = new LinkedHashMap<>();
        tables.forEach((name, table) -> counts.put(
                name, Json.object("read", table.read(), "imported", table.imported(), "skipped", table.skipped())));
        return Json.object(
                "file",
                file,
                "archive",
                AuaImport.ARCHIVE,
                "dry_run",
                dryRun,
                "tables",
                counts,
                "stubs",
                stubs,
                "legacy_audit",
                Json.object("rows", legacyRows, "verified", verified, "broken", legacyRows - verified),
                "altered",
                altered,
                "set_aside",
                setAside,
                "left_out",
                leftOut,
                "quarantine",
                quarantine == null ? null : quarantine.toString());
    }

    /** The report for people; of long lists the beginning. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        tables.forEach((name, table) -> lines.add(name + ": " + table.read() + " read, " + table.imported()
                + " imported, " + table.skipped() + " skipped"));
        if (stubs > 0) {
            lines.add("made for rows that refer to them: " + stubs);
        }
        if (legacyRows > 0) {
            lines.add("audit log: " + legacyRows + " rows kept, " + verified + " verified by the rule of that program, "
                    + (legacyRows - verified) + " not");
        }
        listed(lines, "altered", altered);
        listed(lines, "set aside", setAside);
        listed(lines, "nothing here for", leftOut);
        if (quarantine != null) {
            lines.add("the rows set aside are in " + quarantine + "; correct them there, then import it");
        }
        if (dryRun) {
            lines.add("nothing was changed");
        }
        return lines;
    }

    private static void listed(List<String> lines, String what, List<String> items) {
        if (!items.isEmpty()) {
            lines.add(what + ": " + items.size());
            items.stream().limit(SHOWN).forEach(item -> lines.add("  " + item));
            if (items.size() > SHOWN) {
                lines.add("  and " + (items.size() - SHOWN) + " more; the JSON document lists all");
            }
        }
    }
}
