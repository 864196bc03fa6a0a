package dev.stoa.engine.provider.evidence;

import dev.stoa.json.Digest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What the documents have against a statement of an option. Immutable.
 *
 * @param option the option
 * @param statement its answer, or a claim it rests on
 * @param support what the documents have for the statement: too little, or the contrary
 */
record Issue(Option option, String statement, Support support) {
    private static final int MOST_CODE_POINTS = 1_900;

    /**
     * The issues of an option: its answer first, then its claims.
     *
     * @param answer what the documents have for its answer
     * @param claims what they have for any other statement
     */
    static List<Issue> of(Option option, Support answer, Function<String, Support> claims) {
        Set<String> statements = new LinkedHashSet<>();
        statements.add(option.answer());
        statements.addAll(option.claims());
        List<Issue> issues = new ArrayList<>();
        for (String statement : statements) {
            Support support = statement.equals(option.answer()) ? answer : claims.apply(statement);
            if (support.contradicted() || !support.isEnough()) {
                issues.add(new Issue(option, statement, support));
            }
        }
        return issues;
    }

    double severity() {
        return support.contradicted() ? 1 : 1 - support.value();
    }

    /** The word for it and the statement, cut to what a critique may hold. */
    String text() {
        String kind = support.contradicted() ? "contradicted: " : "unsupported: ";
        boolean fits = statement.codePointCount(0, statement.length()) <= MOST_CODE_POINTS;
        return kind
                + (fits ? statement : statement.substring(0, statement.offsetByCodePoints(0, MOST_CODE_POINTS)) + "…");
    }

    /** A name that stays the same as long as the issue does. */
    String id() {
        return "F-" + Digest.sha256(text()).substring(0, 8);
    }
}
