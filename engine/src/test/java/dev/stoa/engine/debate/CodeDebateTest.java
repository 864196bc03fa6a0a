package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.code.UnifiedDiff;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Debates about code, with tests that really run. */
@Timeout(180)
@SuppressWarnings("NullAway.Init") // set before each test
@NeedsTool(Tool.PYTHON)
class CodeDebateTest {
    private static final String WRONG = "def add(a, b):\n    return a - b\n";
    private static final String RIGHT = "def add(a, b):\n    return a + b\n";
    private static final String FRAGILE = "def add(a, b):\n    return a + b if a < 100 else 0\n";

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void aFailingDraftIsReflectedOnUntilItPassesAndTheTestsDecide() throws Exception {
        ground.script()
                .says((situation, call) -> position(
                        situation,
                        call.agent().equals("s0")
                                        && (situation.reflects()
                                                || situation.slot().round() > 1)
                                ? RIGHT
                                : WRONG,
                        call.agent().equals("s0") ? 0.3 : 0.99));
        String id = ground.run(Ground.request("add two numbers", "script", 3)
                        .preset(Preset.LADDER)
                        .set("threshold", 1)
                        .set("code", Map.of("language", "python", "tests", tests())))
                .row()
                .id();

        List<CodeVersion> versions = ground.stoa().debate().versions().all(id);
        CodeVersion first = versions.getFirst();
        CodeVersion second = versions.stream()
                .filter(version -> version.code().equals(RIGHT))
                .findFirst()
                .orElseThrow();
        assertThat(first.testPassRate()).isEqualTo(0.5);
        assertThat(second.testPassRate()).isEqualTo(1.0);
        assertThat(second.parentVersion()).isEqualTo(1L);
        versions.forEach(version -> reapplies(versions, version));
        for (DebateTurn turn : ground.turns(id)) {
            assertThat(turn.prompt()).doesNotContain("SECRET_CASE");
        }
        assertThat(ground.turns(id))
                .filteredOn(turn -> turn.agentId().equals("s0") && turn.step() == 2 && turn.round() == 1)
                .singleElement()
                .satisfies(turn -> assertThat(turn.reflections()).hasSize(1));
        SessionRow row = ground.row(id);
        assertThat(row.outcome()).containsEntry("answer", RIGHT).containsEntry("verified", true);
        GradeRow grade = ground.stoa().debate().grades().find(id).orElseThrow();
        assertThat(grade.correct()).isTrue();
        assertThat(grade.source()).isEqualTo("tests");
        ground.proves(id);
    }

    @Test
    void aDraftGivenToADebateAboutCodeIsAVersion() throws Exception {
        ground.script().says((situation, call) -> position(situation, WRONG, 0.9));
        String id = ground.run(Ground.request("add two numbers", "script", 2)
                        .preset(Preset.VOTE)
                        .set("drafts", List.of(Map.of("agent", "s1", "answer", RIGHT)))
                        .set("reflexion_attempts", 0)
                        .set("code", Map.of("language", "python", "tests", tests())))
                .row()
                .id();

        assertThat(ground.stoa().debate().versions().all(id))
                .filteredOn(version -> version.code().equals(RIGHT))
                .singleElement()
                .satisfies(version -> assertThat(version.testPassRate()).isEqualTo(1.0));
        assertThat(ground.row(id).outcome()).containsEntry("answer", RIGHT).containsEntry("verified", true);
        ground.proves(id);
    }

    @Test
    @DisplayName("Blue claiming a patch without a passing test must leave the finding open; the last version must have"
            + " been attacked.")
    void aFindingCountsByItsFailingTestAndIsClosedByAPatchThatPassesIt() throws Exception {
        String id = duel(RIGHT);
        assertThat(ground.stoa().debate().versions().all(id))
                .extracting(CodeVersion::code)
                .contains(RIGHT);
        assertThat(String.valueOf(ground.row(id).outcome().get("risk"))).isIn("0", "0.0");

        String claimed = duel(FRAGILE + "# patched\n");
        assertThat(String.valueOf(ground.row(claimed).outcome().get("risk"))).startsWith("0.7");
        List<DebateTurn> duel = ground.turns(claimed).stream()
                .filter(turn -> turn.phase().text().equals("adversarial"))
                .toList();
        assertThat(duel).last().satisfies(turn -> assertThat(turn.kind()).isEqualTo(ReplyKind.ATTACK));
    }

    /** Red finds what fails above 100, and what does not fail at all; blue answers with a patch. */
    private String duel(String patch) throws InterruptedException {
        String attack = """
                {"findings":[
                {"id":"big","category":"logic","severity":"high","claim":"fails above 100",\
                "test":"from solution import add\\ndef test_big():\\n    assert add(100, 1) == 101\\n"},
                {"id":"odd","category":"logic","severity":"critical","claim":"fails at 1",\
                "test":"from solution import add\\ndef test_one():\\n    assert add(1, 1) == 2\\n"},
                {"id":"none","category":"logic","severity":"critical","claim":"cannot even be run",\
                "test":"x = 1\\n"}]}""";
        ground.script().says((situation, call) -> switch (call.kind()) {
            case ATTACK -> attack;
            case DEFENCE ->
                Json.canonical(Json.object(
                        "answers",
                        List.of(Map.of("id", "big", "action", "concede", "text", "mended")),
                        "position",
                        code(patch, 0.9)));
            case POSITION -> position(situation, FRAGILE, 0.9);
            case CRITIQUE -> "{\"critiques\":[]}";
            default -> null;
        });
        List<Seat> seats = new ArrayList<>(List.of(
                Seat.of("s0", "script", "m0").role("blue_team"),
                Seat.of("s1", "script", "m1").role("red_team"),
                Seat.of("s2", "script", "m2")));
        String id = ground.run(Ground.request("add two numbers", "script", 3)
                        .agents(seats)
                        .preset(Preset.CLASSIC)
                        .set("coordination_protocol", "none")
                        .set("code", Map.of("language", "python", "tests", tests())))
                .row()
                .id();
        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.COMPLETED);
        ground.proves(id);
        return id;
    }

    @Test
    @DisplayName("A passing test named `error_handling_fail` must count as passed; a candidate that exits 0 before the"
            + " tests, or prints PASS, must not.")
    void verdictsAreReadFromTheReportAndNotFromWords() throws Exception {
        ground.script()
                .says((situation, call) -> position(
                        situation,
                        call.agent().equals("s0")
                                ? "import sys\nprint('PASS')\nsys.exit(0)\n"
                                : "def add(a, b):\n    return a + b\n",
                        0.9));
        String id = ground.run(Ground.request("add", "script", 2)
                        .preset(Preset.VOTE)
                        .set("reflexion_attempts", 0)
                        .set(
                                "code",
                                Map.of(
                                        "language",
                                        "python",
                                        "tests",
                                        List.of(test("t.test_error_handling_fail", false, """
                                        from solution import add
                                        def test_error_handling_fail():
                                            assert add(1, 2) == 3
                                        """)))))
                .row()
                .id();

        assertThat(ground.stoa().debate().versions().all(id))
                .extracting(CodeVersion::testPassRate)
                .containsExactly(0.0, 1.0);
        assertThat(ground.row(id).outcome()).containsEntry("verified", true);
        ground.proves(id);
    }

    private static void reapplies(List<CodeVersion> versions, CodeVersion version) {
        Long parent = version.parentVersion();
        String diff = version.diffFromPrevious();
        if (parent == null) {
            assertThat(diff).isNull();
        } else {
            String before = versions.get(Math.toIntExact(parent) - 1).code();
            assertThat(diff == null ? null : UnifiedDiff.apply(diff, before)).isEqualTo(version.code());
        }
    }

    private static List<Map<String, @Nullable Object>> tests() {
        return List.of(
                test("t.test_zero", false, "from solution import add\ndef test_zero():\n    assert add(0, 0) == 0\n"),
                test(
                        "t.test_secret",
                        true,
                        "from solution import add\ndef test_secret():\n    SECRET_CASE = add(2, 3)\n    assert SECRET_CASE == 5\n"),
                test("t.test_open", false, "from solution import add\ndef test_open():\n    assert add(2, 2) == 4\n"),
                test("t.test_more", true, "from solution import add\ndef test_more():\n    assert add(0, 0) == 0\n"));
    }

    private static Map<String, @Nullable Object> test(String name, boolean hidden, String body) {
        return Json.object("name", name, "hidden", hidden, "body", body);
    }

    private static Map<String, @Nullable Object> code(String code, double confidence) {
        return Json.object("answer", "a function", "confidence", confidence, "code", code);
    }

    private static String position(Situation situation, String code, double confidence) {
        Map<String, @Nullable Object> position = new LinkedHashMap<>(code(code, confidence));
        if (situation.reflects()) {
            position.put("reflection", Map.of("root_cause", "a sign", "change", "turn it round"));
        }
        return situation.slot().kind() == ReplyKind.CRITIQUE
                ? Json.canonical(Json.object("critiques", List.of(), "position", position))
                : Json.canonical(position);
    }
}
