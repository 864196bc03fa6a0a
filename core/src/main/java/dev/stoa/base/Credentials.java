package dev.stoa.base;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Credentials inside URLs, which no text may show. Stateless. Hides rather too much than too little.
 */
public final class Credentials {
    private static final String HIDDEN = "***";

    /** {@code //user:password@} and {@code //token@}; to the last at sign, because a password may hold one. */
    private static final Pattern USER_INFO =
            Pattern.compile("(?<!/)(//)(?:([^\\s:/?@\"'<>]*:)[^\\s\"'<>]*|[^\\s:/?@\"'<>]+)@");

    private static final Pattern PARAMETER = Pattern.compile(
            "([?&][^=&\\s\"']*(?:pass|pwd|secret|token|key|auth|credential|signature)[^=&\\s\"']*=)[^&\\s\"'<>]*",
            Pattern.CASE_INSENSITIVE);

    private Credentials() {}

    /** A text with the credentials of every URL in it replaced; the name of a user stays. */
    public static String hidden(String text) {
        if (text.indexOf('@') < 0 && text.indexOf('=') < 0) {
            return text;
        }
        String safe = USER_INFO
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + (found.group(2) == null ? "" : found.group(2)) + HIDDEN + "@"));
        return PARAMETER.matcher(safe).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
    }
}
