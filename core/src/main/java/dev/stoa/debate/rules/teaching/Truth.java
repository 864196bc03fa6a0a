package dev.stoa.debate.rules.teaching;

import dev.stoa.base.Bounds;

/** What is known from outside about the right answer of a debate. */
public sealed interface Truth {
    /** The right answer in words; the debate was right if it elected an option of these words. */
    record Answer(String text) implements Truth {
        private static final int LONGEST = 8_000;

        public Answer {
            text = Bounds.text("truth", text, 1, LONGEST);
        }
    }

    /** The key of the right option. */
    record Option(String key) implements Truth {}

    /** The debate was right; the option is not compared. */
    record Correct() implements Truth {}

    /** The debate was wrong, and nothing is said of what would have been right. */
    record Wrong() implements Truth {}
}
