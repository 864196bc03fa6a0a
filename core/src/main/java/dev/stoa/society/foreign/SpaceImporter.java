package dev.stoa.society.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.society.base.FeedKind;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One import of another program's rows, within one unit of work: first everything is decided, then everything is
 * written. Not thread-safe.
 *
 * <p>What is new enters the one sequence of the society in the order of its times, across all tables; of
 * rows of the same time the one that was inserted first comes first.
 */
final class SpaceImporter {
    /** What of the file becomes one kind of thing here. */
    interface Part {
        /** Finds out what is new, and tells of it; writes nothing. */
        void decide();

        /** Writes what is new. */
        void write();
    }

    private record Event(
            Instant at,
            FeedKind kind,
            @Nullable String agent,
            @Nullable String channel,
            String ref) {}

    private final Tx tx;
    private final SpaceFile file;
    private final SpaceOptions options;
    private final SpaceTimes times;
    private final SpaceImportCounts tally;
    private final Instant now;
    private final SpaceAgents people;
    private final List<Event> events = new ArrayList<>();
    private final Map<String, Long> seqs = new HashMap<>();

    private SpaceImporter(Tx tx, SpaceFile file, SpaceOptions options, Instant now) {
        this.tx = tx;
        this.file = file;
        this.options = options;
        this.times = new SpaceTimes(options.zone());
        this.tally = new SpaceImportCounts(file);
        this.now = now.truncatedTo(ChronoUnit.MILLIS);
        this.people = new SpaceAgents(this);
    }

    /** Takes in what is in a file; refuses all of it if anything needs a decision that was not made. */
    static SpaceImportCounts run(Tx tx, SpaceFile file, SpaceOptions options, Instant now) {
        SpaceImporter intake = new SpaceImporter(tx, file, options, now);
        SpaceMessages messages = new SpaceMessages(intake);
        List<Part> parts = List.of(
                intake.people,
                new SpaceRuns(intake),
                new SpaceTasks(intake),
                messages,
                new SpaceBookmarks(intake, messages),
                new SpaceNotes(intake),
                new SpaceFacts(intake));
        parts.forEach(Part::decide);
        intake.tally.refuse(options);
        intake.tellAll();
        parts.forEach(Part::write);
        return intake.tally;
    }

    Tx tx() {
        return tx;
    }

    SpaceOptions options() {
        return options;
    }

    SpaceImportCounts tally() {
        return tally;
    }

    Instant now() {
        return now;
    }

    /** Who there is and where they talk, under the ids that they have here. */
    SpaceAgents people() {
        return people;
    }

    List<SpaceRow> rows(String table) {
        return file.of(table);
    }

    /** Whether the archive has none of these, so that no row needs a lookup. */
    boolean isEmpty(String table) {
        return tx.one("SELECT 1 FROM " + table + " LIMIT 1", row -> row.number(1))
                .isEmpty();
    }

    /** A number of times; what is none, or below 0, is 0 and reported. */
    long count(SpaceRow row, String id, String column) {
        String stored = row.word(column);
        Long number = row.number(column);
        if (stored == null || (number != null && number >= 0)) {
            return number == null ? 0 : number;
        }
        tally.remark(
                SpaceImportReport.Remark.FILLED_IN,
                row.shown(id) + ": " + column + " " + Bounds.shown(stored) + " became 0");
        return 0;
    }

    /** The first of these times that can be read; where there is none, the present. */
    Instant time(SpaceRow row, @Nullable String id, String... columns) {
        for (String column : columns) {
            Instant time = timeOrNull(row, id, column);
            if (time != null) {
                return time;
            }
        }
        tally.remark(
                SpaceImportReport.Remark.TIMES_REPLACED, row.shown(id) + ": no " + columns[0] + ", now the present");
        return now;
    }

    /** A time that may be missing; one that cannot be read is reported and missing. */
    @Nullable
    Instant timeOrNull(SpaceRow row, @Nullable String id, String column) {
        String stored = row.word(column);
        if (stored == null) {
            return null;
        }
        Instant time = times.instant(stored);
        if (time == null) {
            tally.remark(
                    SpaceImportReport.Remark.TIMES_REPLACED,
                    row.shown(id) + ": " + column + " \"" + stored + "\" is no time");
        }
        return time;
    }

    /** Time as it is stored: finer digits only decide the order. */
    static @Nullable Instant stored(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Registers a row to be written, with its time. */
    void tell(Instant at, FeedKind kind, @Nullable String agent, @Nullable String channel, String ref) {
        events.add(new Event(at, kind, agent, channel, ref));
    }

    /** The place of a row in the one sequence; known when everything is decided. */
    long seq(FeedKind kind, String ref) {
        return seqs.getOrDefault(kind.text() + " " + ref, 0L);
    }

    private void tellAll() {
        long last = tx.number("SELECT COALESCE(max(feed_seq), 0) FROM feed");
        // A stable sort: what was decided first comes first among equals.
        events.sort(Comparator.comparing(Event::at));
        tx.batch(
                "INSERT INTO feed (at, kind, agent_id, channel_id, ref_id) VALUES (?, ?, ?, ?, ?)",
                events,
                event -> Tx.values(now, event.kind().text(), event.agent(), event.channel(), event.ref()));
        tx.each(
                "SELECT kind, ref_id, feed_seq FROM feed WHERE feed_seq > ?",
                row -> seqs.put(row.text(1) + " " + row.text(2), row.number(3)),
                last);
    }
}
