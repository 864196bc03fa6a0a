package dev.stoa.storage.move;

import org.jspecify.annotations.Nullable;

/** What one side of a move keeps in mind. An answer that was given is on the disk. */
public interface MoveNotes {
    /** The note that closes the archives; null if none does. */
    @Nullable
    MoveNote closing();

    /** The note of the move that brought the archives here; null if none did. */
    @Nullable
    MoveNote arrival();

    /** Sets a note; one in the state of arrival opens the archives, every other closes them. */
    void set(MoveNote note);

    /** Takes away the note that closes the archives. */
    void open();
}
