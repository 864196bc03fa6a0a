package dev.stoa.docs;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Output as a document shows it. Immutable. An ellipsis stands for any text within a line, and alone in a line for any
 * number of lines; blanks at the end of a line and blank lines at the end do not count.
 */
record Shown(List<String> lines) {
    private static final String ANYTHING = "…";

    Shown {
        lines = withoutEnd(lines);
    }

    boolean matches(String output) {
        List<String> actual = withoutEnd(output.lines().toList());
        // reach[j]: the shown lines so far can stand for the first j actual lines
        boolean[] reach = new boolean[actual.size() + 1];
        reach[0] = true;
        for (String shown : lines) {
            boolean[] next = new boolean[reach.length];
            boolean any = shown.strip().equals(ANYTHING);
            Pattern pattern = pattern(shown);
            for (int j = 0; j < reach.length; j++) {
                boolean fits = j > 0 && (any ? next[j - 1] : reach[j - 1] && fits(pattern, actual.get(j - 1)));
                next[j] = fits || (any && reach[j]);
            }
            reach = next;
        }
        return reach[actual.size()];
    }

    private static boolean fits(Pattern pattern, String line) {
        return pattern.matcher(line).matches();
    }

    private static Pattern pattern(String shown) {
        return Pattern.compile(
                Stream.of(shown.split(ANYTHING, -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    private static List<String> withoutEnd(List<String> lines) {
        int end = lines.size();
        while (end > 0 && lines.get(end - 1).isBlank()) {
            end--;
        }
        return lines.subList(0, end).stream().map(String::stripTrailing).toList();
    }
}
