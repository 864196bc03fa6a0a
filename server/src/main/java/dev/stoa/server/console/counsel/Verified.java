package dev.stoa.server.console.counsel;

import dev.stoa.server.console.view.Doc;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A verification of the audit log that a page was asked for. Immutable.
 *
 * @param run how far it has come; without fields if none was asked for
 * @param report what it found; without fields before its end
 */
public record Verified(Doc run, Doc report) {
    public static Verified of(Doc run) {
        return new Verified(run, run.doc("report"));
    }

    /** Whether it goes on. */
    public boolean isRunning() {
        return run.raw("state").equals("running");
    }

    /** Whether it ran to its end here. */
    public boolean isDone() {
        return report.has("ok");
    }

    public boolean isGood() {
        return report.flag("ok") && report.docs("problems").isEmpty();
    }

    /** How many entries were read, and how fast. */
    public String pace() {
        return String.format(
                Locale.ROOT,
                "%,d entries in %.2f s, %,d a second",
                run.whole("done"),
                run.real("seconds"),
                run.whole("per_second"));
    }

    /** How many problems there are of each class. */
    public Map<String, Long> classes() {
        Map<String, Long> classes = new TreeMap<>();
        report.docs("problems").forEach(problem -> classes.merge(problem.text("class", 40), 1L, Long::sum));
        return classes;
    }
}
