package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A test of a code debate. Immutable.
 *
 * <p>The body is a whole Java class with {@code public static void test…()} methods, a whole Python file with
 * {@code test_…()} functions, or one JSON object {name, args, stdin, stdout, exit}. If the name ends in one of the
 * functions, as {@code Class.method} and {@code file.function} do, that one is the test; else all of them together are.
 *
 * @param hidden its body must never enter a prompt
 * @param origin {@code supplied} or {@code generated}
 * @param author the agent who wrote it, if it is generated
 */
public record CodeTest(
        String name,
        boolean hidden,
        String origin,
        @Nullable String author,
        String body) {
    /** Given with the task. */
    public static final String SUPPLIED = "supplied";
    /** Written by an agent. */
    public static final String GENERATED = "generated";

    private static final int NAME = 200;
    private static final int BODY = 262_144;

    public CodeTest {
        Bounds.text("name of the test", name, 1, NAME);
        if (name.codePoints().anyMatch(Character::isISOControl)) {
            throw Bounds.invalid("name of the test " + Bounds.shown(name) + " has a control character", "leave it out");
        }
        Bounds.text("body of test " + name, body, 1, BODY);
    }

    /** A test that an agent wrote; refused if nothing in it could be run. */
    public static CodeTest generated(Language language, String name, String body, @Nullable String author) {
        CodeTest test = new CodeTest(name, false, GENERATED, author, body);
        TestBody.of(language, test);
        return test;
    }

    CodeTest withHidden(boolean newHidden) {
        return new CodeTest(name, newHidden, origin, author, body);
    }

    /** The test as JSON shows it; the body of a hidden one is null. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "name", name, "hidden", hidden, "origin", origin, "author", author, "body", hidden ? null : body);
    }
}
