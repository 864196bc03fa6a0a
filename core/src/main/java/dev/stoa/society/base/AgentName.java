package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What an agent may be called. Stateless. */
public final class AgentName {
    private static final Pattern LEGAL = Pattern.compile("[a-z0-9]([a-z0-9_-]{0,62}[a-z0-9])?");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern OTHER = Pattern.compile("[^a-z0-9_-]+");
    private static final Pattern EDGES = Pattern.compile("^[_-]+|[_-]+$");
    private static final Set<String> TAKEN = Set.of("all", "me", "none");
    private static final int LONGEST = 64;

    private AgentName() {}

    /** The identity, if it is legal for a new agent. */
    public static String check(String identity) {
        if (!LEGAL.matcher(identity).matches()) {
            String nearest = nearest(identity);
            throw Bounds.invalid(
                    "identity " + Bounds.shown(identity)
                            + " is not 1 to 64 of a-z, 0-9, _ and -, beginning and ending with a letter or digit",
                    nearest.isEmpty() ? "choose a name of letters and digits" : "try " + nearest);
        }
        if (References.isId(identity)) {
            throw Bounds.invalid("identity " + identity + " has the form of an id", "choose a name");
        }
        if (TAKEN.contains(identity)) {
            throw Bounds.invalid("identity " + identity + " has a meaning of its own", "choose another");
        }
        return identity;
    }

    /** The legal spelling that is nearest to a name; empty if it has no letter or digit. */
    static String nearest(String name) {
        String plain =
                MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
        String legal = OTHER.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
        String inner = EDGES.matcher(legal).replaceAll("");
        return inner.length() <= LONGEST
                ? inner
                : EDGES.matcher(inner.substring(0, LONGEST)).replaceAll("");
    }
}
