package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import java.util.Locale;
import java.util.regex.Pattern;

/** The legal form of the domain of knowledge: parts joined by slashes. Stateless. */
public final class Domain {
    private static final Pattern PART = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
    private static final int MOST_PARTS = 8;
    private static final int LONGEST = 200;

    private Domain() {}

    /** The domain in lower case. */
    public static String check(String text) {
        String domain = text.toLowerCase(Locale.ROOT);
        String[] parts = domain.split("/", -1);
        if (parts.length > MOST_PARTS || domain.length() > LONGEST) {
            throw Bounds.invalid(
                    "domain " + Bounds.shown(text) + " has " + parts.length + " parts and " + domain.length()
                            + " characters; at most " + MOST_PARTS + " and " + LONGEST,
                    "choose a shorter one");
        }
        for (String part : parts) {
            if (!PART.matcher(part).matches()) {
                throw Bounds.invalid(
                        "part " + Bounds.shown(part) + " of domain " + Bounds.shown(text)
                                + " is not 1 to 64 of a-z 0-9 _ - that begin with a letter or digit",
                        "write it like database/postgres");
            }
        }
        return domain;
    }
}
