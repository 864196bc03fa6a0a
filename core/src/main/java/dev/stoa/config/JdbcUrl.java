package dev.stoa.config;

import dev.stoa.base.Credentials;
import dev.stoa.base.InvalidException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/** The address of a PostgreSQL database as text. Stateless. Hides rather too much than too little. */
final class JdbcUrl {
    private static final String SCHEME = "jdbc:postgresql:";

    /** {@code //user:password@}; greedy, because an unescaped password may itself hold an at sign or a slash. */
    private static final Pattern USER_INFO = Pattern.compile("(//[^:/?@]*:).*@", Pattern.DOTALL);

    private static final Pattern PARAMETER =
            Pattern.compile("([?&][^=&]*(?:pass|pwd|secret|token)[^=&]*=)[^&]*", Pattern.CASE_INSENSITIVE);

    private static final Pattern PASSWORD = Pattern.compile("[?&]password=");

    private static final Pattern TARGET = Pattern.compile("[?&]targetServerType=([^&]*)");

    /** What the driver calls the server that accepts writes, now and in older versions. */
    private static final Set<String> PRIMARY = Set.of("primary", "master");

    private JdbcUrl() {}

    static void check(String url, String source) {
        if (!isAddress(url)) {
            throw new InvalidException(
                    "invalid",
                    source + " names " + masked(url) + ", which is not a jdbc:postgresql address",
                    "write it like jdbc:postgresql://HOST:5432/DATABASE?user=NAME");
        }
        if (mayLeadToStandby(url)) {
            throw new InvalidException(
                    "invalid",
                    source + " names " + masked(url) + ", which may lead to a standby, where nothing can be written",
                    "write targetServerType=primary, or leave it out");
        }
    }

    static boolean isAddress(String url) {
        return url.startsWith(SCHEME) && url.length() > SCHEME.length();
    }

    static boolean mayLeadToStandby(String url) {
        return TARGET.matcher(url).results().anyMatch(target -> !PRIMARY.contains(target.group(1)));
    }

    /** The address with a password, unless it has one or there is none. */
    static String withPassword(String url, String password) {
        if (password.isEmpty()
                || PASSWORD.matcher(url).find()
                || USER_INFO.matcher(url).find()) {
            return url;
        }
        return url + (url.indexOf('?') < 0 ? "?" : "&") + "password="
                + URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String masked(String url) {
        String hidden = USER_INFO.matcher(url).replaceFirst("$1***@");
        return Credentials.hidden(PARAMETER.matcher(hidden).replaceAll("$1***"));
    }
}
