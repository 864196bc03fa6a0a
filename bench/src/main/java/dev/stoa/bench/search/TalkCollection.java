package dev.stoa.bench.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Two friendships in messages over some months, written by hand, and questions in other words than their answers.
 * Stateless, safe from any thread. Other than {@link ChatCollection} it has no patterns, and it is small.
 */
public final class TalkCollection {
    private static final String FILE = "talk.txt";

    private TalkCollection() {}

    /** The turns, each a passage of its talk, and the questions. */
    public static Judged read() {
        List<Judged.Passage> corpus = new ArrayList<>();
        List<Judged.Query> queries = new ArrayList<>();
        String talk = "";
        long position = 0;
        for (String line : lines()) {
            if (line.startsWith("= ")) {
                talk = line.substring(2);
                position = 0;
            } else if (line.startsWith("? ")) {
                queries.add(new Judged.Query(
                        "q" + (queries.size() + 1),
                        line.substring(2),
                        Map.of(corpus.getLast().id(), 1)));
            } else {
                corpus.add(new Judged.Passage(talk + "-" + position, null, line, talk, position));
                position++;
            }
        }
        return new Judged("talk of friends", corpus, queries);
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(TalkCollection.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
