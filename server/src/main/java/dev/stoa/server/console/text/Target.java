package dev.stoa.server.console.text;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a link may lead: an absolute address of http or https that every browser reads alike. Immutable.
 *
 * @param host what the reader sees of it: the host, with its port if there is one
 * @param href the address, of which every unusual character is encoded
 */
record Target(String host, String href) {
    /** Longer addresses are shown as text. */
    static final int LONGEST = 2_048;

    /**
     * No user before the host, no backslash, no host in other letters: with them the eye and the browser would read
     * different hosts.
     */
    private static final Pattern ABSOLUTE = Pattern.compile(
            "(?<scheme>https?)://(?<host>(?:[a-z0-9_][a-z0-9._-]{0,252}|\\[[0-9a-f:.]{2,45}])(?::[0-9]{1,5})?)"
                    + "(?<rest>(?:[/?#].*)?)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final String KEPT = "-._~:/?#[]@!$&'*+,;=%";

    static Optional<Target> of(String destination) {
        Matcher matcher = ABSOLUTE.matcher(destination);
        if (destination.length() > LONGEST || !matcher.matches()) {
            return Optional.empty();
        }
        String host = matcher.group("host").toLowerCase(Locale.ROOT);
        return Optional.of(new Target(
                host,
                matcher.group("scheme").toLowerCase(Locale.ROOT) + "://" + host + encoded(matcher.group("rest"))));
    }

    private static String encoded(String rest) {
        StringBuilder out = new StringBuilder(rest.length());
        for (byte b : rest.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || KEPT.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return out.toString();
    }
}
