package dev.stoa.counsel.correction;

import java.time.Duration;
import java.time.Instant;

/** How corrections lose confidence with time. Stateless. */
final class Decay {
    /** Less movement of a stored value than this is not worth a write. */
    static final double WORTH_STORING = .001;

    private static final double DAY = 86_400;
    private static final double SLOW = 1_095;
    private static final double FAST = 180;

    private Decay() {}

    /** The confidence that is left at a time. A word that is no class, as older files have some, decays fast. */
    static double effective(double confidence, String decayClass, boolean pinned, Instant since, Instant now) {
        if (pinned || decayClass.equals("A")) {
            return confidence;
        }
        Duration age = Duration.between(since, now);
        // A clock that was set back must not make a correction surer than it was.
        double days = Math.max(0, (age.getSeconds() + age.getNano() / 1e9) / DAY);
        // StrictMath, so that all machines rank alike.
        return confidence * StrictMath.pow(2, -days / (decayClass.equals("B") ? SLOW : FAST));
    }
}
