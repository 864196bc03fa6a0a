package dev.stoa.learning.critique;

import dev.stoa.base.Bounds;
import dev.stoa.search.text.Tokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kinds of issues that critics raise, recognised by whole words. The lower-case name is what is stored. */
public enum IssueType {
    PERFORMANCE("slow slower latency throughput performance speed bottleneck inefficien* optimi*"),
    SECURITY("security insecure injection auth authentication authorization permission permissions xss csrf secret"
            + " secrets vulnerab*"),
    CORRECTNESS("bug bugs error errors wrong fail fails failure crash crashes broken breaks incorrect*"),
    CLARITY("unclear confusing ambiguous documentation undocumented naming comment comments readab*"),
    ARCHITECTURE("architecture design structure coupling cohesion layering modular*"),
    COMPLETENESS("missing incomplete todo omits omitted unhandled", "edge case"),
    TESTING("test tests testing untested coverage assertion mock flaky"),
    GENERAL("");

    private final java.util.regex.Pattern words;
    private final String phrase;

    IssueType(String words) {
        this(words, "");
    }

    IssueType(String words, String phrase) {
        this.words = java.util.regex.Pattern.compile(words.replace(' ', '|').replace("*", ".*"));
        this.phrase = phrase;
    }

    /** The stored form. */
    public String stored() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of a given name. */
    public static IssueType named(String name) {
        List<String> known = Arrays.stream(values()).map(IssueType::stored).toList();
        return values()[known.indexOf(Bounds.word("issue_type", name, known))];
    }

    /** The type with most distinct words in the issue, the first of them on ties; general if no word fits. */
    public static IssueType of(String issue) {
        List<String> words = Tokenizer.words(issue);
        IssueType best = GENERAL;
        long most = 0;
        for (IssueType type : values()) {
            long found = type.matches(words);
            if (found > most) {
                most = found;
                best = type;
            }
        }
        return best;
    }

    private long matches(List<String> issue) {
        boolean phrased = !phrase.isEmpty() && (" " + String.join(" ", issue) + " ").contains(" " + phrase + " ");
        return issue.stream()
                        .distinct()
                        .filter(word -> words.matcher(word).matches())
                        .count()
                + (phrased ? 1 : 0);
    }
}
