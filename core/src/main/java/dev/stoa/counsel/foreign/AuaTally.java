package dev.stoa.counsel.foreign;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Excerpt;
import dev.stoa.storage.foreign.Quarantine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts what becomes of every row of an import, and collects why it must be refused. Not thread-safe. A row that was
 * read is either imported, skipped or a reason to refuse.
 */
final class AuaTally {
    private static final int NAMED = 10;
    private static final int SHOWN = 60;

    private final Map<String, long[]> counts = new LinkedHashMap<>();
    private final List<String> altered = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final List<String> differing = new ArrayList<>();
    private final List<String> leftOut;
    private final Quarantine aside = new Quarantine();
    private long stubs;
    private long legacy;
    private long verified;

    AuaTally(AuaFile file) {
        leftOut = new ArrayList<>(file.leftOut());
        file.rows().forEach((table, rows) -> count(table)[0] += rows.size());
        for (AuaFile.UnreadableRow bad : file.unreadable()) {
            count(bad.row().table())[0]++;
            setAside(bad.row(), null, bad.why());
        }
    }

    private long[] count(String table) {
        return counts.computeIfAbsent(table, any -> new long[3]);
    }

    void imported(OldRow row) {
        count(row.table())[1]++;
    }

    void skipped(OldRow row) {
        count(row.table())[2]++;
    }

    void stub() {
        stubs++;
    }

    void legacy(boolean verifies) {
        legacy++;
        verified += verifies ? 1 : 0;
    }

    long legacyRows() {
        return legacy;
    }

    long verified() {
        return verified;
    }

    /** A value that was changed. */
    void altered(OldRow row, @Nullable String id, String column, @Nullable Object from, @Nullable Object to) {
        altered.add(row.shown(id) + ": " + column + " " + shown(from) + " became " + shown(to));
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value).replaceAll("\\p{Cntrl}", "\uFFFD");
        return Excerpt.marked(text, SHOWN);
    }

    /** A row that cannot be taken by itself. */
    void setAside(OldRow row, @Nullable String id, String why) {
        skipped(row);
        broken.add(row.shown(id) + ": " + why);
        aside.add(AuaImport.FILE, row.table(), row.shown(id), why, row.values());
    }

    /** A row whose id stands for something else here. */
    void differs(OldRow row, String id) {
        skipped(row);
        differing.add(row.shown(id));
    }

    Quarantine aside() {
        return aside;
    }

    Map<String, Long> imported() {
        Map<String, Long> imported = new LinkedHashMap<>();
        counts.forEach((table, count) -> imported.put(table, count[1]));
        return imported;
    }

    /** Refuses the import if anything needs a decision that was not made. */
    void refuse(AuaOptions options) {
        if (!differing.isEmpty()) {
            throw new ConflictException(
                    "conflict",
                    listed(differing, "exists here with other content", "exist here with other content"),
                    "import into a fresh archive; nothing was changed");
        }
        if (!broken.isEmpty() && options.aside() == null) {
            throw new ConflictException(
                    "conflict", listed(broken, "cannot be taken", "cannot be taken"), "correct them in the file");
        }
    }

    private static String listed(List<String> items, String one, String several) {
        String more = items.size() > NAMED ? " and " + (items.size() - NAMED) + " more" : "";
        return (items.size() == 1 ? "1 row " + one : items.size() + " rows " + several) + ": "
                + String.join(", ", items.subList(0, Math.min(NAMED, items.size()))) + more;
    }

    AuaImportReport report(String file, boolean dryRun, @Nullable Path quarantine) {
        Map<String, AuaImportReport.Table> tables = new LinkedHashMap<>();
        counts.forEach((table, count) -> tables.put(table, new AuaImportReport.Table(count[0], count[1], count[2])));
        return new AuaImportReport(file, dryRun, tables, stubs, legacy, verified, altered, broken, leftOut, quarantine);
    }
}
