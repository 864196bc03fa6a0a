package dev.stoa.server.openai;

import dev.stoa.base.Excerpt;
import java.util.Collection;
import java.util.List;

/** The names of fields that nothing was done with, as they are told. Stateless. */
final class Ignored {
    private static final int MOST = 100;
    private static final int LONGEST = 64;

    private Ignored() {}

    /** The first of these names, none of them long: a client learns of them, and cannot have much sent back. */
    static List<String> of(Collection<String> names) {
        return names.stream().distinct().limit(MOST).map(Ignored::cut).toList();
    }

    private static String cut(String name) {
        return Excerpt.marked(name, LONGEST);
    }
}
