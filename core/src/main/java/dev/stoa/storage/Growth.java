package dev.stoa.storage;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many rows of an archive's main table came each day, by the times on record. Immutable. At most {@link #MOST} of the
 * newest rows are looked at, however many there are.
 *
 * @param table the table that grows
 * @param days a count for each day of UTC, the oldest first and today last
 * @param lastDay the day of the last count
 * @param atLeast whether there were more rows than are looked at, so that the counts of the oldest days are too small
 */
public record Growth(String table, List<Long> days, LocalDate lastDay, boolean atLeast) {
    /** How many days are counted. */
    public static final int DAYS = 30;

    /** How many rows are looked at. */
    public static final int MOST = 50_000;

    public Growth {
        days = List.copyOf(days);
    }

    /**
     * The growth of an archive of the latest version; null if it declares no table that grows, or if that cannot be read,
     * of which other checks tell.
     */
    public static @Nullable Growth of(ArchiveSchema schema, Tx tx, Instant now) {
        try {
            return of(schema, tx, now, MOST);
        } catch (StoaException e) {
            return null;
        }
    }

    static @Nullable Growth of(ArchiveSchema schema, Tx tx, Instant now, int most) {
        ArchiveSchema.Growing growing = schema.growing();
        if (growing == null) {
            return null;
        }
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        LocalDate first = today.minusDays(DAYS - 1L);
        Instant since = first.atStartOfDay(ZoneOffset.UTC).toInstant();
        boolean byTime = growing.order().equals(growing.time());
        String sql = "SELECT " + growing.time() + " FROM " + growing.table()
                + (byTime ? " WHERE " + growing.time() + " >= ?" : "") + " ORDER BY " + growing.order()
                + " DESC LIMIT ?";
        long[] counts = new long[DAYS];
        List<Instant> oldest = new ArrayList<>();
        long[] read = new long[1];
        List<@Nullable Object> params = new ArrayList<>();
        if (byTime) {
            params.add(since);
        }
        params.add(most);
        tx.each(
                sql,
                row -> {
                    read[0]++;
                    Instant at = row.instantOrNull(1);
                    if (at != null && !at.isBefore(since) && at.isBefore(since.plus(Duration.ofDays(DAYS)))) {
                        LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
                        counts[(int) ChronoUnit.DAYS.between(first, day)]++;
                        oldest.clear();
                        oldest.add(at);
                    } else if (at != null && at.isBefore(since)) {
                        oldest.clear();
                    }
                },
                params.toArray());
        List<Long> days = new ArrayList<>();
        for (long count : counts) {
            days.add(count);
        }
        return new Growth(growing.table(), days, today, read[0] == most && !oldest.isEmpty());
    }

    public Map<String, @Nullable Object> document() {
        return Json.object("table", table, "days", days, "last_day", lastDay.toString(), "at_least", atLeast);
    }
}
