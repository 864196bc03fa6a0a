package dev.stoa.bench.debate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A question with options over the texts of the benchmark. Immutable.
 *
 * @param heldOut whether nothing may be tuned to it
 * @param text the text that it is about
 * @param negative whether its answer denies something
 * @param options in the order in which they are asked
 * @param answer the right one; null if no text answers it
 */
record ClosedQuestion(
        boolean heldOut,
        String text,
        boolean negative,
        String question,
        List<String> options,
        @Nullable String answer) {
    private static final String FOLDER = "closed/";
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

    ClosedQuestion {
        options = List.copyOf(options);
        if (answer != null && !options.contains(answer)) {
            throw new IllegalArgumentException("the answer " + answer + " is no option of: " + question);
        }
    }

    /** All questions, in the order of the file. */
    static List<ClosedQuestion> all() {
        return read("questions.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(ClosedQuestion::of)
                .toList();
    }

    /** The texts that all questions are asked over, by name. */
    static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        TEXTS.forEach(name -> texts.put(name + ".txt", read(name + ".txt")));
        return texts;
    }

    /** The same question with its options in another order. */
    ClosedQuestion with(List<String> order) {
        return new ClosedQuestion(heldOut, text, negative, question, order, answer);
    }

    private static ClosedQuestion of(String line) {
        String[] parts = line.split(" ; ", -1);
        if (parts.length != 6 || !List.of("dev", "held").contains(parts[0]) || !TEXTS.contains(parts[1])) {
            throw new IllegalArgumentException("not a question with six parts: " + line);
        }
        return new ClosedQuestion(
                parts[0].equals("held"),
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
