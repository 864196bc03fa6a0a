package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import dev.stoa.storage.move.MoveNote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a data directory keeps in mind of moves, and what it refuses meanwhile. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class SqliteMoveNotesTest {
    @TempDir
    private Path data;

    private SqliteMoveNotes notes;

    @BeforeEach
    void open() {
        notes = new SqliteMoveNotes(data);
    }

    private static MoveNote note(MoveNote.State state) {
        return new MoveNote("m", state, "elsewhere", "today", null);
    }

    @Test
    void itsFilesAreInAFolderOfTheirOwnAndItsLockIsNot() {
        assertThat(notes.stage()).isEqualTo(data.resolve(".move/stage"));
        assertThat(notes.lock()).isEqualTo(data.resolve(".move.lock"));
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void withoutANoteEverythingIsAllowed() {
        assertThat(notes.closing()).isNull();
        assertThat(notes.arrival()).isNull();
        assertThatCode(notes::refuseOpening).doesNotThrowAnyException();
        assertThatCode(notes::refuseReplacing).doesNotThrowAnyException();
        assertThatCode(notes::refuseWriting).doesNotThrowAnyException();
        assertThatCode(notes::open).doesNotThrowAnyException();
    }

    @Test
    void archivesThatLeaveAreReadAndNotWritten() throws Exception {
        notes.set(note(MoveNote.State.LEAVING));
        assertThat(notes.closing()).isEqualTo(note(MoveNote.State.LEAVING));
        assertThat(notes.arrival()).isNull();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(".move/closed.json"))))
                .isEqualTo("rw-------");
        assertThatCode(notes::refuseOpening).doesNotThrowAnyException();
        assertThatThrownBy(notes::refuseReplacing)
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("are being moved to elsewhere");
        assertThatThrownBy(notes::refuseWriting)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("are being moved to elsewhere");
        notes.open();
        assertThat(notes.closing()).isNull();
        assertThatCode(notes::refuseWriting).doesNotThrowAnyException();
    }

    @Test
    void archivesThatAreAwayOrHaveNotArrivedAreNotOpened() {
        for (MoveNote.State state : new MoveNote.State[] {MoveNote.State.MOVED, MoveNote.State.ARRIVING}) {
            notes.set(note(state));
            assertThatThrownBy(notes::refuseOpening).isInstanceOf(ConflictException.class);
            assertThatThrownBy(notes::refuseReplacing).isInstanceOf(ConflictException.class);
            assertThatThrownBy(notes::refuseWriting).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void archivesThatArrivedAreInUseAndRememberFromWhere() {
        notes.set(note(MoveNote.State.ARRIVING));
        notes.set(note(MoveNote.State.ARRIVED));
        assertThat(notes.closing()).isNull();
        assertThat(notes.arrival()).isEqualTo(note(MoveNote.State.ARRIVED));
        assertThatCode(notes::refuseOpening).doesNotThrowAnyException();
        notes.set(note(MoveNote.State.MOVED));
        assertThat(notes.closing()).isEqualTo(note(MoveNote.State.MOVED));
        assertThat(notes.arrival()).isEqualTo(note(MoveNote.State.ARRIVED));
    }

    @Test
    void aNoteThatCannotBeReadClosesTheArchivesToo() throws Exception {
        notes.set(note(MoveNote.State.LEAVING));
        Path closed = Files.writeString(data.resolve(".move/closed.json"), "no note");
        assertThatThrownBy(notes::refuseOpening)
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith("the note of a move " + closed + " cannot be read");
    }

    @Test
    void aNoteThatWasBeingWrittenIsWrittenAnew() throws Exception {
        Files.createDirectories(data.resolve(".move"));
        Files.writeString(data.resolve(".move/note.new"), "half of another");
        notes.set(note(MoveNote.State.LEAVING));
        assertThat(notes.closing()).isEqualTo(note(MoveNote.State.LEAVING));
        assertThat(data.resolve(".move/note.new")).doesNotExist();
    }

    @Test
    void whereNothingCanBeNotedThatIsSaid() throws Exception {
        Files.writeString(data.resolve(".move"), "a file where the folder belongs");
        assertThatThrownBy(() -> notes.set(note(MoveNote.State.LEAVING)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith("the note of a move in " + data.resolve(".move") + " cannot be written");
    }

    @Test
    void aNoteThatCannotBeTakenAwayIsSaidToBeThere() throws Exception {
        Files.createDirectories(data.resolve(".move/closed.json/inside"));
        assertThatThrownBy(notes::open)
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("cannot be written");
    }
}
