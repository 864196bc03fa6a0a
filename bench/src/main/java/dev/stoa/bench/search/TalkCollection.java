package dev.stoa.bench.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Two friendships in messages over some months, written by hand, with questions in other words than their answers and
 * questions in the same words. Stateless, safe from any thread. Other than {@link ChatCollection} it has no patterns, and
 * it is small.
 */
public final class TalkCollection {
    private static final String FILE = "talk.txt";
    private static final String TALK = "= ";
    private static final String IN_OTHER_WORDS = "? ";
    private static final String IN_ITS_WORDS = "! ";
    private static final List<List<String>> FRIENDS = List.of(List.of("Ana", "Tom"), List.of("Mira", "Leon"));

    private TalkCollection() {}

    /** The turns, each a passage of its talk, and the questions in other words. */
    public static Judged read() {
        return read("talk of friends", IN_OTHER_WORDS);
    }

    /**
     * The turns with the questions in their words, among other conversations between people of the same names: alone the
     * turns are so few that nearly every question finds its answer.
     */
    public static Judged asked(Judged others) {
        Judged talk = read("talk of friends in a crowd", IN_ITS_WORDS);
        List<Judged.Passage> corpus = new ArrayList<>(talk.corpus());
        Map<String, List<String>> friends = new HashMap<>();
        Map<String, List<String>> speakers = new HashMap<>();
        for (Judged.Passage turn : others.corpus()) {
            String conversation = Objects.requireNonNull(turn.document());
            int colon = turn.text().indexOf(": ");
            List<String> names =
                    friends.computeIfAbsent(conversation, id -> FRIENDS.get(friends.size() % FRIENDS.size()));
            List<String> met = speakers.computeIfAbsent(conversation, id -> new ArrayList<>());
            String speaker = turn.text().substring(0, colon);
            if (!met.contains(speaker)) {
                met.add(speaker);
            }
            corpus.add(new Judged.Passage(
                    turn.id(),
                    null,
                    names.get(met.indexOf(speaker)) + turn.text().substring(colon),
                    conversation,
                    turn.position()));
        }
        return new Judged(talk.name(), corpus, talk.queries());
    }

    private static Judged read(String name, String mark) {
        List<Judged.Passage> corpus = new ArrayList<>();
        List<Judged.Query> queries = new ArrayList<>();
        String talk = "";
        long position = 0;
        for (String line : lines()) {
            if (line.startsWith(TALK)) {
                talk = line.substring(TALK.length());
                position = 0;
            } else if (line.startsWith(mark)) {
                queries.add(new Judged.Query(
                        "q" + (queries.size() + 1),
                        line.substring(mark.length()),
                        Map.of(corpus.getLast().id(), 1)));
            } else if (!line.startsWith(IN_OTHER_WORDS) && !line.startsWith(IN_ITS_WORDS)) {
                corpus.add(new Judged.Passage(talk + "-" + position, null, line, talk, position));
                position++;
            }
        }
        return new Judged(name, corpus, queries);
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
