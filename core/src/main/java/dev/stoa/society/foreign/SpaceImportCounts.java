package dev.stoa.society.foreign;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.foreign.Quarantine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts what becomes of every row of an import, and collects why it must be refused. Not thread-safe. A row that was
 * read is either kept, skipped or a reason to refuse.
 */
final class SpaceImportCounts {
    private static final int NAMED = 10;

    private final Map<String, long[]> counts = new LinkedHashMap<>();
    private final Map<SpaceImportReport.Remark, List<String>> remarks = new EnumMap<>(SpaceImportReport.Remark.class);
    private final Map<String, List<@Nullable String>> seen = new HashMap<>();
    private final List<String> broken = new ArrayList<>();
    private final Quarantine aside = new Quarantine();
    private final List<String> differing = new ArrayList<>();
    private final List<String> held = new ArrayList<>();

    SpaceImportCounts(SpaceFile file) {
        file.rows().forEach((table, rows) -> counts.put(table, new long[] {rows.size(), 0, 0}));
        for (SpaceFile.UnreadableRow bad : file.unreadable()) {
            counts.computeIfAbsent(bad.row().table(), table -> new long[3])[0]++;
            broken(bad.row(), null, bad.why(), bad.values());
        }
        file.leftOut().forEach(item -> remark(SpaceImportReport.Remark.LEFT_OUT, item));
        file.replaced()
                .forEach((table, number) -> remark(
                        SpaceImportReport.Remark.FILLED_IN,
                        table + ": " + number + " texts held the character zero, now U+FFFD"));
    }

    void remark(SpaceImportReport.Remark remark, String item) {
        remarks.computeIfAbsent(remark, any -> new ArrayList<>()).add(item);
    }

    void written(SpaceRow row) {
        count(row)[1]++;
    }

    void skipped(SpaceRow row) {
        count(row)[2]++;
    }

    private long[] count(SpaceRow row) {
        return counts.computeIfAbsent(row.table(), table -> new long[3]);
    }

    /** A row that cannot be taken by itself. */
    void broken(SpaceRow row, @Nullable String id, String why) {
        broken(row, id, why, row.document());
    }

    private void broken(SpaceRow row, @Nullable String id, String why, Map<String, @Nullable Object> values) {
        skipped(row);
        broken.add(row.shown(id) + ": " + why);
        aside.add(SpaceQuarantine.ARCHIVE, row.table(), row.shown(id), why, values);
    }

    /** The rows that cannot be taken. */
    Quarantine aside() {
        return aside;
    }

    /** A row whose name another row has. */
    void held(SpaceRow row, @Nullable String id, String why) {
        skipped(row);
        held.add(row.shown(id) + ": " + why);
    }

    /** A row whose id stands for something else here. */
    void differs(SpaceRow row, String id) {
        skipped(row);
        differing.add(row.shown(id));
    }

    /**
     * Whether a row is to be written. What is there already is skipped if it says the same.
     *
     * @param noun what the row becomes, since several tables may become one
     * @param stored what the archive has under an id
     */
    boolean isNew(
            SpaceRow row,
            String noun,
            @Nullable String id,
            List<@Nullable String> content,
            Function<String, Optional<List<@Nullable String>>> stored) {
        if (id == null) {
            broken(row, null, "it has no id");
            return false;
        }
        String key = noun + " " + id;
        boolean twice = seen.containsKey(key);
        List<@Nullable String> there = twice ? seen.get(key) : stored.apply(id).orElse(null);
        seen.putIfAbsent(key, content);
        if (there == null) {
            return true;
        }
        if (there.equals(content)) {
            skipped(row);
        } else if (twice) {
            broken(row, id, "another row before it has its id, and other content");
        } else {
            differs(row, id);
        }
        return false;
    }

    /** Refuses the import if anything needs a decision that was not made. */
    void refuse(SpaceOptions options) {
        List<String> reasons = new ArrayList<>();
        List<String> hints = new ArrayList<>();
        if (!differing.isEmpty()) {
            reasons.add(listed(differing, "exists here with other content", "exist here with other content"));
            hints.add("import into a fresh archive");
        }
        if (!held.isEmpty()) {
            reasons.add(listed(held, "has the name of another", "have the names of others"));
            hints.add("map their identities to those agents");
        }
        if (!broken.isEmpty() && !options.skipBroken() && options.aside() == null) {
            reasons.add(listed(broken, "is broken", "are broken"));
            hints.add("skip the broken rows");
        }
        if (!reasons.isEmpty()) {
            throw new ConflictException(
                    differing.isEmpty() && !held.isEmpty() ? "taken" : "conflict",
                    String.join("; ", reasons),
                    String.join("; ", hints));
        }
    }

    private static String listed(List<String> items, String one, String several) {
        String more = items.size() > NAMED ? " and " + (items.size() - NAMED) + " more" : "";
        return (items.size() == 1 ? "1 row " + one : items.size() + " rows " + several) + ": "
                + items.stream().limit(NAMED).collect(Collectors.joining(", ")) + more;
    }

    SpaceImportReport taken(String file, boolean dryRun, SpaceOptions options, @Nullable Path quarantine) {
        broken.forEach(item -> remark(SpaceImportReport.Remark.BROKEN, item));
        List<SpaceImportReport.Table> tables = new ArrayList<>();
        counts.forEach((table, count) -> tables.add(new SpaceImportReport.Table(table, count[0], count[1], count[2])));
        return new SpaceImportReport(file, dryRun, options.zone(), tables, remarks, quarantine);
    }
}
