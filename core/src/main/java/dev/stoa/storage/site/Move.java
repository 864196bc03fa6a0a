package dev.stoa.storage.site;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.base.Times;
import dev.stoa.base.UnavailableException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Fault;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.move.MoveNote;
import dev.stoa.storage.move.MoveNotes;
import dev.stoa.storage.move.MoveTable;
import dev.stoa.storage.sqlite.DirectoryLease;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The way of all archives from a data directory to a PostgreSQL database or back. Used once, by one thread. The database
 * is several if archives have databases of their own; then each has its notes, and the steps below are taken at all of
 * them before the next step is.
 *
 * <p>First the target and then the source get a note with the id of the move. The note refuses to open the target and to
 * write to the source, in every process. Then each archive is copied as a whole, read again and compared, and noted as
 * done. At the end the source is marked as moved away, and then the target is opened. A process that is killed at any
 * point leaves notes by which the same call goes on; one that fails opens the source again, and the next call begins at
 * the start, because the source may have changed.
 */
public final class Move {
    private final SqliteSite files;
    private final PostgresSite database;
    private final boolean outward;
    private final List<ArchiveSchema> schemas;
    private final @Nullable Path beside;
    private final InstantSource clock;
    private final MoveListener listener;
    private final List<String> leftOut = new ArrayList<>();

    /**
     * A move that nothing was done of yet.
     *
     * @param beside the data directory beside the source, whose audit files go along if they are not there already
     */
    public Move(
            Site from, Site to, List<ArchiveSchema> schemas, Path beside, InstantSource clock, MoveListener listener) {
        if (from instanceof SqliteSite source && to instanceof PostgresSite target) {
            this.files = source;
            this.database = target;
            this.outward = true;
        } else if (from instanceof PostgresSite source && to instanceof SqliteSite target) {
            this.files = target;
            this.database = source;
            this.outward = false;
        } else {
            throw new InvalidException(
                    "invalid",
                    "archives move between a data directory and a PostgreSQL database, and both places are of one kind",
                    "name a place of the other kind, or make a backup and restore it there");
        }
        this.schemas = List.copyOf(schemas);
        this.beside = outward ? null : beside;
        this.clock = clock;
        this.listener = listener;
    }

    /** A place with notes of its own: the data directory, or one of the servers. */
    record Spot(MoveNotes notes, List<ArchiveSchema> schemas) {}

    /** The places of both sides. */
    private record Sides(List<Spot> sources, List<Spot> targets, FileSide files, PostgresSide database) {
        /** The note that closes the source; of several servers the one of the server that is furthest behind. */
        @Nullable
        MoveNote left() {
            MoveNote left = null;
            for (Spot source : sources) {
                MoveNote note = source.notes().closing();
                if (note != null && (left == null || note.state() == MoveNote.State.LEAVING)) {
                    left = note;
                }
            }
            return left;
        }

        /** Whether every place of the source is closed by this move. */
        boolean isLeaving(MoveNote move) {
            return sources.stream().allMatch(source -> {
                MoveNote note = source.notes().closing();
                return note != null && note.id().equals(move.id());
            });
        }

        /** At how many places of the target this move has not ended. */
        long awaiting(MoveNote move) {
            return targets.stream()
                    .filter(target -> isArrival(target.notes().closing(), move))
                    .count();
        }

        private static boolean isArrival(@Nullable MoveNote note, MoveNote move) {
            return note != null && note.id().equals(move.id()) && note.state() == MoveNote.State.ARRIVING;
        }

        void openSource() {
            for (Spot source : sources) {
                source.notes().open();
            }
        }
    }

    private interface Task<T> {
        T run(Sides sides) throws SQLException, IOException;
    }

    private <T> T alone(Task<T> task) {
        try (DirectoryLease lock = lock();
                PostgresSide servers = new PostgresSide(database, schemas);
                FileSide side = new FileSide(files)) {
            servers.hold();
            List<Spot> directory = List.of(new Spot(side.notes(), schemas));
            List<Spot> spots = servers.spots();
            return task.run(new Sides(outward ? directory : spots, outward ? spots : directory, side, servers));
        } catch (SQLException e) {
            throw Fault.of("move", e);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the archives cannot be moved (" + e.getMessage() + ")",
                    "check that the data directory allows writing and that the disk has space",
                    e);
        }
    }

    private DirectoryLease lock() {
        try {
            return DirectoryLease.alone(files.moveNotes().lock(), Duration.ZERO);
        } catch (ConflictException e) {
            throw moving(files.place());
        }
    }

    static ConflictException moving(String place) {
        return new ConflictException("moving", "another move uses " + place + " now", "wait until it has ended");
    }

    private String from() {
        return outward ? files.place() : database.place();
    }

    private String to() {
        return outward ? database.place() : files.place();
    }

    private Site source() {
        return outward ? files : database;
    }

    private Site target() {
        return outward ? database : files;
    }

    /** Says what would be copied, and refuses what a move would refuse. */
    public MoveReport plan() {
        long start = System.nanoTime();
        return alone(sides -> {
            Begin begin = begin(sides);
            List<MoveReport.Archive> archives = new ArrayList<>();
            for (ArchiveSchema schema : present()) {
                archives.add(
                        outward
                                ? sides.files().estimate(schema)
                                : sides.database().estimate(schema, clock));
            }
            return report(archives, true, begin != Begin.NEW, false, start);
        });
    }

    /** Moves the archives, or goes on with a move that was cut off. */
    public MoveReport run() {
        long start = System.nanoTime();
        boolean[] resumed = new boolean[1];
        List<MoveReport.Archive> archives = new ArrayList<>();
        boolean others = alone(sides -> {
            Begin begin = begin(sides);
            resumed[0] = begin != Begin.NEW;
            if (begin == Begin.NEW) {
                upgrade();
                mark(sides);
            }
            if (begin == Begin.FINISH) {
                recorded(sides, archives);
            } else {
                copy(sides, archives, begin);
            }
            finish(sides);
            return outward ? sides.files().inUse() : sides.database().others() > 0;
        });
        return report(archives, false, resumed[0], others, start);
    }

    private MoveReport report(
            List<MoveReport.Archive> archives, boolean dryRun, boolean resumed, boolean others, long start) {
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new MoveReport(from(), to(), dryRun, archives, leftOut, resumed, others, millis);
    }

    /** Gives up a move that was interrupted: the source is opened again, and what has come to the target is deleted. */
    public void cancel() {
        alone(sides -> {
            MoveNote left = sides.left();
            if (left != null && left.state() != MoveNote.State.LEAVING) {
                throw left.refusal(from());
            }
            List<Spot> mine = sides.targets().stream()
                    .filter(target -> isMine(target.notes().closing()))
                    .toList();
            if (left == null && mine.isEmpty()) {
                throw new NotFoundException(
                        "not_found", "no move of " + from() + " to " + to() + " was cut off", "nothing is to be done");
            }
            if (left != null) {
                needSame(left);
                sides.openSource();
            }
            for (Spot target : mine) {
                if (outward) {
                    sides.database().discard(target);
                } else {
                    sides.files().discard(Objects.requireNonNull(target.notes().closing()));
                }
            }
            return true;
        });
    }

    private boolean isMine(@Nullable MoveNote come) {
        return come != null
                && come.state() == MoveNote.State.ARRIVING
                && come.other().equals(from());
    }

    private void needSame(MoveNote left) {
        if (!left.other().equals(to())) {
            throw left.refusal(from());
        }
    }

    private enum Begin {
        NEW,
        RESUME,
        FINISH
    }

    /** How far a move is, by the notes of both sides; changes nothing. */
    private Begin begin(Sides sides) {
        MoveNote left = sides.left();
        if (left != null) {
            long awaiting = sides.awaiting(left);
            if (left.state() == MoveNote.State.MOVED && awaiting > 0) {
                return Begin.FINISH;
            }
            if (left.state() != MoveNote.State.LEAVING) {
                throw left.refusal(from());
            }
            needSame(left);
            if (awaiting == sides.targets().size() && sides.isLeaving(left)) {
                return Begin.RESUME;
            }
        }
        if (present().isEmpty()) {
            throw new NotFoundException(
                    "not_found", "there is nothing to move in " + from(), "create the archives first");
        }
        for (Spot target : sides.targets()) {
            refuseUsed(sides, target);
        }
        return Begin.NEW;
    }

    /** Refuses a place that holds what is not to be overwritten. */
    private void refuseUsed(Sides sides, Spot target) {
        MoveNote come = target.notes().closing();
        if (come == null) {
            refuseExisting(target);
        } else if (come.state() == MoveNote.State.MOVED) {
            boolean returning = sides.sources().stream()
                    .map(source -> source.notes().arrival())
                    .anyMatch(arrival -> arrival != null && arrival.id().equals(come.id()));
            if (!returning) {
                throw new ConflictException(
                        "exists",
                        to() + " holds archives that another move took to " + come.other(),
                        "choose an empty place");
            }
        } else if (!isMine(come)) {
            throw come.refusal(to());
        }
    }

    private List<ArchiveSchema> present() {
        return schemas.stream().filter(source()::exists).toList();
    }

    private void refuseExisting(Spot place) {
        for (ArchiveSchema schema : place.schemas()) {
            if (target().exists(schema)) {
                throw new ConflictException(
                        "exists",
                        "archive " + schema.name() + " exists already in " + to() + " (" + target().locate(schema)
                                + ")",
                        "choose an empty place");
            }
        }
    }

    /** Opens what there is once, so that it has its latest version. */
    private void upgrade() {
        for (ArchiveSchema schema : present()) {
            try (Archive archive = source().open(schema)) {
                archive.ping();
            }
        }
        source().close();
    }

    private void mark(Sides sides) throws SQLException {
        String now = Times.show(clock.instant());
        String id = UUID.randomUUID().toString();
        for (Spot target : sides.targets()) {
            listener.step("mark target");
            MoveNote come = target.notes().closing();
            String before = come == null ? null : come.state() == MoveNote.State.MOVED ? come.json() : come.before();
            MoveNote arriving = new MoveNote(id, MoveNote.State.ARRIVING, from(), now, before);
            if (outward) {
                sides.database().expect(target, arriving);
            } else {
                sides.files().expect(arriving);
            }
        }
        MoveNote leaving = new MoveNote(id, MoveNote.State.LEAVING, to(), now, null);
        for (Spot source : sides.sources()) {
            listener.step("mark source");
            if (outward) {
                source.notes().set(leaving);
                // Who began to write before the note was there has ended when each file could be had once.
                opening(sides, () -> sides.files().await(present()));
            } else {
                sides.database().shut(source, leaving);
            }
        }
        listener.step("marked");
    }

    private interface Part {
        void run() throws SQLException, IOException;
    }

    /** Opens the source again if this fails. */
    private void opening(Sides sides, Part part) throws SQLException {
        boolean done = false;
        try {
            part.run();
            done = true;
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "the archives cannot be moved (" + e.getMessage() + ")",
                    "check that the data directory allows writing and that the disk has space",
                    e);
        } finally {
            if (!done) {
                try {
                    sides.openSource();
                } catch (StoaException ignored) {
                    // What led here is reported; a source that cannot be reached is opened by the next move.
                }
            }
        }
    }

    private Map<String, List<MoveTable.Content>> done(Sides sides) throws IOException {
        return outward ? sides.database().done() : sides.files().done(schemas);
    }

    private void recorded(Sides sides, List<MoveReport.Archive> archives) throws IOException {
        Map<String, List<MoveTable.Content>> done = done(sides);
        for (ArchiveSchema schema : schemas) {
            List<MoveTable.Content> tables = done.get(schema.name());
            if (tables != null) {
                archives.add(MoveReport.Archive.of(schema.name(), tables));
            }
        }
    }

    private void copy(Sides sides, List<MoveReport.Archive> archives, Begin begin) throws SQLException {
        opening(sides, () -> {
            if (begin == Begin.RESUME && outward) {
                // The first process may have been killed while a writer was still at work.
                sides.files().await(present());
            }
            Map<String, List<MoveTable.Content>> done = done(sides);
            ArchiveCopy copy = new ArchiveCopy(files, database, clock, listener, leftOut);
            for (ArchiveSchema schema : present()) {
                List<MoveTable.Content> tables = done.get(schema.name());
                if (tables == null) {
                    listener.step("copy " + schema.name());
                    tables = outward
                            ? copy.toPostgres(schema)
                            : copy.toSqlite(schema, sides.files().stage());
                }
                archives.add(MoveReport.Archive.of(schema.name(), tables));
            }
        });
    }

    private void finish(Sides sides) throws IOException {
        String now = Times.show(clock.instant());
        if (!outward) {
            listener.step("put in place");
            sides.files().place(schemas, beside);
        }
        for (Spot source : sides.sources()) {
            listener.step("mark moved");
            MoveNote left = source.notes().closing();
            if (left != null && left.state() == MoveNote.State.LEAVING) {
                source.notes().set(left.in(MoveNote.State.MOVED, now));
            }
        }
        for (Spot target : sides.targets()) {
            listener.step("open target");
            MoveNote come = target.notes().closing();
            if (come != null) {
                target.notes().set(come.in(MoveNote.State.ARRIVED, now));
            }
        }
        if (!outward) {
            sides.files().clean();
        }
        listener.step("done");
    }
}
