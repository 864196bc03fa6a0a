package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import dev.stoa.search.text.Tokenizer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a text and its source say about themselves. Immutable; a pure function of both.
 *
 * @param wordCount the number of words of the text
 * @param topics its most frequent terms, at most ten
 */
public record Enrichment(SourceType sourceType, int wordCount, List<String> topics) {
    private static final int MOST_TOPICS = 10;
    private static final int LEAST_LETTERS = 4;

    public Enrichment {
        topics = List.copyOf(topics);
    }

    static Enrichment of(String snippet, String source, @Nullable String url) {
        List<String> words = Tokenizer.words(snippet);
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String word : words) {
            if (!Tokenizer.isStopWord(word)
                    && word.codePoints().filter(Character::isLetter).count() >= LEAST_LETTERS) {
                counts.merge(word, 1, Integer::sum);
            }
        }
        // The sort is stable: of equally frequent words the one seen first comes first.
        List<String> topics = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_TOPICS)
                .map(Map.Entry::getKey)
                .toList();
        return new Enrichment(SourceType.of(source, url), words.size(), topics);
    }

    /** The form in which it is stored. */
    String json() {
        return Json.write(Json.object("source_type", sourceType.text(), "word_count", wordCount, "topics", topics));
    }
}
