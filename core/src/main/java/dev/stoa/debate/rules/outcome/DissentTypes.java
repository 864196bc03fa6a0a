package dev.stoa.debate.rules.outcome;

import dev.stoa.search.text.Tokenizer;
import java.util.Collections;
import java.util.List;

/** The telling of dissents by their words and votes. Stateless, safe from any thread. */
final class DissentTypes {
    private static final double FIRM = 0.75;
    private static final List<List<String>> RISKS = phrases(
            "risk",
            "risky",
            "danger",
            "dangerous",
            "unsafe",
            "insecure",
            "security",
            "breach",
            "outage",
            "harm",
            "harmful",
            "data loss");
    private static final List<List<String>> EDGES =
            phrases("edge case", "corner case", "boundary", "overflow", "race condition", "empty input");

    private DissentTypes() {}

    /**
     * The kind of a dissent, the first that fits: who did not vote abstains; words of risk, then of edge cases, outweigh
     * the vote; then comes the vote itself.
     *
     * @param text what was said; may be empty
     * @param voted whether there is a valid vote
     * @param forWinner whether it is for the winner
     * @param confidence of the vote
     */
    public static DissentKind classify(String text, boolean voted, boolean forWinner, double confidence) {
        if (!voted) {
            return DissentKind.ABSTENTION;
        }
        List<String> words = Tokenizer.words(text);
        if (hasOne(words, RISKS)) {
            return DissentKind.RISK_WARNING;
        }
        if (hasOne(words, EDGES)) {
            return DissentKind.EDGE_CASE_CONCERN;
        }
        if (forWinner) {
            return DissentKind.MINOR_QUIBBLE;
        }
        return confidence >= FIRM ? DissentKind.FUNDAMENTAL_DISAGREEMENT : DissentKind.ALTERNATIVE_APPROACH;
    }

    private static boolean hasOne(List<String> words, List<List<String>> phrases) {
        return phrases.stream().anyMatch(phrase -> Collections.indexOfSubList(words, phrase) >= 0);
    }

    private static List<List<String>> phrases(String... phrases) {
        return List.of(phrases).stream().map(Tokenizer::words).toList();
    }
}
