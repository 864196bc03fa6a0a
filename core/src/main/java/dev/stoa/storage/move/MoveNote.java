package dev.stoa.storage.move;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.storage.Fault;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a data directory or a database keeps in mind of a move. Immutable.
 *
 * @param id the same on both sides of a move
 * @param state where the move is, seen from here
 * @param other the other side, without credentials
 * @param since when the move was begun or, once it is over, when it ended
 * @param before the note, as a document, of what was moved away from here earlier and is overwritten; null if nothing is
 */
public record MoveNote(
        String id,
        State state,
        String other,
        String since,
        @Nullable String before) {
    /** The state of a move, seen from one side. */
    public enum State {
        /** The archives are being copied from here: they can be read, not written. */
        LEAVING,
        /** The archives are being copied to here, and cannot be opened yet. */
        ARRIVING,
        /** The archives went away from here. */
        MOVED,
        /** The archives came here; they are in use. */
        ARRIVED;

        /** The word for a document. */
        public String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        static State of(String text) {
            return valueOf(text.toUpperCase(java.util.Locale.ROOT));
        }
    }

    /** The same move in another state. */
    public MoveNote in(State next, String at) {
        return new MoveNote(id, next, other, at, next == State.ARRIVED ? null : before);
    }

    /** The note as a document. */
    public String json() {
        return Json.write(
                Json.object("id", id, "state", state.text(), "other", other, "since", since, "before", before));
    }

    /** The note in a document. One that cannot be read closes the archives too: what it says is not known. */
    public static MoveNote parse(String json) {
        try {
            Map<String, @Nullable Object> said = Json.parseObject(json);
            return new MoveNote(
                    String.valueOf(said.get("id")),
                    State.of(String.valueOf(said.get("state"))),
                    String.valueOf(said.get("other")),
                    String.valueOf(said.get("since")),
                    said.get("before") instanceof String text ? text : null);
        } catch (InvalidException | IllegalArgumentException e) {
            throw new VerificationException(
                    "damaged",
                    "the note of a move of the archives cannot be read: " + Bounds.shown(json),
                    "find out where the archives are in use, and restore a backup elsewhere if that is not known",
                    e);
        }
    }

    /** Whether archives may be opened where this note is. */
    public boolean opens() {
        return state == State.LEAVING || state == State.ARRIVED;
    }

    /** What is said to a caller that wants more than the state allows. */
    public ConflictException refusal(String here) {
        return switch (state) {
            case LEAVING ->
                new ConflictException(
                        "moving",
                        "the archives of " + here + " are being moved to " + other + ", so nothing can be written here",
                        "wait for the end of the move; if it was interrupted, repeat the move or cancel the move");
            case ARRIVING ->
                new ConflictException(
                        "moving",
                        "the move of " + other + " to " + here + " is not finished",
                        "repeat the move, or cancel the move");
            case MOVED, ARRIVED ->
                new ConflictException(
                        "moved",
                        "the archives of " + here + " were moved to " + other + " at " + since,
                        "use them there, or move them back from there");
        };
    }

    /** The same as an error of a database. */
    public SQLException error(String here) {
        return Fault.moved(refusal(here));
    }
}
