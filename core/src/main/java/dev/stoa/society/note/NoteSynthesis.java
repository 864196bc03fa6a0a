package dev.stoa.society.note;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * What several notes come to. Immutable.
 *
 * @param topic null for the one that the notes have in common
 * @param note how it came about
 * @param core null if it is to be core exactly when one of the notes is
 */
public record NoteSynthesis(
        String message,
        @Nullable String topic,
        @Nullable String note,
        @Nullable Boolean core) {
    private static final int LONGEST_NOTE = 2_000;

    public NoteSynthesis {
        Bounds.text("message", message, 1, Note.LONGEST_MESSAGE);
        Bounds.textOrNull("topic", topic, 1, Note.LONGEST_TOPIC);
        Bounds.textOrNull("note", note, 1, LONGEST_NOTE);
    }

    /** A text in place of notes of one topic. */
    public static NoteSynthesis of(String message) {
        return new NoteSynthesis(message, null, null, null);
    }

    /** Reads all fields but the notes that are replaced, {@code olds}, which the caller takes first. */
    public static NoteSynthesis fromJson(JsonFields fields) {
        NoteSynthesis synthesis = new NoteSynthesis(
                fields.text("message"),
                fields.textOrNull("topic"),
                fields.textOrNull("note"),
                fields.flagOrNull("core"));
        fields.end();
        return synthesis;
    }
}
