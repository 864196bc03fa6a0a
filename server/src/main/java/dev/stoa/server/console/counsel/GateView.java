package dev.stoa.server.console.counsel;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import java.util.List;

/**
 * Whether the model in the shadow of a specialist may take over: each condition with what was found. Immutable.
 *
 * @param conditions none if nothing is in the shadow
 */
public record GateView(List<Condition> conditions) {
    private static final int FIRST = 50;
    private static final int LOOKS = 7;
    private static final double LEAST = 0.025;

    public GateView {
        conditions = List.copyOf(conditions);
    }

    /**
     * A condition.
     *
     * @param found what was found; {@code unknown} if nothing was
     * @param met {@code met}, {@code not met} or {@code unknown}
     */
    public record Condition(String name, String found, String bound, String met) {}

    /** The gate of a specialist. */
    public static GateView of(Doc specialist) {
        if (!specialist.has("gate")) {
            return new GateView(List.of());
        }
        Doc gate = specialist.doc("gate");
        long look = gate.whole("look");
        long n = gate.whole("n");
        boolean passed = gate.flag("passed");
        double mean = gate.real("mean");
        double bound = gate.real("bound");
        return new GateView(List.of(
                new Condition(
                        "Answers compared",
                        gate.count("n"),
                        Language.t("at least {0}", pairs(Math.max(1, look))),
                        met(look > 0 && n >= pairs(look))),
                new Condition(
                        "Mean difference",
                        gate.number("mean", 4),
                        Language.t("at least {0}", LEAST),
                        Double.isNaN(mean) ? "unknown" : met(mean >= LEAST)),
                new Condition(
                        "Lower bound of the difference",
                        gate.number("bound", 4),
                        "above 0",
                        Double.isNaN(bound) ? "unknown" : met(bound > 0)),
                new Condition(
                        "Blocked answers",
                        passed ? Language.t("within the bound") : Language.t("unknown"),
                        "at most one more than of the present model",
                        passed ? "met" : "unknown")));
    }

    private static long pairs(long look) {
        return FIRST * (1L << (look - 1));
    }

    private static String met(boolean met) {
        return met ? "met" : "not met";
    }

    /** When the gate is looked at again; empty if it is not. */
    public static String next(Doc specialist) {
        Doc gate = specialist.doc("gate");
        long look = gate.whole("look");
        return !specialist.has("gate") || gate.flag("passed") || look >= LOOKS
                ? ""
                : "The next look is at " + pairs(look + 1) + " comparisons.";
    }
}
