package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What two agents are to each other, from what they did in debates they shared. Immutable. The first of them is the one
 * whose name comes first.
 *
 * @param debates how many they shared
 * @param influenceAOnB how often the second changed its position after the first, per shared debate
 */
public record Relationship(
        long debates, double rivalry, double alliance, Label label, double influenceAOnB, double influenceBOnA) {
    private static final int ACQUAINTED = 3;
    private static final double CLEAR = 0.6;

    /** The word for it. */
    public enum Label {
        ACQUAINTANCE,
        RIVAL,
        ALLY,
        NEUTRAL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The counters of a pair, {@code a} before {@code b}. Immutable. */
    record Counts(
            long debates,
            long agreements,
            long critiques,
            long critiquesAccepted,
            long changesOfAAfterB,
            long changesOfBAfterA,
            long winsOfA,
            long winsOfB) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);
    }

    static Relationship of(Counts counts) {
        double d = counts.debates();
        if (d <= 0) {
            return new Relationship(0, 0, 0, Label.ACQUAINTANCE, 0, 0);
        }
        double agreement = counts.agreements() / d;
        long more = Math.max(counts.winsOfA(), counts.winsOfB());
        double balance = more == 0 ? 0.5 : (double) Math.min(counts.winsOfA(), counts.winsOfB()) / more;
        double accepted = counts.critiques() == 0 ? 0 : (double) counts.critiquesAccepted() / counts.critiques();
        double rivalry = 0.3 * Math.min(1, d / 20) + 0.4 * (1 - agreement) + 0.3 * balance;
        double alliance = 0.5 * agreement + 0.5 * accepted;
        return new Relationship(
                counts.debates(),
                rivalry,
                alliance,
                label(counts.debates(), rivalry, alliance),
                counts.changesOfBAfterA() / d,
                counts.changesOfAAfterB() / d);
    }

    private static Label label(long debates, double rivalry, double alliance) {
        if (debates < ACQUAINTED) {
            return Label.ACQUAINTANCE;
        }
        if (rivalry > CLEAR && rivalry > alliance) {
            return Label.RIVAL;
        }
        return alliance > CLEAR && alliance > rivalry ? Label.ALLY : Label.NEUTRAL;
    }

    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "rivalry", rivalry,
                "alliance", alliance,
                "label", label.word(),
                "influence_a_on_b", influenceAOnB,
                "influence_b_on_a", influenceBOnA,
                "debates", debates);
    }
}
