package dev.stoa.engine.provider.evidence;

import dev.stoa.search.vector.Embedder;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Documents for tests. */
final class Texts {
    private static final String[] WORDS = {
        "release",
        "friday",
        "monday",
        "cats",
        "dogs",
        "bus",
        "glass",
        "not",
        "never",
        "7",
        "3.5",
        "1,000",
        "the",
        "of",
        "database",
        "risk",
        "risks",
        "team",
        "without",
        "night"
    };

    private Texts() {}

    static Corpus corpus(Embedder embedder, String... texts) {
        return Corpus.of(documents(texts), embedder);
    }

    static List<Document> documents(String... texts) {
        return IntStream.range(0, texts.length)
                .mapToObj(i -> new Document("d" + i, "Title " + i, texts[i]))
                .toList();
    }

    /** Some sentences of some of the words. */
    static String random(Random random, int sentences) {
        StringBuilder text = new StringBuilder();
        for (int s = 0; s < sentences; s++) {
            text.append(words(random, 1 + random.nextInt(9))).append(". ");
        }
        return text.toString();
    }

    static String words(Random random, int count) {
        StringBuilder text = new StringBuilder("It");
        for (int i = 0; i < count; i++) {
            text.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }
}
