package dev.stoa.society.note;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.List;

/**
 * Who is to be able to read a note besides its owner. Immutable.
 *
 * @param with agents that may read it from now on
 * @param everybody whether all may
 * @param nobody whether nobody may any more
 */
public record NoteSharing(List<String> with, boolean everybody, boolean nobody) {
    public NoteSharing {
        with = List.copyOf(with);
        boolean more = everybody || !with.isEmpty();
        if (more == nobody) {
            throw Bounds.invalid(
                    nobody
                            ? "a note is shared with somebody and with nobody"
                            : "a note is to be shared with no one named",
                    "give agents, public or none");
        }
    }

    /** These agents may read it too. */
    public static NoteSharing with(List<String> agents) {
        return new NoteSharing(agents, false, false);
    }

    /** All may read it. */
    public static NoteSharing open() {
        return new NoteSharing(List.of(), true, false);
    }

    /** Only its owner may read it. */
    public static NoteSharing none() {
        return new NoteSharing(List.of(), false, true);
    }

    public static NoteSharing fromJson(JsonFields fields) {
        NoteSharing sharing =
                new NoteSharing(fields.texts("with"), fields.flag("public", false), fields.flag("none", false));
        fields.end();
        return sharing;
    }
}
