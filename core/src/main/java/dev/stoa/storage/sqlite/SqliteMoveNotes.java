package dev.stoa.storage.sqlite;

import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.move.MoveNote;
import dev.stoa.storage.move.MoveNotes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a data directory keeps in mind of moves, in files of its folder {@code .move}. Thread-safe. A note that closes
 * the archives has a file of its own, so that a write need only look whether there is one.
 */
public final class SqliteMoveNotes implements MoveNotes {
    /** The folder below the data directory. */
    public static final String FOLDER = ".move";

    private final Path directory;
    private final Path folder;
    private final Path closed;
    private final Path arrived;

    public SqliteMoveNotes(Path directory) {
        this.directory = directory;
        this.folder = directory.resolve(FOLDER);
        this.closed = folder.resolve("closed.json");
        this.arrived = folder.resolve("arrived.json");
    }

    /** The place for files that are being made. */
    public Path stage() {
        return folder.resolve("stage");
    }

    /** The file whose lock a move holds. */
    public Path lock() {
        return directory.resolve(".move.lock");
    }

    @Override
    public @Nullable MoveNote closing() {
        return read(closed);
    }

    @Override
    public @Nullable MoveNote arrival() {
        return read(arrived);
    }

    private @Nullable MoveNote read(Path file) {
        try {
            return MoveNote.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException | StoaException | IllegalArgumentException e) {
            throw new UnavailableException(
                    "cannot_open",
                    "the note of a move " + file + " cannot be read (" + e.getMessage() + ")",
                    "check the file; without it nothing says where the archives are",
                    e);
        }
    }

    @Override
    public void set(MoveNote note) {
        boolean opens = note.state() == MoveNote.State.ARRIVED;
        Path fresh = folder.resolve("note.new");
        try {
            PrivateFiles.directories(folder);
            Files.deleteIfExists(fresh);
            PrivateFiles.writeString(fresh, note.json() + "\n");
            FileSync.force(fresh);
            Files.move(fresh, opens ? arrived : closed, StandardCopyOption.ATOMIC_MOVE);
            FileSync.force(folder);
        } catch (IOException e) {
            throw unwritable(e);
        }
        if (opens) {
            open();
        }
    }

    @Override
    public void open() {
        try {
            if (Files.deleteIfExists(closed)) {
                FileSync.force(folder);
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private UnavailableException unwritable(IOException e) {
        return new UnavailableException(
                "cannot_write",
                "the note of a move in " + folder + " cannot be written (" + e.getMessage() + ")",
                "check that the directory allows writing and that the disk has space",
                e);
    }

    /** Refuses to open archives that went away, or that have not arrived yet. */
    public void refuseOpening() {
        MoveNote note = Files.exists(closed) ? closing() : null;
        if (note != null && !note.opens()) {
            throw note.refusal(directory.toString());
        }
    }

    /** Refuses to replace or create archives while any note closes them. */
    public void refuseReplacing() {
        MoveNote note = Files.exists(closed) ? closing() : null;
        if (note != null) {
            throw note.refusal(directory.toString());
        }
    }

    void refuseWriting() throws SQLException {
        if (Files.exists(closed)) {
            MoveNote note = closing();
            if (note != null) {
                throw note.error(directory.toString());
            }
        }
    }
}
