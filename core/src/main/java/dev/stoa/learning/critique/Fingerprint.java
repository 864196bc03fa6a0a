package dev.stoa.learning.critique;

import dev.stoa.json.Digest;
import dev.stoa.search.text.Tokenizer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What makes two wordings of an issue the same pattern: its type and the set of its terms, numbers and plurals put
 * aside. Immutable.
 */
record Fingerprint(IssueType type, String terms) {
    private static final int SHORTEST_PLURAL = 4;

    static Fingerprint of(String issue) {
        List<String> terms = Tokenizer.terms(issue);
        // An issue made of stop words alone is still not every other one that is.
        List<String> kept = terms.isEmpty() ? Tokenizer.words(issue) : terms;
        return new Fingerprint(
                IssueType.of(issue),
                kept.stream().map(Fingerprint::form).sorted().distinct().collect(Collectors.joining(" ")));
    }

    /** The id of the pattern. */
    String id() {
        return "pat_" + Digest.key(type.stored(), terms);
    }

    private static String form(String word) {
        if (word.codePoints().allMatch(Character::isDigit)) {
            return "#";
        }
        boolean plural = word.length() >= SHORTEST_PLURAL
                && word.endsWith("s")
                && !word.endsWith("ss")
                && !word.endsWith("us")
                && !word.endsWith("is");
        return plural ? word.substring(0, word.length() - 1) : word;
    }
}
