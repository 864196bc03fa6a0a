package dev.stoa.learning.consensus;

import dev.stoa.json.Json;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consensus on a topic like the one asked for. Immutable.
 *
 * @param similarity 1 for the same words in the same order, below for all else
 */
public record Similar(Consensus consensus, double similarity, Match match) {
    /** What found a hit; of several the first. */
    public enum Match {
        /** The same words. */
        HASH,
        /** Words in common. */
        TEXT,
        /** A like meaning. */
        VECTOR;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The object that is shown of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object("consensus", consensus.document(), "similarity", similarity, "match", match.text());
    }
}
