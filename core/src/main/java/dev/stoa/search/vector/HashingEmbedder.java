package dev.stoa.search.vector;

import dev.stoa.base.InvalidException;
import dev.stoa.search.text.IndexWord;
import dev.stoa.search.text.Tokenizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An embedder that adds up hashed words and parts of words. Immutable. All sums are of integers and the one root is
 * taken strictly, so vectors are equal to the last bit on every machine; a change of a constant must change the
 * model's name.
 */
final class HashingEmbedder implements Embedder {
    private static final int MOST_CHARACTERS = 65_536;
    private static final int SHORTEST_PART = 3;
    private static final int LONGEST_PART = 5;

    /** A whole word weighs as much as several of its parts, or long words would drown short ones. */
    private static final int WORD_WEIGHT = 4;

    private final int dimensions;

    private HashingEmbedder(int dimensions) {
        this.dimensions = dimensions;
    }

    static HashingEmbedder of(int dimensions) {
        if (dimensions < 8 || dimensions > 4096) {
            throw new InvalidException(
                    "invalid", "dimensions " + dimensions + " is outside 8..4096", "256 serves most texts");
        }
        return new HashingEmbedder(dimensions);
    }

    @Override
    public String modelId() {
        return "hashing-v1-" + dimensions;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
        return texts.stream().map(this::embed).toList();
    }

    @Override
    public float[] embed(String text) {
        Map<String, Integer> counts = new HashMap<>();
        for (String term : Tokenizer.terms(EmbeddedText.clean(text, MOST_CHARACTERS))) {
            counts.merge(IndexWord.folded(term), 1, Integer::sum);
        }
        long[] sums = new long[dimensions];
        counts.forEach((word, count) -> addWord(sums, word, damped(count)));
        return unit(sums);
    }

    private static void addWord(long[] sums, String word, int weight) {
        add(sums, hash('w', word, 0, word.length()), (long) weight * WORD_WEIGHT);
        // Marks at both ends tell a beginning from a middle; parts are why a plural is like its singular.
        String marked = "<" + word + ">";
        for (int length = SHORTEST_PART; length <= LONGEST_PART; length++) {
            for (int from = 0; from + length <= marked.length(); from++) {
                add(sums, hash('p', marked, from, from + length), weight);
            }
        }
    }

    /** 1, 2, 2, 3, 3, 3, 3, 4 …: the tenth time a word occurs says less than the first. */
    private static int damped(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(count);
    }

    private static void add(long[] sums, long hash, long weight) {
        // The sign comes from a bit that does not choose the place, so collisions cancel on average.
        int place = (int) Long.remainderUnsigned(hash >>> 1, sums.length);
        sums[place] += (hash & 1) == 0 ? weight : -weight;
    }

    /** FNV-1a over UTF-16 units, mixed so that every bit depends on every unit. */
    private static long hash(char kind, String text, int from, int to) {
        long h = (0xcbf29ce484222325L ^ kind) * 0x100000001b3L;
        for (int i = from; i < to; i++) {
            h = (h ^ text.charAt(i)) * 0x100000001b3L;
        }
        h = (h ^ (h >>> 30)) * 0xbf58476d1ce4e5b9L;
        h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
        return h ^ (h >>> 31);
    }

    private static float[] unit(long[] sums) {
        long squares = 0;
        for (long sum : sums) {
            squares += sum * sum;
        }
        double norm = StrictMath.sqrt((double) squares);
        float[] vector = new float[sums.length];
        for (int i = 0; i < sums.length; i++) {
            vector[i] = squares == 0 ? 0 : (float) (sums[i] / norm);
        }
        return vector;
    }
}
