package dev.stoa.base;

/** What is to be changed is no longer as the caller read it. Nothing was written. Immutable. */
public final class StaleException extends StoaException {
    private final String present;

    StaleException(String thing, String present) {
        super("stale", thing + " was changed since it was read", "read it again, then decide again", null);
        this.present = present;
    }

    /** The version that it has now. */
    public String present() {
        return present;
    }
}
