package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.CodeVersion;
import dev.stoa.debate.DebateTurn;
import dev.stoa.debate.GateRow;
import dev.stoa.debate.ReplayReport;
import dev.stoa.debate.SessionRow;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.Phase;
import dev.stoa.debate.rules.Preset;
import dev.stoa.debate.rules.ReplyKind;
import dev.stoa.debate.rules.Situation;
import dev.stoa.engine.code.CodeTest;
import dev.stoa.engine.code.Language;
import dev.stoa.engine.code.SuppliedTests;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is kept of debates about code, and that replay finds whatever was changed in it. */
@ParameterizedClass
@EnumSource(Dialect.class)
@Timeout(180)
@SuppressWarnings("NullAway.Init") // set before each test
class CodeRecordTest {
    private static final String RIGHT =
            "public class Adder {\n    public static int add(int a, int b) {\n        return a + b;\n    }\n}\n";
    private static final String WRONG = RIGHT.replace("a + b", "a - b");
    private static final String TESTS = """
            public class AdderTest {
                public static void testZero() { if (Adder.add(0, 0) != 0) throw new AssertionError("zero"); }
                public static void testSmall() { if (Adder.add(1, 2) != 3) throw new AssertionError("small"); }
                public static void testNegative() { if (Adder.add(-1, -2) != -3) throw new AssertionError("negative"); }
                public static void testTwice() { if (Adder.add(2, 0) != 2) throw new AssertionError("twice"); }
            }
            """;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void aDebateInJavaIsDecidedByTestsAndReplayFindsWhateverIsChangedInItsVersions() throws Exception {
        ground.script()
                .says((situation, call) ->
                        position(situation, call.agent().equals("s0") && situation.reflects() ? RIGHT : WRONG));
        SessionRow row = ground.run(Ground.request("add two numbers", "script", 2)
                        .preset(Preset.VOTE)
                        .set("reflexion_attempts", 1)
                        .set("code", Map.of("language", "java", "tests", supplied())))
                .row();

        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(row.outcome()).containsEntry("answer", RIGHT).containsEntry("verified", true);
        List<CodeVersion> versions = ground.stoa().debate().versions().all(row.id());
        assertThat(versions)
                .extracting(CodeVersion::testPassRate)
                .as("both drafts, the mended one, and one that was not mended")
                .containsExactlyInAnyOrder(0.5, 0.5, 1.0, 0.5);
        CodeVersion mended = versions.stream()
                .filter(version -> version.code().equals(RIGHT))
                .findFirst()
                .orElseThrow();
        assertThat(mended.language()).isEqualTo("java");
        assertThat(mended.qualityScore()).isEqualTo(1.0);
        assertThat(mended.metrics())
                .containsEntry("loc", 5L)
                .containsEntry("compile_warnings", 0L)
                .containsEntry("max_decisions", 1L)
                .containsKeys("compile_ms", "run_ms");
        assertThat(mended.results())
                .hasSize(4)
                .filteredOn(CodeVersion.Result::hidden)
                .hasSize(2);
        assertThat(versions.getFirst().qualityScore()).isEqualTo(0.5);
        hiddenTestsEnterNoPrompt(row.id(), mended);
        ground.proves(row.id());
        sound();
        tamper(row.id());
    }

    private void hiddenTestsEnterNoPrompt(String id, CodeVersion version) {
        List<String> hidden = version.results().stream()
                .filter(CodeVersion.Result::hidden)
                .map(CodeVersion.Result::name)
                .toList();
        for (DebateTurn turn : ground.turns(id)) {
            assertThat(turn.prompt()).isNotNull().doesNotContain(hidden);
        }
    }

    private void tamper(String id) throws SQLException {
        List<String> edits = List.of(
                "UPDATE code_versions SET metrics = '{}'",
                "UPDATE code_versions SET metrics = '{\"loc\":1}' WHERE version_number = 2",
                "UPDATE code_versions SET quality_score = 0.9",
                "UPDATE code_versions SET quality_score = NULL WHERE version_number = 1",
                "UPDATE code_versions SET test_pass_rate = 0.75 WHERE version_number = 1",
                "UPDATE code_versions SET test_pass_rate = NULL",
                "UPDATE code_versions SET code = 'x' WHERE version_number = 2",
                "UPDATE code_versions SET language = 'python'",
                "UPDATE code_versions SET agent_id = 's9' WHERE version_number = 1",
                "UPDATE code_versions SET parent_version = NULL WHERE parent_version IS NOT NULL",
                "UPDATE code_versions SET diff_from_previous = NULL WHERE parent_version IS NOT NULL",
                "UPDATE code_test_results SET status = 'error' WHERE status = 'failed'",
                "UPDATE code_test_results SET message = 'other' WHERE message IS NOT NULL",
                "UPDATE code_test_results SET duration_ms = duration_ms + 1",
                "DELETE FROM code_test_results WHERE status = 'failed'",
                "DELETE FROM code_test_results",
                "UPDATE code_tests SET body = 'x' WHERE hidden = 1",
                "UPDATE code_tests SET hidden = 0",
                "UPDATE code_tests SET origin = 'generated'",
                "UPDATE code_tests SET author = 's0'",
                "UPDATE code_tests SET name = 'other' WHERE name LIKE '%Zero'",
                "DELETE FROM code_tests",
                "INSERT INTO code_tests (session_id, name, origin, hidden, body) VALUES ('" + id
                        + "', 'more', 'supplied', 0, 'x')");
        List<String> tables = List.of("code_versions", "code_test_results", "code_tests");
        List<String> missed = new ArrayList<>();
        try (Connection connection = behind();
                Statement statement = connection.createStatement()) {
            for (String table : tables) {
                statement.execute("CREATE TABLE kept_" + table + " AS SELECT * FROM " + table);
            }
            for (String edit : edits) {
                if (statement.executeUpdate(edit) == 0) {
                    missed.add("changed nothing: " + edit);
                }
                ReplayReport report = ground.stoa().debate().replay().replay(id);
                if (report.ok() || report.mismatches().getFirst().seq() < 1) {
                    missed.add("not found: " + edit);
                }
                for (String table : tables.reversed()) {
                    statement.execute("DELETE FROM " + table);
                }
                for (String table : tables) {
                    statement.execute("INSERT INTO " + table + " SELECT * FROM kept_" + table);
                }
            }
            for (String table : tables) {
                statement.execute("DROP TABLE kept_" + table);
            }
        }
        assertThat(missed).isEmpty();
        ground.proves(id);
    }

    private Connection behind() throws SQLException {
        Connection connection = DriverManager.getConnection(
                dialect == Dialect.SQLITE ? "jdbc:sqlite:" + folder.resolve("debate.db") : ground.url());
        if (dialect == Dialect.POSTGRES) {
            connection.setSchema("debate");
        }
        return connection;
    }

    @Test
    void testsOfARejectedAttemptAreGoneAndTheNewOnesDecide() throws Exception {
        ground.script().says((situation, call) -> switch (call.kind()) {
            case TESTS -> tests(situation.slot().attempt() == 0 ? "a - b" : "a + b");
            case POSITION -> position(situation, call.agent().equals("s1") ? WRONG : RIGHT);
            default -> null;
        });
        String id = ground.run(Ground.request("add two numbers", "script", 2)
                        .preset(Preset.VOTE)
                        .set("reflexion_attempts", 0)
                        .gates(List.of(Phase.SELF_EVOLVEMENT))
                        .set("code", Map.of("language", "java", "tests", List.of())))
                .row()
                .id();
        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.REJECT, "ana", "the tests are wrong");
        ground.resume(id);
        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.APPROVE, "ana", null);
        ground.resume(id);

        SessionRow row = ground.row(id);
        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(row.outcome()).containsEntry("answer", RIGHT);
        List<CodeVersion> versions = ground.stoa().debate().versions().all(id);
        assertThat(versions).extracting(CodeVersion::testPassRate).containsExactly(0.0, 1.0, 1.0, 0.0);
        ground.proves(id);
        sound();
    }

    private GateRow pending(String id) {
        return ground.stoa().debate().gates().pending(id).orElseThrow();
    }

    private static String tests(String sum) {
        List<Map<String, @Nullable Object>> tests = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            tests.add(Json.object(
                    "name",
                    "sum" + i,
                    "code",
                    "public class Sum%d { public static void testSum() { int a = %d, b = 1; if (Adder.add(a, b) != %s) throw new AssertionError(); } }"
                            .formatted(i, i, sum)));
        }
        return Json.canonical(Json.object("tests", tests));
    }

    private List<Map<String, @Nullable Object>> supplied() throws Exception {
        Path file = Files.writeString(folder.resolve("AdderTest.java"), TESTS);
        List<CodeTest> tests = SuppliedTests.read(Language.JAVA, file);
        return tests.stream()
                .map(test -> Json.object("name", test.name(), "hidden", test.hidden(), "body", test.body()))
                .toList();
    }

    private static String position(Situation situation, String code) {
        Map<String, @Nullable Object> position = new LinkedHashMap<>(Json.object("confidence", 0.7, "code", code));
        if (situation.reflects()) {
            position.put("reflection", Map.of("root_cause", "a sign", "change", "turn it round"));
        }
        return situation.slot().kind() == ReplyKind.CRITIQUE
                ? Json.canonical(Json.object("critiques", List.of(), "position", position))
                : Json.canonical(position);
    }

    private void sound() {
        assertThat(ground.examine()).isEmpty();
    }
}
