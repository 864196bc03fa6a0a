package dev.stoa.debate.rules.record;

import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import dev.stoa.search.text.PromptData;
import java.util.Collections;
import java.util.LinkedHashMap;
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

        private Map<String, Object> document() {
            return Map.of("rating", rating, "vote_weight", voteWeight, "resolved", resolved, "correct", correct);
        }

        private static Standing of(JsonFields fields) {
            return new Standing(
                    fields.real("rating"),
                    fields.real("vote_weight"),
                    counts(fields, "resolved"),
                    counts(fields, "correct"));
        }

        private static List<Integer> counts(JsonFields fields, String name) {
            return fields.valueOrNull(name) instanceof List<?> list
                    ? list.stream()
                            .map(count -> Math.toIntExact(((Number) count).longValue()))
                            .toList()
                    : List.of();
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

        private Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("kind", kind);
            map.put("id", id);
            map.put("trust", trust.text());
            map.put("origin", origin);
            map.put("text", text);
            map.put("wrong", wrong);
            map.put("relevance", relevance);
            return map;
        }

        private static Block of(JsonFields fields) {
            return new Block(
                    fields.text("kind"),
                    fields.text("id"),
                    Trust.of(fields.text("trust")),
                    fields.textOrNull("origin"),
                    fields.text("text"),
                    fields.flag("wrong"),
                    fields.realOrNull("relevance"));
        }
    }

    /** The blocks of a kind. */
    public List<Block> blocks(String kind) {
        return blocks.stream().filter(block -> block.kind().equals(kind)).toList();
    }

    /** It as the event that attaches it holds it. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("standings", standings.stream().map(Standing::document).toList());
        map.put("blocks", blocks.stream().map(Block::document).toList());
        map.put("lessons", lessons);
        map.put("holdout", holdout);
        map.put("missing", missing);
        return map;
    }

    /** The context that an event holds. */
    public static Context of(Map<String, @Nullable Object> document) {
        JsonFields fields = JsonFields.of(document);
        return new Context(
                fields.objects("standings").stream().map(Standing::of).toList(),
                fields.objects("blocks").stream().map(Block::of).toList(),
                fields.texts("lessons"),
                fields.flag("holdout"),
                fields.texts("missing"));
    }
}
