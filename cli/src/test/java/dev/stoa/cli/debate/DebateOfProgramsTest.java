package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Debates whose seats are real programs: they ask, write code and answer what a command checks. */
@OnBothDatabases
class DebateOfProgramsTest {
    private static final String[] PANEL = {"--agents", "ana=command:reader,bo=command:reader,cy=command:reader"};

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    /** A program that reads out a file: its questions if it is asked for some, else the reply of its seat. */
    @BeforeEach
    void place() throws IOException {
        terminal = Terminal.on(dialect, folder);
        terminal.environment().put("PATH", Objects.requireNonNull(System.getenv("PATH")));
        Path program = Files.writeString(folder.resolve("reader.sh"), """
                case "$(cat)" in
                *"Before anybody answers"*) cat "$2/questions" ;;
                *) cat "$2/$1" ;;
                esac
                """);
        Files.writeString(folder.resolve("stoa.toml"), """
                [provider.command.reader]
                argv = ["sh", '%s', "{identity}", '%s']
                """.formatted(program, folder));
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void agentsOfTheSocietyDebateAsTheyAreThen() throws IOException {
        everybody(Json.object("answer", "Go by train", "confidence", 0.9));
        for (String name : List.of("ana", "bo")) {
            assertThat(terminal.run(
                            "agent", "register", name, "--model", "command:reader", "--constitution", "Be " + name))
                    .isZero();
        }
        assertThat(terminal.run("agent", "register", "eve", "--kind", "human")).isZero();
        assertThat(terminal.run("agent", "rename", "bo", "bob")).isZero();

        Map<String, @Nullable Object> held =
                terminal.json("debate", "run", "How?", "--agents", "@ana,bo,cy=command:reader", "--as", "somebody");
        Map<String, @Nullable Object> shown = terminal.json("debate", "show", String.valueOf(held.get("debate_id")));
        assertThat(Json.write(shown))
                .contains("\"name\":\"ana\"", "\"system\":\"Be ana\"", "\"name\":\"bob\"", "\"system\":\"Be bo\"");

        assertThat(terminal.run("debate", "run", "How?", "--agents", "ana,eve")).isEqualTo(4);
        assertThat(terminal.err()).contains("agent eve cannot be run: it is of model human:");
        assertThat(terminal.run("debate", "run", "How?", "--agents", "ana,nobody"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("agent \"nobody\" is neither registered nor name=provider:model");
    }

    @Test
    void whatIsUnclearIsAskedFirstAndAPersonAnswers() throws IOException {
        Files.writeString(folder.resolve("questions"), """
                {"confidence": 0.2, "questions": [
                  {"id": "Q1", "text": "Which country?", "category": "scope", "priority": 1, "default": "Germany"},
                  {"id": "Q2", "text": "Which budget?", "category": "cost", "priority": 2, "default": "none given"}]}
                """);
        everybody(Json.object("answer", "Go by train", "confidence", 0.9));

        assertThat(terminal.run(args("--clarify", "--gate", "dehallucination"))).isZero();
        assertThat(terminal.out())
                .contains("round 1, dehallucination")
                .contains("asks Q1  Which country?")
                .contains("if unanswered: Germany")
                .contains("paused: dehallucination of round 1");
        String id = terminal.out().lines().toList().getLast().substring("debate    ".length());

        assertThat(terminal.run("debate", "approve", id, "--answer", "Q3=Portugal"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("question \"Q3\", which was not asked; answer Q1, Q2");
        assertThat(terminal.run("debate", "approve", id, "--answer", "Q1=")).isEqualTo(2);
        assertThat(terminal.err()).contains("answer Q1 is blank");
        assertThat(terminal.run("debate", "approve", id, "--answer", "Q1=" + "x".repeat(4_001)))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("answer Q1 has 4,001 characters; at most 4,000");
        assertThat(terminal.run("debate", "approve", id, "--answer", "Portugal"))
                .isEqualTo(2);
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "paused");

        Map<String, @Nullable Object> approved =
                terminal.json("debate", "approve", id, "--answer", "Q1=Portugal, a=b", "--by", "dee");
        assertThat(map(approved, "gate")).containsEntry("status", "approved").containsEntry("decided_by", "dee");
        Map<String, @Nullable Object> outcome = map(map(approved, "session"), "outcome");
        assertThat(outcome).containsEntry("answer", "Go by train");
        assertThat(outcome.get("assumptions"))
                .isEqualTo(List.of(
                        Map.of("id", "Q1", "text", "Which country? Portugal, a=b", "source", "human"),
                        Map.of("id", "Q2", "text", "Which budget? none given", "source", "assumed")));
        terminal.json("debate", "turns", id, "--prompts");
        assertThat(terminal.items("items"))
                .filteredOn(turn -> Objects.equals(turn.get("phase"), "proposal"))
                .hasSize(3)
                .allSatisfy(turn -> assertThat(String.valueOf(turn.get("prompt")))
                        .contains("Portugal, a=b")
                        .doesNotContain("Germany"));
        assertThat(terminal.run("debate", "replay", id)).isZero();
    }

    @Test
    void questionsAreAnsweredOnlyWhereTheyAreAsked() throws IOException {
        everybody(Json.object("answer", "Go by train", "confidence", 0.9));
        String id = run("--gate", "convergence");
        assertThat(terminal.run("debate", "approve", id, "--answer", "Q1=Portugal"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("is after convergence, which asks nothing; leave them out");
        assertThat(terminal.run("debate", "reject", id, "--reason", "no", "--answer", "Q1=Portugal"))
                .isEqualTo(2);
        assertThat(terminal.run("debate", "approve", id)).isZero();
    }

    @Test
    @NeedsTool(Tool.PYTHON)
    void pythonThatPassesItsTestsWinsAgainstAMajority() throws IOException {
        Files.createDirectories(folder.resolve("tests"));
        Files.writeString(folder.resolve("tests/adding.py"), """
                from solution import add

                def test_small():
                    assert add(1, 2) == 3

                def test_zero():
                    assert add(0, 0) == 0
                """);
        String wrong = "def add(a, b):\n    return a - b\n";
        String right = "def add(a, b):\n    return a + b\n";
        coded(right, wrong, wrong);

        String id = run("--preset", "vote", "--code", "python", "--tests", "tests", "--reflexion-attempts", "0");

        proven(id, right);
        terminal.json("debate", "versions", id);
        assertThat(terminal.items("items"))
                .extracting(version -> version.get("agent_id") + " " + version.get("test_pass_rate"))
                .containsExactly("ana 1.0", "bo 0.5", "cy 0.5");
        assertThat(results(terminal.items("items").getFirst()))
                .as("every second test is hidden")
                .extracting(result -> result.get("name") + " " + result.get("status"))
                .containsExactlyInAnyOrder("adding.test_small passed", "adding.test_zero passed");
        assertThat(results(terminal.items("items").getFirst()))
                .extracting(result -> result.get("hidden"))
                .containsExactlyInAnyOrder(true, false);
        assertThat(terminal.run("debate", "versions", id)).isZero();
        assertThat(terminal.out()).contains("version 1  new  ana  2 lines  passes 100 %");
    }

    @Test
    void theVerdictKeepsTheIndentationOfCodeAndAFailedCheckSaysWhy() throws IOException {
        Files.createDirectories(folder.resolve("tests"));
        Files.writeString(folder.resolve("tests/adding.py"), """
                from solution import add

                def test_small():
                    assert add(1, 2) == 3, "one and two"
                """);
        String wrong = "def add(a, b):\n    return a - b\n";
        coded("def add(a, b):\n    if a:\n\treturn a + b\n    return b\n", wrong, wrong);

        assertThat(terminal.run(
                        args("--preset", "vote", "--code", "python", "--tests", "tests", "--reflexion-attempts", "0")))
                .as(terminal.err())
                .isZero();

        assertThat(terminal.out())
                .contains("bo tests failed: adding.test_small, AssertionError: one and two\n")
                .contains(", checked\n  def add(a, b):\n      if a:\n");
    }

    @Test
    void whatCouldNotBeTestedIsSaidWithItsReasonAndDecidesNothing() throws IOException {
        Files.createDirectories(folder.resolve("tests"));
        Files.writeString(folder.resolve("tests/table.py"), """
                from solution import add

                def test_table():
                    assert add(1, 2) == int(open("sums.csv").read())
                """);
        coded("def add(a, b):\n    return a + b\n", "def add(a, b):\n    return a - b\n", "def add(a, b): pass\n");

        assertThat(terminal.run(
                        args("--preset", "vote", "--code", "python", "--tests", "tests", "--reflexion-attempts", "0")))
                .as(terminal.err())
                .isZero();

        assertThat(terminal.out())
                .contains("table.test_table, FileNotFoundError: ")
                .contains("could not be tested  version 1")
                .contains("could not be tested  version 2")
                .doesNotContain("not checked", "graded", "failed its checks");
        String id = terminal.out().lines().toList().getLast().substring("debate    ".length());
        assertThat(terminal.json("debate", "show", id)).containsEntry("grade", null);

        everybody(Json.object("answer", "42", "confidence", 0.9));
        assertThat(terminal.run(args("--preset", "vote", "--check", "sh -c 'exit 7'")))
                .as(terminal.err())
                .isZero();
        assertThat(terminal.out())
                .contains("check could not be tested: [it ended with status 7, not 0 or 1]")
                .contains(", could not be tested\n")
                .doesNotContain("not checked", "graded");
    }

    @Test
    void javaThatPassesItsTestsWinsAgainstAMajority() throws IOException {
        Files.writeString(folder.resolve("AdderTest.java"), """
                public class AdderTest {
                    public static void testSmall() { if (Adder.add(1, 2) != 3) throw new AssertionError("1 + 2"); }
                    public static void testZero() { if (Adder.add(0, 0) != 0) throw new AssertionError("0 + 0"); }
                }
                """);
        String wrong = "public class Adder { public static int add(int a, int b) { return a - b; } }\n";
        String right = "public class Adder { public static int add(int a, int b) { return a + b; } }\n";
        coded(wrong, right, wrong);

        String id = run("--preset", "vote", "--code", "java", "--tests", "AdderTest.java", "--reflexion-attempts", "0");

        proven(id, right);
        terminal.json("debate", "versions", id);
        assertThat(terminal.items("items"))
                .extracting(version -> version.get("language") + " " + version.get("test_pass_rate"))
                .containsExactly("java 0.5", "java 1.0", "java 0.5");
    }

    @Test
    void whatACommandFindsRightWinsAgainstAMajority() throws IOException {
        reply("ana", Json.object("answer", "41", "confidence", 0.9));
        reply("bo", Json.object("answer", "42", "confidence", 0.3));
        reply("cy", Json.object("answer", "41", "confidence", 0.9));

        String id = run("--preset", "vote", "--check", "grep -qx 42");

        Map<String, @Nullable Object> session = terminal.json("debate", "show", id);
        assertThat(map(session, "outcome")).containsEntry("answer", "42").containsEntry("verified", true);
        assertThat(map(session, "grade")).containsEntry("correct", true).containsEntry("source", "check");
        assertThat(terminal.run("debate", "replay", id)).isZero();

        String unchecked = run("--preset", "vote", "--check", "sh -c 'exit 7'");
        assertThat(map(terminal.json("debate", "show", unchecked), "outcome"))
                .as("a check that found nothing changes nothing")
                .containsEntry("answer", "41")
                .containsEntry("verified", false);
    }

    @Test
    void testsAndLanguagesThatCannotBeAreRefused() throws IOException {
        Files.createDirectories(folder.resolve("empty"));
        assertThat(terminal.run(args("--code", "python", "--tests", "nowhere"))).isEqualTo(3);
        assertThat(terminal.run(args("--code", "python", "--tests", "empty"))).isEqualTo(2);
        assertThat(terminal.err()).contains("has no file *.py");
        assertThat(terminal.run(args("--code", "pithon"))).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean python?");
        assertThat(terminal.run(args("--code", "python", "--options", "A|B"))).isEqualTo(2);
        assertThat(terminal.err()).contains("leave options out");
    }

    private void proven(String id, String code) {
        Map<String, @Nullable Object> session = terminal.json("debate", "show", id);
        assertThat(map(session, "outcome")).containsEntry("answer", code).containsEntry("verified", true);
        assertThat(map(session, "grade")).containsEntry("correct", true).containsEntry("source", "tests");
        assertThat(terminal.run("debate", "replay", id)).isZero();
    }

    private void everybody(Map<String, @Nullable Object> reply) throws IOException {
        for (String name : List.of("ana", "bo", "cy")) {
            reply(name, reply);
        }
    }

    private void coded(String ana, String bo, String cy) throws IOException {
        reply("ana", Json.object("code", ana, "confidence", 0.5));
        reply("bo", Json.object("code", bo, "confidence", 0.5));
        reply("cy", Json.object("code", cy, "confidence", 0.9));
    }

    private void reply(String name, Map<String, @Nullable Object> reply) throws IOException {
        Files.writeString(folder.resolve(name), Json.write(reply));
    }

    private String run(String... args) {
        return String.valueOf(terminal.json(args(args)).get("id"));
    }

    private static String[] args(String... args) {
        return Stream.of(Stream.of("debate", "run", "How do we get there?"), Stream.of(PANEL), Stream.of(args))
                .flatMap(part -> part)
                .toArray(String[]::new);
    }

    @SuppressWarnings("unchecked") // the JSON reader's lists of results hold objects
    private static List<Map<String, Object>> results(Map<String, Object> version) {
        return (List<Map<String, Object>>) Objects.requireNonNull(version.get("results"));
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> map(Map<String, @Nullable Object> object, String field) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(object.get(field));
    }
}
