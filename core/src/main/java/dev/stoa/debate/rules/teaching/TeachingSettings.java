package dev.stoa.debate.rules.teaching;

/**
 * What the owner of the archives wants to be taught. Immutable.
 *
 * @param panelRates whether a match that only the panel has judged moves ratings
 */
public record TeachingSettings(boolean panelRates) {
    /** The judgement of a panel counts. */
    public static TeachingSettings defaults() {
        return new TeachingSettings(true);
    }
}
