package dev.stoa.server.console.counsel;

import dev.stoa.server.console.view.Doc;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a verification of the audit log found, here and now. Immutable.
 *
 * @param report what the API told; without fields if nothing was verified
 * @param nanos how long it took
 */
public record Verified(Doc report, long nanos) {
    /** Nothing was verified here. */
    public static final Verified NOT = new Verified(Doc.EMPTY, 0);

    private static final double SECOND = 1e9;

    /** Whether it ran to its end here. */
    public boolean isDone() {
        return report.has("ok");
    }

    public boolean isGood() {
        return report.flag("ok") && report.docs("problems").isEmpty();
    }

    /** How many entries were read, and how fast. */
    public String pace() {
        long size = report.whole("size");
        double seconds = Math.max(nanos / SECOND, 1e-3);
        return String.format(Locale.ROOT, "%,d entries in %.2f s, %,.0f a second", size, seconds, size / seconds);
    }

    /** How many problems there are of each class. */
    public Map<String, Long> classes() {
        Map<String, Long> classes = new TreeMap<>();
        report.docs("problems").forEach(problem -> classes.merge(problem.text("class", 40), 1L, Long::sum));
        return classes;
    }
}
