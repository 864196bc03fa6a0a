package dev.stoa.search.text;

import java.util.Set;

/**
 * The one list of words that are too common to search for. Immutable. It must never hold {@code no}, {@code not},
 * {@code never}, {@code none} or {@code without}: they turn a meaning round.
 */
final class StopWords {
    private static final Set<String> ALL = Set.of("""
            a an and are as at be but by can could did do does for from had has have he her his how i if in into is it \
            its me my of on or our she should so than that the their them then there these they this to was we were \
            what when where which who why will with would you your""".split(" "));

    private StopWords() {}

    static boolean contains(String word) {
        return ALL.contains(word);
    }
}
