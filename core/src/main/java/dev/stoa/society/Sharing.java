package dev.stoa.society;

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
public record Sharing(List<String> with, boolean everybody, boolean nobody) {
    public Sharing {
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
    public static Sharing with(List<String> agents) {
        return new Sharing(agents, false, false);
    }

    /** All may read it. */
    public static Sharing open() {
        return new Sharing(List.of(), true, false);
    }

    /** Only its owner may read it. */
    public static Sharing none() {
        return new Sharing(List.of(), false, true);
    }

    public static Sharing fromJson(JsonFields fields) {
        Sharing sharing = new Sharing(fields.texts("with"), fields.flag("public", false), fields.flag("none", false));
        fields.end();
        return sharing;
    }
}
