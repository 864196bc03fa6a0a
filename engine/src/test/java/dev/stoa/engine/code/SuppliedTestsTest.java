package dev.stoa.engine.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.json.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("quick")
class SuppliedTestsTest {
    @TempDir
    private Path folder = Path.of("");

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> names(List<CodeTest> tests) {
        return tests.stream().map(CodeTest::name).toList();
    }

    @Test
    void namesComeFromFilesAndFunctions() throws IOException {
        write("b_test.py", "def test_one():\n    pass\n# def test_not():\n'''\ndef test_nor(): pass\n'''\n");
        write("a_test.py", "def test_two():\n    pass\ndef helper(x):\n    pass\n");
        write("readme.txt", "nothing");
        assertThat(names(SuppliedTests.read(Language.PYTHON, folder)))
                .containsExactly("a_test.test_two", "b_test.test_one");
        Path java = write("T.java", "package p; public class T { public static void testA() {} void testB() {} }");
        assertThat(names(SuppliedTests.read(Language.JAVA, java))).containsExactly("p.T.testA");
        Path lines = write("t.jsonl", "{\"name\":\"x\",\"args\":[\"1\"]}\n\n{\"name\":\"y\",\"exit\":2}\n");
        assertThat(names(SuppliedTests.read(Language.COMMAND, lines))).containsExactly("x", "y");
    }

    @Test
    void everySecondTestByTheHashOfItsNameIsHidden() throws IOException {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 7; i++) {
            body.append("def test_").append(i).append("():\n    pass\n");
        }
        List<CodeTest> tests = SuppliedTests.read(Language.PYTHON, write("t.py", body.toString()));
        List<Boolean> byRank = tests.stream()
                .sorted(Comparator.comparing((CodeTest test) -> Digest.sha256(test.name())))
                .map(CodeTest::hidden)
                .toList();
        assertThat(byRank).containsExactly(false, true, false, true, false, true, false);
        assertThat(tests)
                .filteredOn(CodeTest::hidden)
                .allSatisfy(test -> assertThat(test.document()).containsEntry("body", null));
    }

    @Test
    void noTextOfAHiddenTestStandsBesideOneThatIsShown() throws IOException {
        StringBuilder python = new StringBuilder("import solution\n");
        StringBuilder java = new StringBuilder("public class T {\n");
        for (int i = 0; i < 8; i++) {
            python.append("\ndef test_" + i + "():\n    assert solution.f() == 'py" + i + "'\n");
            java.append("    public static void test" + i + "() { assert S.f() == \"java" + i + "\"; }\n");
        }
        Map<Language, Path> files =
                Map.of(Language.PYTHON, write("t.py", python.toString()), Language.JAVA, write("T.java", java + "}\n"));
        files.forEach((language, file) -> {
            List<CodeTest> tests = SuppliedTests.read(language, file);
            assertThat(tests.stream().filter(CodeTest::hidden)).hasSize(4);
            for (CodeTest hidden : tests) {
                String number = hidden.name().substring(hidden.name().length() - 1);
                String secret = (language == Language.PYTHON ? "'py" : "\"java") + number;
                assertThat(tests.stream()
                                .filter(test -> !test.hidden())
                                .allMatch(test -> test.body().contains(secret)))
                        .as(hidden.name())
                        .isEqualTo(!hidden.hidden());
                assertThat(tests.stream()
                                .filter(test -> !test.hidden())
                                .anyMatch(test -> test.body().contains(secret)))
                        .as(hidden.name())
                        .isEqualTo(!hidden.hidden());
            }
        });
    }

    @Test
    void whatIsLeftOfAFileRunsWhicheverOfItsTestsAreHidden() {
        String body = """
                from solution import f

                LIMIT = 3


                @decorated
                def test_a():
                    assert f(1) == 1

                # about b
                def test_b():
                    assert f(
                        2
                    ) == 2

                def test_c():
                    assert f(3) == 3
                x = 1
                """;
        List<String> names = List.of("test_a", "test_b", "test_c");
        for (int hidden = 0; hidden < 8; hidden++) {
            Set<String> cut = new HashSet<>();
            for (int i = 0; i < names.size(); i++) {
                if ((hidden >> i & 1) == 1) {
                    cut.add(names.get(i));
                }
            }
            String rest = SourceText.without(Language.PYTHON, body, cut);
            assertThat(rest).startsWith("from solution import f\n\nLIMIT = 3\n").endsWith("x = 1\n");
            for (int i = 0; i < names.size(); i++) {
                assertThat(rest.contains("def " + names.get(i) + "():\n    assert f("))
                        .isEqualTo(!cut.contains(names.get(i)));
                assertThat(rest.contains("== " + (i + 1) + "\n")).isEqualTo(!cut.contains(names.get(i)));
            }
        }
    }

    @Test
    void badFilesAreNamedWithWhatIsWrong() throws IOException {
        refused(Language.PYTHON, write("none.py", "x = 1\n"), "none.py has no function test_…()");
        refused(Language.PYTHON, write("arg.py", "def test_x(a):\n    pass\n"), "test_x takes arguments");
        refused(Language.JAVA, write("N.java", "int x;"), "N.java has no class");
        refused(Language.JAVA, write("M.java", "class M {}"), "M.java has no method public static void test…()");
        refused(
                Language.COMMAND,
                write("a.jsonl", "{\"name\":\"a\"}\n{\"args\":[]}"),
                "a.jsonl line 2: field \"name\"");
        refused(Language.COMMAND, write("b.jsonl", "{\"name\":\"a\",\"in\":1}"), "b.jsonl line 1: there is no field");
        refused(Language.COMMAND, write("c.jsonl", "{"), "c.jsonl line 1: ");
        refused(Language.COMMAND, write("d.jsonl", "{\"name\":\"a\"}\n{\"name\":\"a\"}"), "is also in");
        refused(Language.COMMAND, write("e.jsonl", "\n"), "hold no test");
        Files.write(folder.resolve("bad.py"), new byte[] {(byte) 0xff, (byte) 0xfe});
        refused(Language.PYTHON, folder.resolve("bad.py"), "bad.py is not UTF-8");
        refused(Language.JAVA, Files.createDirectory(folder.resolve("empty")), "has no file *.java");
        assertThatThrownBy(() -> SuppliedTests.read(Language.JAVA, folder.resolve("missing")))
                .isInstanceOf(NotFoundException.class);
    }

    private static void refused(Language language, Path path, String words) {
        assertThatThrownBy(() -> SuppliedTests.read(language, path))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(words);
    }
}
