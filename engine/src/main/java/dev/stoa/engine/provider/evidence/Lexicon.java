package dev.stoa.engine.provider.evidence;

import dev.stoa.search.text.Stemmer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of English words without a model: who is like whom, who is the contrary, what is a number. Safe from any
 * thread.
 */
final class Lexicon {
    /** The stems of words that were asked for: most words of a text are few. */
    private static final Map<String, String> STEMS = new ConcurrentHashMap<>();

    private static final int MOST_STEMS = 20_000;
    private static final int LONGEST_WORD = 32;

    /** Words that carry no content of their own, besides the stop words of searches. */
    private static final Set<String> EMPTY = words(
            "any all each every some such other others another both either only also just even ever yet still already"
                    + " about above below under over after before during between among through per via upon within onto"
                    + " out up down off again further more most less least many much few own same too very rather quite"
                    + " am been being having doing done would us him himself itself themselves yourself myself whom"
                    + " whose thereof hereof hereby herein therein thereby hereunder one anyone someone everyone"
                    + " something anything everything happens happen kind sort says say said mean means true false yes"
                    + " it's you're don't i'm and/or etc eg ie because since however although though whereas otherwise"
                    + " instead therefore thus hence whether while until unless except if as than regardless according"
                    + " result case cases particular several certain given giving way ways thing things person persons"
                    + " people later now mine ours his hers theirs this these those here there let lets get gets");

    static final Set<String> PERMITS = words("may can could might permit permits permitted permitting allow allows"
            + " allowed allowing authorized authorised entitled able free");
    static final Set<String> OBLIGES =
            words("must shall should ought require requires required need needs obliged obligated mandatory necessary");
    /** Verbs that come before the main verb, or instead of one. */
    static final Set<String> AUXILIARIES = words("is are was were be been am has have had do does did will would shall"
            + " should may might must can could cannot becomes become needs need");

    /** Words that deny whatever they are said of, at their place in a clause or at its end. */
    private static final Set<String> DENYING = stems("refuse refuses refused refusing decline declines declined forbid"
            + " forbids forbidden prohibit prohibits prohibited prohibiting disclaim disclaims disclaimed deny denies"
            + " denied denying prevent prevents prevented disallow disallowed ban banned banning unable impossible lack"
            + " lacks lacking ignore ignores ignored skip skips skipped ineligible invalid void unlawful illegal");

    private static final Set<String> FORBIDDING =
            stems("forbid forbidden prohibit prohibited prohibition disallow disallowed ban banned illegal unlawful");

    private static final Set<String> PREFIXES = Set.of("non", "un", "in", "im", "ir", "il", "dis");

    /** Words that stand for each other; the first names them all. */
    private static final Map<String, String> LIKE = likes(List.of(
            "change modify alter amend modification modified alteration",
            "copy duplicate copies",
            "end terminate cease expire termination",
            "liable liability",
            "warranty guarantee warranties",
            "remove delete erase removal",
            "display show print",
            "begin start commence",
            "use usage",
            "distribute redistribute distribution redistribution",
            "choose select chuse",
            "permission permit allow",
            "fast speedy quick quickly faster",
            "require requirement need",
            "big large larger",
            "verify verification",
            "revocable revoke revocation revoked",
            "endorse endorsement",
            "provide supply",
            "fee charge price cost",
            "pay payment paid",
            "compensation salary wage",
            "overwrite replace",
            "obtain receive acquire",
            "sell sale sold",
            "exist existing existence",
            "responsible responsibility",
            "damage harm",
            "law statute",
            "indicate signal",
            "pardon reprieve",
            "court tribunal",
            "maximum greatest largest",
            "minimum smallest",
            "promote endorse advertise"));

    /** Words of which one says the contrary of the other: the second is the first, turned round. */
    private static final Map<String, String> CONTRARY = contraries(
            "enabled disabled",
            "allowed forbidden",
            "included excluded",
            "identical different",
            "possible impossible",
            "valid void",
            "succeed fail",
            "accept reject",
            "safe unsafe",
            "survive end");

    private static final Map<String, Integer> NUMBERS = numbers();

    private Lexicon() {}

    private static Set<String> words(String all) {
        return Set.of(java.util.Arrays.stream(all.split(" ", -1)).distinct().toArray(String[]::new));
    }

    private static Set<String> stems(String all) {
        return Set.of(java.util.Arrays.stream(all.split(" ", -1))
                .map(Stemmer::stem)
                .distinct()
                .toArray(String[]::new));
    }

    private static Map<String, String> likes(List<String> groups) {
        Map<String, String> likes = new HashMap<>();
        for (String group : groups) {
            String[] members = group.split(" ", -1);
            for (String member : members) {
                likes.put(short1(Stemmer.stem(member)), short1(Stemmer.stem(members[0])));
            }
        }
        return Map.copyOf(likes);
    }

    private static Map<String, String> contraries(String... pairs) {
        Map<String, String> contraries = new HashMap<>();
        for (String pair : pairs) {
            String[] two = pair.split(" ", -1);
            contraries.put(canonical(two[1]), canonical(two[0]));
        }
        return Map.copyOf(contraries);
    }

    private static Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        String[] ones = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
                        + " sixteen seventeen eighteen nineteen")
                .split(" ", -1);
        for (int i = 0; i < ones.length; i++) {
            numbers.put(ones[i], i);
        }
        String[] tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ", -1);
        for (int i = 0; i < tens.length; i++) {
            numbers.put(tens[i], 10 * (i + 2));
        }
        return Map.copyOf(numbers);
    }

    /** The value of a word for a number below a hundred; -1 if it is none. */
    static int number(String word) {
        return NUMBERS.getOrDefault(word, -1);
    }

    static boolean isEmpty(String word) {
        return EMPTY.contains(word);
    }

    /** Whether a word says nothing but that something is not allowed. */
    static boolean forbids(String word) {
        return FORBIDDING.contains(stem(word));
    }

    static boolean denies(String word) {
        return DENYING.contains(stem(word));
    }

    private static String stem(String word) {
        String known = STEMS.get(word);
        if (known == null) {
            known = Stemmer.stem(word);
            if (STEMS.size() >= MOST_STEMS) {
                // No text fills it for good with words that no other has.
                STEMS.clear();
            }
            if (word.length() <= LONGEST_WORD) {
                STEMS.put(word, known);
            }
        }
        return known;
    }

    /** The stem by which a word is compared: equal for words that stand for each other. */
    static String canonical(String word) {
        String stem = short1(stem(word));
        return LIKE.getOrDefault(stem, stem);
    }

    /** Porter leaves {@code modifi} beside {@code modif}; one letter less makes them equal. */
    private static String short1(String stem) {
        return stem.length() > 4 && stem.endsWith("i") ? stem.substring(0, stem.length() - 1) : stem;
    }

    /** The word that this one is the contrary of, as a stem; the word's own stem if there is none. */
    static String positive(String stem) {
        return CONTRARY.getOrDefault(stem, stem);
    }

    /** Whether one of two stems is the other with a prefix that denies. */
    static boolean opposed(String a, String b) {
        String longer = a.length() > b.length() ? a : b;
        String shorter = a.length() > b.length() ? b : a;
        return shorter.length() >= 4
                && longer.endsWith(shorter)
                && PREFIXES.contains(longer.substring(0, longer.length() - shorter.length()));
    }
}
