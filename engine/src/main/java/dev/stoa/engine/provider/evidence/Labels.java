package dev.stoa.engine.provider.evidence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of a closed question, and how they differ. Immutable.
 *
 * @param options the options
 * @param senses what each says
 * @param kind how they differ
 */
record Labels(List<Option> options, List<Sense> senses, Kind kind) {
    private static final Set<String> YES = Set.of("yes", "true", "correct", "right", "agree", "agreed");
    private static final Set<String> NO =
            Set.of("no", "false", "incorrect", "wrong", "disagree", "not true", "not correct", "untrue");
    private static final Set<String> MAY = Set.of(
            "allowed", "permitted", "may", "can", "legal", "lawful", "authorized", "it is allowed", "it is permitted");
    private static final Set<String> MAY_NOT = Set.of(
            "forbidden",
            "prohibited",
            "not allowed",
            "not permitted",
            "may not",
            "cannot",
            "can not",
            "illegal",
            "unlawful",
            "banned",
            "disallowed",
            "it is forbidden",
            "it is not allowed",
            "it is not permitted",
            "it is prohibited");

    /** How the options differ. */
    enum Kind {
        /** {@code yes} and {@code no}, or words like them: they say nothing but whether it is so. */
        YES_OR_NO,
        /** {@code allowed} and {@code forbidden}, or words like them. */
        MAY_OR_NOT,
        /** A statement and its denial. */
        DENIAL,
        /** By what they say. */
        CONTENT
    }

    static Labels of(List<Option> options) {
        List<Sense> senses = options.stream().map(o -> Sense.of(o.answer())).toList();
        return new Labels(List.copyOf(options), senses, kind(options, senses));
    }

    private static Kind kind(List<Option> options, List<Sense> senses) {
        if (options.size() != 2) {
            return Kind.CONTENT;
        }
        Set<String> both = new HashSet<>(List.of(bare(options.get(0)), bare(options.get(1))));
        if (one(both, YES) && one(both, NO)) {
            return Kind.YES_OR_NO;
        }
        if (one(both, MAY) && one(both, MAY_NOT)) {
            return Kind.MAY_OR_NOT;
        }
        boolean alike = content(senses.get(0)).equals(content(senses.get(1)));
        return alike && senses.get(0).denies() != senses.get(1).denies() ? Kind.DENIAL : Kind.CONTENT;
    }

    private static boolean one(Set<String> both, Set<String> words) {
        return both.stream().filter(words::contains).count() == 1;
    }

    private static String bare(Option option) {
        return option.answer().strip().toLowerCase(Locale.ROOT).replaceAll("[.!]+$", "");
    }

    private static Set<String> content(Sense sense) {
        Set<String> content = new TreeSet<>();
        sense.stems().forEach(stem -> content.add(Lexicon.positive(stem)));
        return content;
    }

    /** Whether an option denies. */
    boolean denies(int place) {
        String bare = bare(options.get(place));
        return switch (kind) {
            case YES_OR_NO -> NO.contains(bare);
            case MAY_OR_NOT -> MAY_NOT.contains(bare);
            case DENIAL -> senses.get(place).denies();
            case CONTENT -> senses.get(place).turns() ^ senses.get(place).hasWithout();
        };
    }

    /** The stems of an option that not all options have; all of its stems if there are none such. */
    Set<String> own(int place) {
        Set<String> own = new TreeSet<>(senses.get(place).stems());
        List<Sense> others = new ArrayList<>(senses);
        others.remove(place);
        own.removeIf(stem ->
                !others.isEmpty() && others.stream().allMatch(o -> o.stems().contains(stem)));
        Set<String> all = senses.get(place).stems();
        return own.isEmpty() ? all.isEmpty() ? Set.of(Line.LITERAL + bare(options.get(place))) : all : own;
    }
}
