package dev.stoa.debate.external;

import static dev.stoa.debate.external.ExternalFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.code.UnifiedDiff;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.CodeVersions;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Debates about code, and debates with a check, that another engine holds. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ExternalCodeTest {
    private static final String BAD = "def add(a, b):\n    return a - b\n";
    private static final String GOOD = "def add(a, b):\n    return a + b\n";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ExternalFixture ground;

    @BeforeEach
    void open() {
        ground = new ExternalFixture(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    private static DebateRequest code() {
        return request()
                .set(
                        "code",
                        Map.of(
                                "language",
                                "python",
                                "tests",
                                List.of(
                                        Map.of("name", "test_sum", "body", "assert add(1, 2) == 3"),
                                        Map.of("name", "test_zero", "hidden", true, "body", "assert add(0, 0) == 0"))));
    }

    private static ExternalTurn turn(int round, String agent, String code) {
        return ExternalTurn.of(round, round == 1 ? Phase.SELF_EVOLVEMENT : Phase.OPTIMIZATION, agent)
                .code(code, 0.5);
    }

    private static List<TestVerdict> verdicts(String sum) {
        return List.of(
                new TestVerdict("test_sum", sum, 3, sum.equals("passed") ? null : "-1 is not 3"),
                new TestVerdict("test_zero", "passed", 2, null));
    }

    @Test
    void theVersionThatPassesWinsAgainstTheMajority() {
        ExternalSession session = ground.start(code());
        Added<CodeVersion> first =
                session.version(ExternalVersion.of(turn(1, "ana", BAD)).results(verdicts("failed")));
        session.versions(List.of(
                ExternalVersion.of(turn(1, "bo", BAD.replace("\n", "\r\n"))).results(verdicts("failed")),
                ExternalVersion.of(turn(1, "cy", "def add(a, b):\n    return 0\n"))
                        .results(verdicts("failed"))));
        Added<CodeVersion> repaired = session.version(
                ExternalVersion.of(turn(2, "cy", GOOD).seeing(List.of(1, 3))).results(verdicts("passed")));

        DebateSession done = session.finish();

        assertThat(first.created()).isTrue();
        assertThat(first.value().versionNumber()).isEqualTo(1);
        assertThat(first.value().parentVersion()).isNull();
        assertThat(first.value().testPassRate()).isEqualTo(0.5);
        assertThat(first.value().results())
                .extracting(CodeVersion.Result::name, CodeVersion.Result::hidden)
                .containsExactly(tuple("test_sum", false), tuple("test_zero", true));
        // Cy saw ana's code too; it revises its own.
        assertThat(repaired.value().parentVersion()).isEqualTo(3);
        assertThat(UnifiedDiff.apply(
                        Objects.requireNonNull(repaired.value().diffFromPrevious()), "def add(a, b):\n    return 0\n"))
                .isEqualTo(GOOD);
        assertThat(done.row().outcome())
                .containsEntry("answer", GOOD)
                .containsEntry("verified", true)
                .containsEntry("winner", "C");
        assertThat(done.options()).extracting(OptionRow::label).containsExactly("version 1", "version 3", "version 4");
        assertThat(Objects.requireNonNull(done.grade()).source()).isEqualTo("tests");
        assertThat(ground.archive.list("SELECT title FROM debate_lessons", row -> row.text(1)))
                .isNotEmpty();
        ground.proves(done.id());
    }

    @Test
    void aVersionSentAgainIsTheSameAndMayBringItsResultsLater() {
        ExternalSession session = ground.start(code());
        session.turn(turn(1, "ana", BAD));
        session.turn(turn(1, "cy", BAD));
        ExternalVersion tested = ExternalVersion.of(turn(1, "ana", BAD)).results(verdicts("failed"));

        Added<CodeVersion> later = session.version(tested);
        Added<CodeVersion> again = session.version(tested);

        assertThat(later.created()).isFalse();
        assertThat(later.value().testPassRate()).isEqualTo(0.5);
        assertThat(again).isEqualTo(later);
        assertThat(session.version(ExternalVersion.of(turn(1, "ana", BAD)))).isEqualTo(later);
        conflict(() -> session.version(tested.results(verdicts("passed"))));
        conflict(() -> session.version(ExternalVersion.of(turn(1, "ana", GOOD))));
        conflict(() -> session.version(tested.revising(1)));
        assertThat(CodeVersions.over(ground.archive).all(session.session())).hasSize(2);
        session.version(ExternalVersion.of(turn(1, "bo", GOOD)).revising(1));
        assertThat(CodeVersions.over(ground.archive)
                        .all(session.session())
                        .getLast()
                        .parentVersion())
                .isEqualTo(1);
        session.ballots(ExternalBallots.of(Stage.FINAL, 1));
        assertThatThrownBy(() ->
                        session.version(ExternalVersion.of(turn(1, "cy", BAD)).results(verdicts("failed"))))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("turn 2 cannot be checked any more: the final votes are counted");
        session.finish();
        ground.proves(session.session());
    }

    private static void conflict(ThrowingCallable act) {
        assertThatThrownBy(act)
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("conflict"));
    }

    @Test
    void whatIsNoVersionIsRefusedAndLeavesNothing() {
        ExternalSession session = ground.start(code());
        int events = ground.kinds(session.session()).size();
        ExternalVersion version = ExternalVersion.of(turn(1, "ana", BAD));
        assertThatThrownBy(() -> session.version(version.revising(1)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("parent_version 1 is no earlier version; there are 0");
        assertThatThrownBy(() -> session.version(version.results(List.of(new TestVerdict("t", "passed", 0, null)))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("results names \"t\", which is no test of this debate");
        assertThatThrownBy(() -> session.turn(turn(1, "ana", "x".repeat(262_145))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("code has 262,145 characters; at most 262,144");
        assertThatThrownBy(() -> session.turn(
                        ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "ana").answer("no code", 0.5)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("code is missing");
        ExternalSession plain = ground.start(request());
        assertThatThrownBy(() -> plain.version(version))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("precondition"));
        assertThat(ground.kinds(session.session())).hasSize(events);
        // A test that an agent wrote may be named; a choice of code brings none.
        session.turn(ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "bo")
                .at(0, 0)
                .content("tests")
                .parsed(ReplyKind.TESTS, Map.of("tests", List.of(Map.of("name", "t", "code", "assert True")))));
        session.version(version.results(List.of(new TestVerdict("t", "passed", 0, null))));
        session.turn(
                ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "cy").content("A").option("A", 0.9));
        assertThatThrownBy(() -> session.version(ExternalVersion.of(ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "bo")
                        .content("A")
                        .option("A", 0.9))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("code is missing");
        session.finish();
        ground.proves(session.session());
    }

    @Test
    void anAnswerThatFailedItsCheckLosesAgainstOneThatPassed() {
        ExternalSession session = ground.start(request().set("check", "true"));
        session.turn(ExternalTurn.of(1, Phase.PROPOSAL, "ana").answer("41", 0.9).checked(CheckStatus.FAILED));
        session.turn(ExternalTurn.of(1, Phase.PROPOSAL, "bo").answer("41", 0.9).checked(CheckStatus.FAILED));
        ExternalTurn right = ExternalTurn.of(1, Phase.PROPOSAL, "cy").answer("42", 0.5);
        session.turn(right);
        session.turn(right.checked(CheckStatus.PASSED));
        session.turn(right.checked(CheckStatus.PASSED));
        conflict(() -> session.turn(right.checked(CheckStatus.FAILED)));
        assertThat(ground.kinds(session.session()))
                .filteredOn("checks_run"::equals)
                .hasSize(3);

        DebateSession done = session.finish();

        assertThat(done.row().outcome()).containsEntry("answer", "42").containsEntry("verified", true);
        ground.proves(done.id());
    }
}
