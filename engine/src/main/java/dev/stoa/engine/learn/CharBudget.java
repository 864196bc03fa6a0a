package dev.stoa.engine.learn;

import dev.stoa.debate.rules.teaching.TextCut;
import java.util.ArrayList;
import java.util.List;

/** Shares a number of characters among texts. Stateless. */
final class CharBudget {
    private CharBudget() {}

    /** The texts, the longest cut to one length so that their total stays within the budget. */
    static List<String> fit(List<String> texts, int characters) {
        int longest = texts.stream().mapToInt(CharBudget::length).max().orElse(0);
        int least = 0;
        int most = longest;
        while (least < most) {
            int length = (least + most + 1) >>> 1;
            long all = texts.stream()
                    .mapToLong(text -> Math.min(length, length(text)))
                    .sum();
            if (all <= characters) {
                least = length;
            } else {
                most = length - 1;
            }
        }
        List<String> fitting = new ArrayList<>();
        for (String text : texts) {
            fitting.add(TextCut.to(text, least));
        }
        return fitting;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
