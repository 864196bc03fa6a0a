package dev.stoa.cli.log;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must not appear in a log line: the credentials of the environment, and everything that looks like one. Immutable.
 *
 * <p>Hides rather too much than too little: a line of a log is copied into a report before anybody reads it.
 *
 * @param values credentials that are known, the longest first
 */
record Secrets(List<String> values) {
    private static final String HIDDEN = "***";

    /** Shorter values are words that occur by themselves. */
    private static final int SHORTEST = 6;

    private static final Pattern NAME =
            Pattern.compile("(?:.*_)?(?:KEY|TOKEN|SECRET)|.*(?:PASSWORD|PASSWD|CREDENTIALS)", Pattern.CASE_INSENSITIVE);

    /** {@code //user:password@} and {@code //token@}; to the last at sign, because a password may hold one. */
    private static final Pattern USER_INFO = Pattern.compile("(//)(?:([^\\s:/?@]*:)\\S*|[^\\s:/?@]+)@");

    private static final Pattern SCHEME =
            Pattern.compile("\\b(bearer|basic)(\\s+)[A-Za-z0-9._~+/=-]{6,}", Pattern.CASE_INSENSITIVE);

    private static final Pattern ASSIGNED = Pattern.compile(
            "([\\w.-]*(?:passw(?:or)?d|pwd|secret|token(?!s)|api[_-]?key|credential|authorization)[\\w.-]*[\"']?"
                    + "\\s*[=:]\\s*)(?:\"[^\"]*\"|'[^']*'|(?:(?:bearer|basic)\\s+)?[^\\s\"'&,;)\\]}]+)",
            Pattern.CASE_INSENSITIVE);

    /** Keys whose makers gave them a recognisable beginning, as Stoa gives to its tokens, and JSON web tokens. */
    private static final Pattern SHAPE = Pattern.compile(
            "\\b(?:(?:sk|pk|rk|gsk|xai|ghp|gho|ghs|glpat|xox[abp])[-_]"
                    + "[A-Za-z0-9_-]{8,}|stoa_[a-z2-7]{12}_[A-Za-z0-9_-]+|AIza[A-Za-z0-9_-]{20,}|AKIA[A-Z0-9]{12,}|eyJ[\\w-]{8,}\\.[\\w-]+\\.[\\w-]*)");

    /** The credentials among variables of the environment, known by their names. */
    static Secrets of(Map<String, String> variables) {
        return new Secrets(variables.entrySet().stream()
                .filter(variable -> NAME.matcher(variable.getKey()).matches())
                .map(Map.Entry::getValue)
                .filter(value -> value.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    /** The text with every credential in it replaced. */
    String masked(String text) {
        String safe = text;
        for (String value : values) {
            safe = safe.replace(value, HIDDEN);
        }
        safe = USER_INFO
                .matcher(safe)
                .replaceAll(user -> user.group(1)
                        + (user.group(2) == null ? "" : Matcher.quoteReplacement(user.group(2))) + HIDDEN + "@");
        safe = SCHEME.matcher(safe).replaceAll("$1$2" + HIDDEN);
        safe = ASSIGNED.matcher(safe).replaceAll("$1" + HIDDEN);
        return SHAPE.matcher(safe).replaceAll(HIDDEN);
    }
}
