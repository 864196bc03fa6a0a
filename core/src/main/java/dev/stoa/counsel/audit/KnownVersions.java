package dev.stoa.counsel.audit;

import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The versions of all archives that the log knows of, within a unit of work. Stateless. They are kept beside the log, so
 * that of all who find an archive in a later version one records that it was upgraded, also if the one who did it died.
 */
final class KnownVersions {
    private static final String KEY = "versions";

    private KnownVersions() {}

    /**
     * A version of an archive.
     *
     * @param recorded when the upgrade to it was put on record, in milliseconds; 0 if it was so when it was first seen
     */
    record Known(int version, long recorded) {}

    /** The versions that are known, by the names of archives. */
    static Map<String, Known> of(Tx tx) {
        Map<String, Known> known = new TreeMap<>();
        tx.one("SELECT value FROM counsel_meta WHERE key = ?", row -> Json.parseArray(row.text(1)), KEY)
                .ifPresent(all -> JsonFields.of(Json.object("archives", all))
                        .objects("archives")
                        .forEach(one -> known.put(
                                one.text("name"),
                                new Known(Math.toIntExact(one.whole("version")), one.whole("recorded")))));
        return known;
    }

    /** Whether these versions are known. */
    static boolean has(Map<String, Known> known, Map<String, Integer> present) {
        return present.entrySet().stream().allMatch(one -> {
            Known there = known.get(one.getKey());
            return there != null && there.version() == one.getValue();
        });
    }

    /**
     * The upgrades that are not on record, in the form of their entry.
     *
     * @param present the versions that archives have now
     * @param claimed the versions from which the caller upgraded some of them
     * @param since when the caller began; what is on record since is what it did
     */
    static List<Map<String, @Nullable Object>> news(
            Map<String, Known> known, Map<String, Integer> present, Map<String, Integer> claimed, Instant since) {
        List<Map<String, @Nullable Object>> news = new ArrayList<>();
        new TreeMap<>(present).forEach((name, to) -> {
            Known there = known.get(name);
            Integer from = there != null && there.version() < to
                    ? (Integer) there.version()
                    : there != null && there.recorded() >= since.toEpochMilli() ? null : claimed.get(name);
            if (from != null && from < to) {
                news.add(Json.object("name", name, "from", from, "to", to));
            }
        });
        return news;
    }

    /** Stores what is known now. */
    static void store(
            Tx tx,
            Map<String, Known> known,
            Map<String, Integer> present,
            List<Map<String, @Nullable Object>> news,
            Instant now) {
        present.forEach((name, version) -> {
            boolean recorded = news.stream().anyMatch(one -> name.equals(one.get("name")));
            Known before = known.get(name);
            if (recorded || before == null || before.version() != version) {
                known.put(name, new Known(version, recorded ? now.toEpochMilli() : 0));
            }
        });
        tx.update(
                "INSERT INTO counsel_meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                KEY,
                Json.write(known.entrySet().stream()
                        .map(one -> Json.object(
                                "name",
                                one.getKey(),
                                "version",
                                one.getValue().version(),
                                "recorded",
                                one.getValue().recorded()))
                        .toList()));
    }
}
