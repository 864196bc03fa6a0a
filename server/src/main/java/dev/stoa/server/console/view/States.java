package dev.stoa.server.console.view;

import java.util.Set;

/** How states are coloured and marked; the word always stands beside. Stateless. */
public final class States {
    private static final Set<String> GOOD = Set.of(
            "completed",
            "agreed",
            "ok",
            "done",
            "active",
            "closed",
            "promoted",
            "accepted",
            "approved",
            "unanimous",
            "strong",
            "passed",
            "live",
            "true",
            "confirmed",
            "proof_found",
            "human",
            "High",
            "answered",
            "enabled",
            "correct",
            "worked");
    private static final Set<String> BAD = Set.of(
            "failed",
            "error",
            "dead",
            "rejected",
            "open",
            "expired",
            "timeout",
            "fundamental_disagreement",
            "revoked",
            "untrusted",
            "violated",
            "blocked",
            "damaged",
            "killed",
            "incorrect");
    private static final Set<String> WARN = Set.of(
            "paused",
            "private",
            "half_open",
            "proposed",
            "pending",
            "contested",
            "cancelled",
            "abstained",
            "unparsed",
            "risk_warning",
            "no_winner",
            "shadow",
            "leading",
            "provisional",
            "Uncertain",
            "partially_correct",
            "disagreement");

    private States() {}

    public static String tone(String state) {
        return GOOD.contains(state) ? "good" : BAD.contains(state) ? "bad" : WARN.contains(state) ? "warn" : "plain";
    }

    public static String icon(String state) {
        return switch (tone(state)) {
            case "good" -> "circle-check";
            case "bad" -> "circle-x";
            case "warn" -> "triangle-alert";
            default -> "circle-dashed";
        };
    }

    /** A word of the data as people write it. */
    public static String word(String state) {
        return state.replace('_', ' ');
    }
}
