package dev.stoa.bench.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Conversations of short turns, most of which say nothing without the turn before, and questions about them. Not
 * thread-safe. It is told from scripts with drawn words, the same for the same seed; other pairs talk of the same
 * things, so a question is answered only by the right turn of the right conversation.
 */
public final class ChatCollection {
    private static final int SCRIPTS_EACH = 12;
    private static final double FILLER = 0.25;
    private static final Pattern LIST = Pattern.compile("\\|");
    private static final Pattern COMMAS = Pattern.compile(", ");

    private final Random random;
    private final Map<String, List<String>> words = words();
    private final List<Script> scripts = scripts();
    private final List<Judged.Passage> corpus = new ArrayList<>();
    private final List<Judged.Query> queries = new ArrayList<>();

    private record Turn(boolean first, String text) {}

    private record Question(int turn, String text) {}

    private record Script(List<Turn> turns, List<Question> questions) {}

    private ChatCollection(long seed) {
        this.random = new Random(seed);
    }

    /** So many conversations, at most half as many as there are speakers: nobody talks in two of them. */
    public static Judged of(int conversations, long seed) {
        ChatCollection telling = new ChatCollection(seed);
        List<String> speakers = new ArrayList<>(telling.of("speaker"));
        Collections.shuffle(speakers, telling.random);
        for (int i = 0; i < conversations; i++) {
            telling.conversation("chat-" + (i + 1), speakers.get(2 * i), speakers.get(2 * i + 1));
        }
        return new Judged("chat turns", telling.corpus, telling.queries);
    }

    private void conversation(String id, String a, String b) {
        List<Script> told = new ArrayList<>(scripts);
        Collections.shuffle(told, random);
        long position = 0;
        for (Script script : told.subList(0, SCRIPTS_EACH)) {
            boolean swapped = random.nextBoolean();
            Map<String, String> drawn = new HashMap<>();
            drawn.put("A", swapped ? b : a);
            drawn.put("B", swapped ? a : b);
            List<String> ids = new ArrayList<>();
            for (Turn turn : script.turns()) {
                if (random.nextDouble() < FILLER && ids.isEmpty()) {
                    position = say(id, position, random.nextBoolean() ? a : b, draw("filler"));
                }
                ids.add(id + "-" + position);
                String speaker = Objects.requireNonNull(drawn.get(turn.first() ? "A" : "B"));
                position = say(id, position, speaker, filled(turn.text(), drawn));
            }
            for (Question question : script.questions()) {
                queries.add(new Judged.Query(
                        "q" + (queries.size() + 1),
                        filled(question.text(), drawn),
                        Map.of(ids.get(question.turn() - 1), 1)));
            }
        }
    }

    private long say(String conversation, long position, String speaker, String text) {
        corpus.add(
                new Judged.Passage(conversation + "-" + position, null, speaker + ": " + text, conversation, position));
        return position + 1;
    }

    /** The text with a word for each brace, the same one for the whole telling. */
    private String filled(String text, Map<String, String> drawn) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
            int close = text.indexOf('}', open);
            String name = text.substring(open + 1, close);
            String word = drawn.get(name);
            if (word == null) {
                word = draw(name);
                drawn.put(name, word);
            }
            out.append(text, from, open).append(word);
            from = close + 1;
        }
        return out.append(text, from, text.length()).toString();
    }

    private String draw(String name) {
        List<String> all = of(name);
        return all.get(random.nextInt(all.size()));
    }

    private List<String> of(String name) {
        return Objects.requireNonNull(words.get(name), name);
    }

    private static Map<String, List<String>> words() {
        Map<String, List<String>> words = new LinkedHashMap<>();
        lines("chat-words.txt").forEach(line -> {
            int colon = line.indexOf(": ");
            String all = line.substring(colon + 2);
            // Sentences have commas of their own.
            words.put(line.substring(0, colon), List.of((all.contains("|") ? LIST : COMMAS).split(all, -1)));
        });
        return words;
    }

    private static List<Script> scripts() {
        List<Script> scripts = new ArrayList<>();
        for (String line : lines("chat-scripts.txt")) {
            if (line.startsWith("= ")) {
                scripts.add(new Script(new ArrayList<>(), new ArrayList<>()));
            } else if (line.startsWith("? ")) {
                int space = line.indexOf(' ', 2);
                scripts.getLast()
                        .questions()
                        .add(new Question(Integer.parseInt(line.substring(2, space)), line.substring(space + 1)));
            } else {
                scripts.getLast().turns().add(new Turn(line.startsWith("A: "), line.substring(3)));
            }
        }
        return scripts;
    }

    private static List<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(ChatCollection.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
