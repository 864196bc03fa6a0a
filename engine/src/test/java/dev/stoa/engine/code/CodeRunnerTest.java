package dev.stoa.engine.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.UnavailableException;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@NeedsTool(Tool.PYTHON)
class CodeRunnerTest {
    private static final CodeRunner RUNNER = CodeRunner.create(false, List.of());
    private static final RunLimits SHORT = RunLimits.DEFAULT.withTimes(Duration.ofMillis(700), Duration.ofSeconds(30));

    /** On the busiest machine a loop gets its processor time before this clock runs out. */
    private static final RunLimits PATIENT = SHORT.withClock(10_000);

    private static final String PYTHON_TESTS = """
        from solution import add

        def test_small():
            assert add(1, 2) == 3

        def test_negative():
            assert add(-1, -2) == -3, "sum of negatives"

        def test_big():
            assert add(10**9, 1) == 10**9 + 1
        """;

    private static final String JAVA_TESTS = """
        public class AdderTest {
            public static void testSmall() { if (Adder.add(1, 2) != 3) throw new AssertionError("1 + 2"); }
            public static void testNegative() { assert Adder.add(-1, -2) == -3 : "sum of negatives"; }
            public static void testBig() { if (Adder.add(1 << 30, 1) != (1 << 30) + 1) throw new AssertionError(); }
        }
        """;

    static List<CodeTest> tests(String body, String... names) {
        return Stream.of(names)
                .map(name -> new CodeTest(name, false, CodeTest.SUPPLIED, null, body))
                .toList();
    }

    private static List<CodeTest> python(String... functions) {
        return tests(PYTHON_TESTS, Stream.of(functions).map(f -> "t." + f).toArray(String[]::new));
    }

    private static final String[] PYTHON_NAMES = {"test_small", "test_negative", "test_big"};

    private static List<CodeTest> java() {
        return tests(JAVA_TESTS, "AdderTest.testSmall", "AdderTest.testNegative", "AdderTest.testBig");
    }

    private static SuiteResult python(String code) {
        return RUNNER.run(Language.PYTHON, code, python(PYTHON_NAMES), SHORT);
    }

    private static SuiteResult java(String code) {
        return RUNNER.run(Language.JAVA, code, java(), SHORT);
    }

    private static List<TestStatus> statuses(SuiteResult suite) {
        return suite.results().stream().map(TestResult::status).toList();
    }

    @Test
    void aRightPythonCandidatePassesAllInOneProcess() {
        SuiteResult suite = python("def add(a, b):\n    print('adding')\n    return a + b\n");
        assertThat(statuses(suite)).containsOnly(TestStatus.PASSED);
        assertThat(suite.passRate()).isEqualTo(1.0);
        assertThat(suite.output()).isEqualTo("adding\nadding\nadding\n");
        assertThat(suite.metrics().loc()).isEqualTo(3);
        assertThat(suite.isolation().memory()).isIn("address space 512 MiB", "open");
    }

    @Test
    void aRightJavaCandidatePassesAll() {
        SuiteResult suite = java("public class Adder { public static int add(int a, int b) { return a + b; } }");
        assertThat(statuses(suite)).containsOnly(TestStatus.PASSED);
        assertThat(suite.isolation().memory()).isEqualTo("heap 256 MiB");
        assertThat(suite.metrics().compileMs()).isPositive();
    }

    @Test
    void anAssertionThatDoesNotHoldFailsAndAnythingElseIsAnError() {
        SuiteResult suite = python("""
            def add(a, b):
                if a > 100:
                    raise KeyError("too big")
                return abs(a) + abs(b)
            """);
        assertThat(statuses(suite)).containsExactly(TestStatus.PASSED, TestStatus.FAILED, TestStatus.ERROR);
        assertThat(suite.results().get(1).message()).isEqualTo("AssertionError: sum of negatives");
        assertThat(suite.results().get(2).message()).contains("too big");
        assertThat(suite.passRate()).isEqualTo(0.3333);
        SuiteResult javaSuite = java("""
            public class Adder {
                public static int add(int a, int b) {
                    if (a > 100) throw new IllegalStateException("too big");
                    return Math.abs(a) + Math.abs(b);
                }
            }
            """);
        assertThat(statuses(javaSuite)).containsExactly(TestStatus.PASSED, TestStatus.FAILED, TestStatus.ERROR);
        assertThat(javaSuite.results().get(1).message()).contains("sum of negatives");
    }

    @Test
    void aTestThatUsesTooMuchProcessorTimeFailsAndTheOthersCount() {
        SuiteResult suite = RUNNER.run(
                Language.PYTHON,
                "def add(a, b):\n    while a < 0:\n        pass\n    return a + b\n",
                python(PYTHON_NAMES),
                PATIENT);
        assertThat(statuses(suite)).containsExactly(TestStatus.PASSED, TestStatus.FAILED, TestStatus.PASSED);
        assertThat(suite.results().get(1).message()).isEqualTo("it used more than 700 ms of processor time");
        assertThat(suite.passRate()).isEqualTo(0.6667);
        SuiteResult java = RUNNER.run(
                Language.JAVA, """
                public class Adder {
                    public static int add(int a, int b) { while (a < 0) { Thread.onSpinWait(); } return a + b; }
                }
                """, java(), PATIENT.withTimes(Duration.ofSeconds(4), Duration.ofSeconds(60)));
        assertThat(statuses(java)).containsExactly(TestStatus.PASSED, TestStatus.FAILED, TestStatus.PASSED);
    }

    @Test
    void whatTheClockEndsCouldNotBeTestedAndHasNeitherPassedNorFailed() {
        SuiteResult suite = python("""
            import time
            def add(a, b):
                if a < 0:
                    time.sleep(60)
                return a + b
            """);
        assertThat(statuses(suite)).containsExactly(TestStatus.PASSED, TestStatus.TIMEOUT, TestStatus.PASSED);
        assertThat(suite.results().get(1).message()).contains("on the clock");
        assertThat(suite.passRate()).isEqualTo(1.0);
    }

    @Test
    void hiddenTestsAreOutOfReachOfWhatRunsBesideThoseThatAreShown() {
        String shown = "import solution\ndef test_shown():\n    assert solution.look() == []\n";
        String hidden = "import solution\ndef test_hidden():\n    assert 'SECRET' not in str(solution.look())\n";
        SuiteResult suite = RUNNER.run(
                Language.PYTHON,
                """
                import glob
                def look():
                    texts = [open(path).read() for path in glob.glob("tests/*/*.py")]
                    return [text for text in texts if "SECRET" in text]
                """,
                List.of(
                        new CodeTest("t.test_shown", false, CodeTest.SUPPLIED, null, shown),
                        new CodeTest("t.test_hidden", true, CodeTest.SUPPLIED, null, hidden)),
                SHORT);
        assertThat(suite.results().get(0).status()).isEqualTo(TestStatus.PASSED);
    }

    @Test
    void aFileThatTestsShareIsShownWithoutTheHiddenOnes() {
        List<CodeTest> tests = SuppliedTests.separate(
                Language.PYTHON,
                List.of(
                        new CodeTest("t.test_small", false, CodeTest.SUPPLIED, null, PYTHON_TESTS),
                        new CodeTest("t.test_negative", true, CodeTest.SUPPLIED, null, PYTHON_TESTS),
                        new CodeTest("t.test_big", false, CodeTest.SUPPLIED, null, PYTHON_TESTS)));
        assertThat(tests.get(0).body())
                .contains("test_small", "test_big")
                .doesNotContain("test_negative", "sum of negatives");
        assertThat(tests.get(1).body()).isEqualTo(PYTHON_TESTS);
        List<CodeTest> java = SuppliedTests.separate(
                Language.JAVA,
                List.of(
                        new CodeTest("AdderTest.testSmall", true, CodeTest.SUPPLIED, null, JAVA_TESTS),
                        new CodeTest("AdderTest.testBig", false, CodeTest.SUPPLIED, null, JAVA_TESTS)));
        assertThat(java.get(1).body()).contains("testNegative", "testBig").doesNotContain("testSmall", "1 + 2");
        assertThat(statuses(RUNNER.run(
                        Language.JAVA,
                        "public class Adder { public static int add(int a, int b) { return a + b; } }",
                        java,
                        SHORT)))
                .containsOnly(TestStatus.PASSED);
    }

    @Test
    void aCrashSettlesItsTestAndTheRestRunsAnew() {
        SuiteResult suite = python("import os\ndef add(a, b):\n    if a < 0:\n        os.abort()\n    return a + b\n");
        assertThat(statuses(suite)).containsExactly(TestStatus.PASSED, TestStatus.CRASHED, TestStatus.PASSED);
        assertThat(suite.results().get(1).message()).contains("status 134");
        assertThat(statuses(java("""
            public class Adder {
                public static int add(int a, int b) {
                    if (a < 0) { Runtime.getRuntime().halt(3); }
                    return a + b;
                }
            }
            """))).containsExactly(TestStatus.PASSED, TestStatus.CRASHED, TestStatus.PASSED);
    }

    @Test
    void whatDoesNotCompileIsACompileErrorOfEveryTest() {
        SuiteResult suite = python("def add(a, b)\n    return a + b\n");
        assertThat(statuses(suite)).containsOnly(TestStatus.COMPILE_ERROR);
        assertThat(suite.results().get(0).message()).contains("SyntaxError");
        assertThat(suite.passRate()).isZero();
        SuiteResult javaSuite = java("public class Adder { static int add(int a, int b) { return a + ; } }");
        assertThat(statuses(javaSuite)).containsOnly(TestStatus.COMPILE_ERROR);
        assertThat(javaSuite.results().get(0).message()).startsWith("line 1: ");
        assertThat(statuses(java("class Other {}"))).containsOnly(TestStatus.COMPILE_ERROR);
        assertThat(statuses(java("no code at all"))).containsOnly(TestStatus.COMPILE_ERROR);
    }

    @Test
    void warningsOfTheCompilerAreCounted() {
        SuiteResult suite = java("""
            import java.util.*;
            public class Adder {
                public static int add(int a, int b) { List raw = new ArrayList(); raw.add(a); return a + b; }
            }
            """);
        assertThat(suite.metrics().compileWarnings()).isEqualTo(3);
        assertThat(python("def add(a, b):\n    assert (a, 'always')\n    return a + b\n")
                        .metrics()
                        .compileWarnings())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("A passing test named error_handling_fail must count as passed; a candidate that exits 0 before the"
            + " tests, or prints PASS, must not")
    void aVerdictComesFromStructureNeverFromWords() {
        String body = "import solution\ndef test_error_handling_fail():\n    print('FAILED error')\n";
        SuiteResult named = RUNNER.run(
                Language.PYTHON, "x = 1\n", tests(body, "error_handling_fail", "FAILED: error"), RunLimits.DEFAULT);
        assertThat(statuses(named)).containsOnly(TestStatus.PASSED);
        assertThat(statuses(python("import os\nos._exit(0)\n"))).containsOnly(TestStatus.CRASHED);
        assertThat(statuses(python("import sys\nsys.exit(0)\n"))).containsOnly(TestStatus.ERROR);
        assertThat(statuses(python("print('PASS')\nprint('passed')\nadd = lambda a, b: 0\n")))
                .containsOnly(TestStatus.FAILED);
        assertThat(statuses(java("public class Adder { static { System.out.println(\"PASS\"); System.exit(0); }"
                        + " public static int add(int a, int b) { return 0; } }")))
                .containsOnly(TestStatus.CRASHED);
    }

    @Test
    @DisplayName("No tests must not mean pass rate 1; an unknown language must be refused")
    void noTestsAreNoPassRate() {
        for (Language language : Language.values()) {
            String code = switch (language) {
                case JAVA -> "public class A {}";
                case PYTHON -> "x = 1\n";
                case COMMAND -> "#!/bin/sh\n";
            };
            SuiteResult suite = RUNNER.run(language, code, List.of(), RunLimits.DEFAULT);
            assertThat(suite.results()).isEmpty();
            assertThat(suite.passRate()).isNull();
            assertThat(suite.quality()).isNull();
        }
        assertThatThrownBy(() -> Language.of("rust"))
                .isInstanceOf(InvalidException.class)
                .hasMessage("language \"rust\" is none of java, python, command");
    }

    @Test
    void commandsAreJudgedByStatusAndStandardOutput() {
        String script = "#!/bin/sh\nread line\necho \"$1 $line\"\necho noise >&2\nexit ${2:-0}\n";
        List<CodeTest> tests = List.of(
                command("same", "{\"args\":[\"hi\"],\"stdin\":\"you\\n\",\"stdout\":\"hi you\\n\",\"exit\":0}"),
                command("no newline", "{\"args\":[\"hi\"],\"stdin\":\"you\\n\",\"stdout\":\"hi you\"}"),
                command("other", "{\"args\":[\"hi\"],\"stdin\":\"me\\n\",\"stdout\":\"hi you\"}"),
                command("status", "{\"args\":[\"hi\",\"3\"],\"stdin\":\"you\\n\",\"stdout\":\"hi you\",\"exit\":3}"),
                command("wrong status", "{\"args\":[\"hi\",\"3\"],\"stdin\":\"you\\n\",\"stdout\":\"hi you\"}"));
        SuiteResult suite = RUNNER.run(Language.COMMAND, script, tests, RunLimits.DEFAULT);
        assertThat(statuses(suite))
                .containsExactly(
                        TestStatus.PASSED, TestStatus.PASSED, TestStatus.FAILED, TestStatus.PASSED, TestStatus.FAILED);
        assertThat(suite.results().get(2).message()).contains("instead of \"hi you\"");
        assertThat(statuses(RUNNER.run(Language.COMMAND, "echo", tests, RunLimits.DEFAULT)))
                .containsOnly(TestStatus.COMPILE_ERROR);
        SuiteResult endless =
                RUNNER.run(Language.COMMAND, "#!/bin/sh\nwhile :; do :; done\n", tests.subList(0, 1), PATIENT);
        assertThat(statuses(endless)).containsExactly(TestStatus.FAILED);
        assertThat(endless.results().get(0).message()).contains("of processor time");
        SuiteResult waiting =
                RUNNER.run(Language.COMMAND, "#!/bin/sh\nsleep 60\n", tests.subList(0, 1), SHORT.withClock(2));
        assertThat(statuses(waiting)).containsExactly(TestStatus.TIMEOUT);
        assertThat(waiting.passRate()).isNull();
        assertThat(statuses(RUNNER.run(Language.COMMAND, "#!/no/such\n", tests.subList(0, 1), SHORT)))
                .containsOnly(TestStatus.FAILED);
    }

    private static CodeTest command(String name, String json) {
        return new CodeTest(name, false, CodeTest.SUPPLIED, null, json);
    }

    @Test
    void aGeneratedTestIsAllItsFunctionsWhateverItsName() {
        String body = """
            from solution import add
            def test_a():
                assert add(1, 1) == 2
            def test_b():
                assert add(0, 0) == 1
            """;
        CodeTest red = CodeTest.generated(Language.PYTHON, "finding 1", body, "red");
        CodeTest same = CodeTest.generated(Language.PYTHON, "finding 2", body.replace("== 1", "== 0"), "red");
        SuiteResult suite = RUNNER.run(Language.PYTHON, "add = lambda a, b: a + b\n", List.of(red, same), SHORT);
        assertThat(statuses(suite)).containsExactly(TestStatus.FAILED, TestStatus.PASSED);
        assertThatThrownBy(() -> CodeTest.generated(Language.PYTHON, "x", "def check(): pass", "red"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("no function test_…()");
    }

    @Test
    void twoJavaTestsMayHaveTheSameClassAndOneThatDoesNotCompileHurtsNobodyElse() {
        String good = "public class Red { public static void testIt() { assert Adder.add(1, 1) == 2; } }";
        List<CodeTest> tests = List.of(
                CodeTest.generated(Language.JAVA, "one", good, "red"),
                CodeTest.generated(Language.JAVA, "two", good.replace("== 2", "== 3"), "red"),
                CodeTest.generated(Language.JAVA, "three", good.replace("add", "subtract"), "red"));
        SuiteResult suite = RUNNER.run(
                Language.JAVA,
                "public class Adder { public static int add(int a, int b) { return a + b; } }",
                tests,
                RunLimits.DEFAULT);
        assertThat(statuses(suite)).containsExactly(TestStatus.PASSED, TestStatus.FAILED, TestStatus.COMPILE_ERROR);
    }

    @Test
    void whatTheSuiteHasNoTimeForIsNotRun() {
        RunLimits tight = RunLimits.DEFAULT
                .withTimes(Duration.ofMillis(2_500), Duration.ofMillis(4_500))
                .withClock(10_000);
        SuiteResult suite = RUNNER.run(
                Language.PYTHON, "def add(a, b):\n    while True:\n        pass\n", python(PYTHON_NAMES), tight);
        assertThat(statuses(suite)).containsExactly(TestStatus.FAILED, TestStatus.NOT_RUN, TestStatus.NOT_RUN);
        assertThat(suite.passRate()).isZero();
    }

    @Test
    void anOpenNetworkIsAnErrorWhereNoneIsRequired() {
        CodeRunner open = CodeRunner.within(new Confinement(Confinement.Level.SESSION, true), true, List.of());
        assertThatThrownBy(() -> open.run(Language.PYTHON, "x = 1\n", List.of(), RunLimits.DEFAULT))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("code.require_no_network");
    }

    @Test
    void aTestNameMayBeThereOnce() {
        assertThatThrownBy(() ->
                        RUNNER.run(Language.PYTHON, "x = 1\n", python("test_small", "test_small"), RunLimits.DEFAULT))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("occurs twice");
    }
}
