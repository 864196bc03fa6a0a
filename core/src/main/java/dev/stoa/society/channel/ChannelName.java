package dev.stoa.society.channel;

import dev.stoa.base.Bounds;
import dev.stoa.society.base.References;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a channel may be called. Stateless. */
final class ChannelName {
    private static final Pattern LEGAL = Pattern.compile("[a-z0-9][a-z0-9._-]{0,79}");

    private ChannelName() {}

    /** The name as it is stored: in lower case, without the # before it. */
    static String check(String given) {
        String lower = given.toLowerCase(Locale.ROOT);
        String name = lower.startsWith("#") ? lower.substring(1) : lower;
        if (!LEGAL.matcher(name).matches()) {
            throw Bounds.invalid(
                    "channel name " + Bounds.shown(given)
                            + " is not 1 to 80 of a-z, 0-9, . _ and -, beginning with a letter or digit",
                    "choose another");
        }
        if (References.isId(name)) {
            throw Bounds.invalid("channel name " + name + " has the form of an id", "choose a name");
        }
        return name;
    }
}
