package dev.stoa.engine.provider;

import dev.stoa.base.Credentials;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Texts that no message may show. Immutable. Very short ones are not hidden: they would tear holes into everything. */
final class Secrets {
    private static final int SHORTEST = 6;

    private final List<String> texts;

    private Secrets(List<String> texts) {
        this.texts = texts;
    }

    static Secrets of(Collection<String> texts) {
        return new Secrets(texts.stream()
                .map(String::strip)
                .filter(text -> text.length() >= SHORTEST)
                // One secret may be the beginning of another.
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    /** A message with every secret replaced. */
    String hidden(String message) {
        String result = Credentials.hidden(message);
        for (String text : texts) {
            result = result.replace(text, "***");
        }
        return result;
    }
}
