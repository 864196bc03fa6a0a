package dev.stoa.debate.rules.code;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.List;

/** What a debate about code is about: the language and the supplied tests. Immutable. */
public record CodeTask(String language, List<Test> tests) {
    private static final List<String> LANGUAGES = List.of("java", "python", "command");
    private static final int MOST_TESTS = 200;

    public CodeTask {
        Bounds.word("code.language", language, LANGUAGES);
        tests = List.copyOf(Bounds.size("code.tests", tests, 0, MOST_TESTS));
        if (tests.stream().map(Test::name).distinct().count() < tests.size()) {
            throw Bounds.invalid("code.tests has two tests of one name", "rename one of them");
        }
    }

    /**
     * A supplied test.
     *
     * @param hidden its body enters no prompt; its result counts all the same
     */
    public record Test(String name, boolean hidden, String body) {
        public Test {
            Bounds.text("code.tests.name", name, 1, 200);
            Bounds.text("code.tests.body", body, 1, 262_144);
        }

        private static Test of(JsonFields fields) {
            Test test = new Test(fields.text("name"), fields.flag("hidden", false), fields.text("body"));
            fields.end();
            return test;
        }
    }

    public static CodeTask of(JsonFields fields) {
        CodeTask task = new CodeTask(
                fields.text("language"),
                fields.objects("tests").stream().map(Test::of).toList());
        fields.end();
        return task;
    }
}
