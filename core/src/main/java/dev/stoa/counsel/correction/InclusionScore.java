package dev.stoa.counsel.correction;

/** The formula by which corrections are chosen for a prompt. Stateless. */
final class InclusionScore {
    static final double LEAST_RELEVANCE = .50;
    static final double LEAST_EFFECTIVE = .30;
    static final double LEAST_INCLUDE = .45;

    private static final double COSINE_FLOOR = .35;
    private static final double COSINE_SPAN = .45;
    /** The least cosine that makes a correction relevant by itself. */
    static final double LEAST_COSINE = COSINE_FLOOR + COSINE_SPAN * LEAST_RELEVANCE;

    private static final int MANY_VIOLATIONS = 3;
    private static final double MANY_TOKENS = 200;

    private InclusionScore() {}

    /** What a cosine says about relevance. */
    static double meaning(double cosine) {
        return Math.clamp((cosine - COSINE_FLOOR) / COSINE_SPAN, 0, 1);
    }

    /** What the domains of question and correction count. */
    static double domain(String asked, String own, String general) {
        return asked.equals(own) ? 1 : asked.equals(general) || own.equals(general) ? .5 : 0;
    }

    /** What violations count. */
    static double violations(int number) {
        return Math.min(1, number / (double) MANY_VIOLATIONS);
    }

    /** What a length in tokens costs. */
    static double cost(int tokens) {
        return Math.min(1, tokens / MANY_TOKENS);
    }

    /** The rank of a correction. */
    static double include(
            double relevance,
            double effective,
            double scope,
            double domain,
            double violations,
            boolean pinned,
            double cost) {
        return .40 * relevance
                + .20 * effective
                + .15 * scope
                + .10 * domain
                + .10 * violations
                + (pinned ? .05 : 0)
                - .10 * cost;
    }
}
