package dev.stoa.learning.lesson;

import dev.stoa.base.TextNormalizer;
import dev.stoa.base.Trust;
import dev.stoa.json.Digest;
import java.util.List;

/**
 * A lesson as one debate teaches it, before it is known whether it is new. Immutable. Texts are cut to what is stored.
 *
 * @param kind where in the debate it was learnt
 * @param turnSeq the turn it was learnt from, 0 if from none
 * @param trust how far its text may be believed
 */
public record LessonDraft(
        LessonCategory category,
        String title,
        String problem,
        String solution,
        List<String> tags,
        Trust trust,
        LessonKind kind,
        int turnSeq) {
    private static final int LONGEST_TITLE = 200;
    private static final int LONGEST_PROBLEM = 2_000;
    private static final int LONGEST_SOLUTION = 4_000;

    public LessonDraft {
        title = cut(title.strip().replaceAll("\\s+", " "), LONGEST_TITLE);
        problem = cut(problem.strip(), LONGEST_PROBLEM);
        solution = cut(solution.strip(), LONGEST_SOLUTION);
        tags = List.copyOf(tags);
    }

    /** The same for every debate that teaches this solution of this problem, however it is punctuated. */
    public String id() {
        return "les_" + Digest.key(category.text(), TextNormalizer.of(problem), TextNormalizer.of(solution));
    }

    /** The same as a simulated debate teaches it. */
    LessonDraft untrusted() {
        return new LessonDraft(category, title, problem, solution, tags, Trust.UNTRUSTED, kind, turnSeq);
    }

    /** Whether a simulated debate teaches it. */
    boolean simulated() {
        return trust == Trust.UNTRUSTED;
    }

    /** Whether there is anything to learn from it. */
    boolean says() {
        return !title.isEmpty()
                && !TextNormalizer.of(problem).isEmpty()
                && !TextNormalizer.of(solution).isEmpty();
    }

    /** The text, or its first code points and an ellipsis that together have the given length. */
    static String cut(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 1)).stripTrailing() + "…";
    }
}
