package dev.stoa.counsel.correction;

/**
 * How much speaks for keeping what was detected in a user's message, each 0 to 1. Immutable.
 *
 * @param strength how clearly it says what holds instead
 * @param reuse how often its subject came up
 * @param project whether it belongs to a project
 * @param explicitness how clearly it says that something was wrong
 * @param severity how much harm the error could do
 * @param ambiguity how unclear it is what it speaks of
 * @param sensitivity whether it holds data about persons
 */
record CaptureScore(
        double strength,
        double reuse,
        double project,
        double explicitness,
        double severity,
        double ambiguity,
        double sensitivity) {
    private static final double CERTAIN = .85;
    private static final double LIKELY = .60;

    /** What becomes of it. */
    enum Fate {
        ACTIVE,
        PROPOSED,
        DROPPED
    }

    /** The weighted sum. */
    double store() {
        return .30 * strength
                + .25 * reuse
                + .20 * project
                + .15 * explicitness
                + .10 * severity
                - .20 * ambiguity
                - .20 * sensitivity;
    }

    /** What becomes of a text of this score. Facts are confirmed by a person, however clear they are. */
    Fate fate(CorrectionType type) {
        double store = store();
        if (store < LIKELY) {
            return Fate.DROPPED;
        }
        return store >= CERTAIN && type != CorrectionType.FACT ? Fate.ACTIVE : Fate.PROPOSED;
    }
}
