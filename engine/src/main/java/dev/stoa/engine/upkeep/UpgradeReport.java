package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an upgrade of the archives did, or would do. Immutable.
 *
 * @param archives one for each archive that exists
 */
public record UpgradeReport(List<Archive> archives, boolean dryRun) {
    public UpgradeReport {
        archives = List.copyOf(archives);
    }

    /**
     * The versions of an archive.
     *
     * @param from what it was
     * @param to the latest
     */
    public record Archive(String name, int from, int to) {
        /** Whether there was something to upgrade. */
        public boolean upgraded() {
            return from < to;
        }
    }

    /**
     * Puts the upgrades on record, unless they are.
     *
     * @param since when they were begun
     */
    public void record(Stoa stoa, Principal by, Instant since) {
        Map<String, Integer> present = new TreeMap<>();
        Map<String, Integer> before = new TreeMap<>();
        for (Archive each : archives) {
            present.put(each.name(), each.to());
            if (each.upgraded()) {
                before.put(each.name(), each.from());
            }
        }
        stoa.counsel().audit().upgraded(by, present, before, since, Map.of("by", by.shown()));
    }

    /** The report as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "archives",
                archives.stream()
                        .map(archive -> Json.object(
                                "name",
                                archive.name(),
                                "from",
                                archive.from(),
                                "to",
                                archive.to(),
                                "upgraded",
                                archive.upgraded()))
                        .toList(),
                "dry_run",
                dryRun);
    }
}
