package dev.stoa.bench.debate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A question with options over the texts of the benchmark. Immutable.
 *
 * @param part the part of the benchmark that it belongs to
 * @param text the text that it is about
 * @param negative whether its answer denies something
 * @param options in the order in which they are asked
 * @param answer the right one; null if no text answers it
 */
record ClosedQuestion(
        Part part,
        String text,
        boolean negative,
        String question,
        List<String> options,
        @Nullable String answer) {
    private static final String FOLDER = "closed/";

    /** A part of the benchmark. Each has texts of its own. */
    enum Part {
        /** The rules of reading were made with it. */
        FIRST("dev", "to develop on"),
        /** The confidence was made with it and with the first. */
        SECOND("second", "second to develop on"),
        /** Nothing may be tuned to it. */
        HELD_OUT("held", "held out");

        private final String word;
        private final String title;

        Part(String word, String title) {
            this.word = word;
            this.title = title;
        }

        /** What it is called in a table. */
        String title() {
            return title;
        }

        private static Part of(String word) {
            return Arrays.stream(values())
                    .filter(part -> part.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(word + " is no part of the benchmark"));
        }
    }

    private static final List<String> TEXTS = List.of(
            "apache-2.0",
            "artistic-1.0",
            "bsd-3-clause",
            "bzip2",
            "cc0-1.0",
            "constitution-amendments",
            "constitution-articles",
            "mpl-2.0",
            "xz");
    /** The texts of the second part, which the others are not asked over. */
    private static final List<String> MORE_TEXTS = List.of("gpl-2.0", "human-rights", "lending", "relay", "stowaway");

    ClosedQuestion {
        options = List.copyOf(options);
        if (answer != null && !options.contains(answer)) {
            throw new IllegalArgumentException("the answer " + answer + " is no option of: " + question);
        }
    }

    /** All questions, in the order of the files. */
    static List<ClosedQuestion> all() {
        return Stream.of("questions.txt", "questions-2.txt")
                .flatMap(file -> read(file).lines())
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(ClosedQuestion::of)
                .toList();
    }

    /** The texts that the questions of a part are asked over, by name. */
    static Map<String, String> texts(Part part) {
        Map<String, String> texts = new LinkedHashMap<>();
        TEXTS.forEach(name -> texts.put(name + ".txt", read(name + ".txt")));
        if (part == Part.SECOND) {
            MORE_TEXTS.forEach(name -> texts.put(name + ".txt", read(name + ".txt")));
        }
        return texts;
    }

    /** The same question with its options in another order. */
    ClosedQuestion with(List<String> order) {
        return new ClosedQuestion(part, text, negative, question, order, answer);
    }

    private static ClosedQuestion of(String line) {
        String[] parts = line.split(" ; ", -1);
        if (parts.length != 6 || !(TEXTS.contains(parts[1]) || MORE_TEXTS.contains(parts[1]))) {
            throw new IllegalArgumentException("not a question with six parts: " + line);
        }
        return new ClosedQuestion(
                Part.of(parts[0]),
                parts[1],
                parts[2].equals("-"),
                parts[3],
                List.of(parts[4].split(" \\| ", -1)),
                parts[2].equals("0") ? null : parts[5]);
    }

    private static String read(String name) {
        try (InputStream in = ClosedQuestion.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not among the resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
