package dev.stoa.server.console.view;

/**
 * Whether the record of a debate proves itself, as far as that was checked at this server. Immutable.
 *
 * @param run the check in the background; without fields if the record was checked for this page, or may not be
 * @param report what was found; without fields if nothing was
 * @param events how many events the debate has; 0 if that is unknown
 * @param key the key of the form that begins a check
 */
public record RecordCheck(Doc run, Doc report, long events, String key) {
    /** A record of at most this number of events is checked while its page is made. */
    private static final int FEW = 2_000;

    /** Whether a page may check a record of this number of events itself. */
    public static boolean isFew(long events) {
        return events > 0 && events <= FEW;
    }

    /** Whether a page may check this record itself. */
    public boolean isFew() {
        return isFew(events);
    }

    public boolean isRunning() {
        return run.raw("state").equals("running");
    }

    /** Why it could not be checked; empty if it could, or was not. */
    public String problem() {
        return (run.has("problem") ? run : report).text("problem", 240);
    }

    public boolean isDone() {
        return report.has("ok");
    }

    /** Whether all events that there are prove themselves. */
    public boolean isGood() {
        return report.flag("ok") && report.whole("events") == events;
    }

    /** Whether those prove themselves that there were when it was checked, and others followed. */
    public boolean isEarlier() {
        return report.flag("ok") && !isGood();
    }

    /** The first thing that is not as the rules demand. */
    public Doc first() {
        return report.docs("mismatches").isEmpty()
                ? Doc.EMPTY
                : report.docs("mismatches").getFirst();
    }
}
