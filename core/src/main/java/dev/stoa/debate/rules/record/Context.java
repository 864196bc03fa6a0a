package dev.stoa.debate.rules.record;

import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import dev.stoa.json.RecordFields;
import dev.stoa.search.text.PromptData;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a debate read before its first call: the standing of its seats and what was found for its topic. Immutable.
 * Prompts, weights and replay use this copy and nothing else, so that the record explains itself.
 *
 * @param standings one for each seat
 * @param blocks what prompts quote, in this order
 * @param lessons the ids of the lessons that were found, shown or not
 * @param holdout the lessons found are kept back, to see later what they are worth
 * @param missing the sources that could not be read
 */
public record Context(
        List<Standing> standings, List<Block> blocks, List<String> lessons, boolean holdout, List<String> missing) {
    // The rating with which agents start in the learning wing, which the rules do not know.
    private static final double UNRATED = 1500;
    private static final int TENTHS = 10;

    public Context {
        standings = List.copyOf(standings);
        blocks = List.copyOf(blocks);
        lessons = List.copyOf(lessons);
        missing = List.copyOf(missing);
    }

    /** The context of seats of which nothing is known, with nothing found. */
    public static Context blank(int seats) {
        return new Context(Collections.nCopies(seats, Standing.unknown()), List.of(), List.of(), false, List.of());
    }

    /**
     * What a seat's word has been worth.
     *
     * @param rating in this domain, else overall, else 1500
     * @param voteWeight what its reputation multiplies its vote by
     * @param resolved for each tenth of stated confidence, how many predictions in this domain are known to be right or
     *     wrong
     * @param correct and how many of them were right
     */
    public record Standing(double rating, double voteWeight, List<Integer> resolved, List<Integer> correct) {
        public Standing {
            resolved = List.copyOf(resolved);
            correct = List.copyOf(correct);
            if (resolved.size() != TENTHS || correct.size() != TENTHS) {
                throw new IllegalArgumentException("a standing has ten tenths");
            }
        }

        /** The standing of an agent that nobody has heard of. */
        public static Standing unknown() {
            List<Integer> none = Collections.nCopies(TENTHS, 0);
            return new Standing(UNRATED, 1, none, none);
        }

        /** The tenth of a confidence; 1 belongs to the last. */
        public static int tenth(double confidence) {
            return Math.min(TENTHS - 1, (int) (confidence * TENTHS));
        }
    }

    /**
     * A text that prompts quote.
     *
     * @param kind {@code correction}, {@code conclusion}, {@code dissent}, {@code lesson}, {@code memory},
     *     {@code pattern} or {@code evidence}
     * @param wrong a conclusion that later was found wrong
     * @param relevance how well it supports what it was found for, where that is known
     */
    public record Block(
            String kind,
            String id,
            Trust trust,
            @Nullable String origin,
            String text,
            boolean wrong,
            @Nullable Double relevance) {
        public PromptData quoted() {
            return new PromptData(kind, id, trust, origin, text);
        }
    }

    /** The blocks of a kind. */
    public List<Block> blocks(String kind) {
        return blocks.stream().filter(block -> block.kind().equals(kind)).toList();
    }

    /** It as the event that attaches it holds it. */
    public Map<String, @Nullable Object> document() {
        return RecordFields.document(this);
    }

    /** The context that an event holds. */
    public static Context of(Map<String, @Nullable Object> document) {
        return RecordFields.of(Context.class).read(JsonFields.of(document));
    }
}
