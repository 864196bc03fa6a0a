package dev.stoa.engine.code;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.engine.code.SourceText.Function;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What of a test is run. Immutable. */
sealed interface TestBody {
    /** Functions of a class or of a file, called one after the other. */
    record Functions(String unit, List<String> names) implements TestBody {}

    /** One start of the candidate: what it gets, and what it must answer. */
    record Start(@Nullable String name, List<String> args, String stdin, String stdout, int exit) implements TestBody {}

    /** Reads the body of a test; one that cannot be run is refused with what is wrong. */
    static TestBody of(Language language, CodeTest test) {
        return language == Language.COMMAND
                ? start(test.body(), "test " + Bounds.shown(test.name()))
                : functions(language, test);
    }

    /** Reads a JSON object {name, args, stdin, stdout, exit}. */
    static Start start(String json, String where) {
        try {
            JsonFields fields = JsonFields.of(Json.parseObject(json));
            Start start = new Start(
                    fields.textOrNull("name"),
                    fields.texts("args"),
                    fields.text("stdin", ""),
                    fields.text("stdout", ""),
                    (int) Bounds.whole("exit", fields.whole("exit", 0), 0, 255));
            fields.end();
            if (start.args().stream().anyMatch(arg -> arg.indexOf(0) >= 0)) {
                throw Bounds.invalid("args has a NUL", "remove it");
            }
            return start;
        } catch (InvalidException e) {
            throw new InvalidException(
                    "invalid", where + ": " + e.getMessage(), e.hint().orElse("mend it"), e);
        }
    }

    private static Functions functions(Language language, CodeTest test) {
        String where = "test " + Bounds.shown(test.name());
        List<String> names = runnable(language, test.body(), where);
        String unit =
                language == Language.JAVA ? SourceText.javaClass(test.body()).orElse("") : "test";
        String last = test.name().substring(test.name().lastIndexOf('.') + 1);
        boolean one = test.name().indexOf('.') >= 0 && names.contains(last);
        return new Functions(unit, one ? List.of(last) : names);
    }

    /** The names of the test functions of a file; a file without one, or with one that takes arguments, is refused. */
    static List<String> runnable(Language language, String body, String where) {
        boolean java = language == Language.JAVA;
        if (java && SourceText.javaClass(body).isEmpty()) {
            throw Bounds.invalid(where + " has no class", "write one with public static void test…() methods");
        }
        List<Function> functions = SourceText.tests(language, body);
        if (functions.isEmpty()) {
            throw Bounds.invalid(
                    where + (java ? " has no method public static void test…()" : " has no function test_…()"),
                    "write one, or take the file away");
        }
        for (Function function : functions) {
            if (function.takesArguments()) {
                throw Bounds.invalid(
                        where + ": " + function.name() + " takes arguments; a test takes none",
                        "remove them, or give it another name");
            }
        }
        return functions.stream().map(Function::name).toList();
    }
}
