package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.code.CodeTask;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The supplied tests that no agent may see, and what would betray them. Immutable. Their bodies are never shown; this
 * also finds them in the words of others, for code that runs where little is hidden from it can quote a file.
 */
public final class HiddenTests {
    /** Shorter lines, as {@code else:}, are in every file. */
    private static final int TELLING = 12;

    private final Set<String> names = new HashSet<>();
    private final Set<String> lines = new HashSet<>();

    private HiddenTests() {}

    /** Those of a debate; none in one that is not about code. */
    public static HiddenTests of(DebateRecord record) {
        HiddenTests found = new HiddenTests();
        CodeTask code = record.config().code();
        if (code == null) {
            return found;
        }
        Set<String> secret = code.tests().stream()
                .filter(CodeTask.Test::hidden)
                .map(CodeTask.Test::body)
                .collect(Collectors.toSet());
        Set<String> open = new HashSet<>();
        for (CodeTask.Test test : code.tests()) {
            if (test.hidden()) {
                found.names.add(test.name());
            }
            test.body()
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.length() >= TELLING)
                    .forEach(secret.contains(test.body()) ? found.lines::add : open::add);
        }
        found.lines.removeAll(open);
        return found;
    }

    /** Whether a test is one of them. */
    public boolean has(String name) {
        return names.contains(name);
    }

    /** Whether a text holds a line that only hidden tests have. */
    public boolean quotedIn(String text) {
        return lines.stream().anyMatch(text::contains);
    }
}
