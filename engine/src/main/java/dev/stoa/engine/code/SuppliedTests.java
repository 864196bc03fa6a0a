package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.json.Digest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The tests that come with a task, read from a file or from all files of a folder with the ending of the language
 * ({@code .java}, {@code .py}, {@code .jsonl}). Stateless.
 *
 * <p>Names are {@code Class.method}, {@code file.function} or the name in the JSON object; each is there once. Of the
 * tests in order of the SHA-256 of their names every second one is hidden, so that no party chooses which. A test that is not
 * hidden has the text of its file without the hidden ones.
 */
public final class SuppliedTests {
    private static final int MOST_TESTS = 1_000;
    private static final long MOST_BYTES = 262_144;

    private SuppliedTests() {}

    /** The tests of a path, in order of file and place. */
    public static List<CodeTest> read(Language language, Path path) {
        if (!Files.exists(path)) {
            throw new NotFoundException("not_found", "tests " + path + " do not exist", "give a file or a folder");
        }
        List<CodeTest> tests = new ArrayList<>();
        Map<String, Path> seen = new HashMap<>();
        for (Path file : files(language, path)) {
            for (CodeTest test : language == Language.COMMAND ? lines(file) : functions(language, file)) {
                Path before = seen.putIfAbsent(test.name(), file);
                if (before != null) {
                    throw Bounds.invalid(
                            "test " + Bounds.shown(test.name()) + " of " + file + " is also in " + before,
                            "rename one of them");
                }
                tests.add(test);
            }
        }
        if (tests.isEmpty()) {
            throw Bounds.invalid("tests " + path + " hold no test", "add one");
        }
        Bounds.size("tests " + path, tests, 1, MOST_TESTS);
        return separate(language, hide(tests));
    }

    /**
     * Takes the hidden tests out of the files of the others: what an agent is shown, and what runs beside its code, must
     * not hold them.
     */
    static List<CodeTest> separate(Language language, List<CodeTest> tests) {
        Map<String, Set<String>> hidden = new HashMap<>();
        tests.stream()
                .filter(CodeTest::hidden)
                .forEach(test -> hidden.computeIfAbsent(test.body(), body -> new HashSet<>())
                        .add(test.name().substring(test.name().lastIndexOf('.') + 1)));
        return tests.stream()
                .map(test -> test.hidden() || !hidden.containsKey(test.body())
                        ? test
                        : new CodeTest(
                                test.name(),
                                false,
                                test.origin(),
                                test.author(),
                                SourceText.without(language, test.body(), hidden.getOrDefault(test.body(), Set.of()))))
                .toList();
    }

    /** Hides ranks 2, 4, 6… by the SHA-256 of the names. */
    static List<CodeTest> hide(List<CodeTest> tests) {
        List<String> ranked = tests.stream()
                .map(CodeTest::name)
                .sorted(Comparator.comparing((String name) -> Digest.sha256(name)))
                .toList();
        Set<String> hidden = new HashSet<>();
        for (int i = 1; i < ranked.size(); i += 2) {
            hidden.add(ranked.get(i));
        }
        return tests.stream()
                .map(test -> test.withHidden(hidden.contains(test.name())))
                .toList();
    }

    private static List<Path> files(Language language, Path path) {
        if (Files.isRegularFile(path)) {
            return List.of(path);
        }
        String ending = switch (language) {
            case JAVA -> ".java";
            case PYTHON -> ".py";
            case COMMAND -> ".jsonl";
        };
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
            if (files.isEmpty()) {
                throw Bounds.invalid("folder " + path + " has no file *" + ending, "add one, or give another folder");
            }
            return files;
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static List<CodeTest> functions(Language language, Path file) {
        String body = text(file);
        List<String> names = TestBody.runnable(language, body, file.toString());
        String unit = language == Language.JAVA
                ? SourceText.javaClass(body).orElseThrow()
                : String.valueOf(file.getFileName()).replaceFirst("\\.py$", "");
        return names.stream()
                .map(name -> supplied(file, unit + "." + name, body))
                .toList();
    }

    private static List<CodeTest> lines(Path file) {
        List<CodeTest> tests = new ArrayList<>();
        int number = 0;
        for (String line : text(file).lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String where = file + " line " + number;
            String name = TestBody.start(line, where).name();
            if (name == null) {
                throw Bounds.invalid(where + ": field \"name\" is missing", "send it");
            }
            tests.add(supplied(file, name, line));
        }
        return tests;
    }

    private static CodeTest supplied(Path file, String name, String body) {
        try {
            return new CodeTest(name, false, CodeTest.SUPPLIED, null, body);
        } catch (InvalidException e) {
            throw new InvalidException(
                    "invalid", file + ": " + e.getMessage(), e.hint().orElse("mend it"), e);
        }
    }

    private static String text(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw Bounds.invalid(
                        String.format(Locale.ROOT, "%s has %,d bytes; at most %,d", file, Files.size(file), MOST_BYTES),
                        "split it");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new InvalidException("invalid", file + " is not UTF-8", "convert it", e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static InvalidException unreadable(Path path, IOException e) {
        return new InvalidException("invalid", path + " cannot be read: " + e.getMessage(), "look at its rights", e);
    }
}
