package dev.stoa.counsel.assertion;

import dev.stoa.search.text.Tokenizer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that an answer does not repeat what an applied correction rejects. Stateless. */
final class CorrectionMatch {
    private static final double REPEATS = .80;
    private static final double FOLLOWS = .50;

    private CorrectionMatch() {}

    static CheckResult check(String answer, List<CheckContext.AppliedCorrection> corrections) {
        Set<String> terms = new HashSet<>(Tokenizer.keywords(answer));
        List<String> violated = corrections.stream()
                .filter(correction ->
                        share(correction.rejected(), terms) >= REPEATS && share(correction.claim(), terms) < FOLLOWS)
                .map(CheckContext.AppliedCorrection::id)
                .toList();
        return violated.isEmpty()
                ? CheckResult.ok()
                : new CheckResult(
                        false,
                        "the answer repeats what a correction rejects; follow the corrections in the prompt",
                        violated);
    }

    /** The share of a text's terms that the answer has; 0 for a text without terms. */
    private static double share(String text, Set<String> answer) {
        Set<String> terms = new HashSet<>(Tokenizer.keywords(text));
        return terms.isEmpty() ? 0 : terms.stream().filter(answer::contains).count() / (double) terms.size();
    }
}
