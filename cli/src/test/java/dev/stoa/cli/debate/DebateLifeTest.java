package dev.stoa.cli.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.cli.Terminal;
import dev.stoa.debate.Verdict;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What becomes of debates over several commands: gates, interruption, cancellation, replay and grades. */
@OnBothDatabases
class DebateLifeTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @Test
    void aDebateThatWasCreatedIsStartedByResume() {
        String id = created();
        assertThat(terminal.run("debate", "show", id)).isZero();
        assertThat(terminal.out()).contains("it has not begun; start it with stoa debate resume " + id.substring(28));

        assertThat(terminal.run("debate", "resume", id)).isZero();
        assertThat(terminal.out()).contains("round 1, proposal").contains("debate    " + id);
        assertThat(terminal.run("debate", "resume", id)).isEqualTo(4);
        assertThat(terminal.err()).contains("completed");
        assertThat(terminal.run("debate", "resume", "nobody")).isEqualTo(3);
    }

    @Test
    void aDebateOfAnotherEngineIsCreatedAndLeftToIt() {
        assertThat(terminal.run("debate", "run", "q0", "--preset", "external")).isEqualTo(4);
        assertThat(terminal.err()).contains("a debate of preset external is held by another engine");
        assertThat(terminal.run("debate", "list")).isZero();
        assertThat(terminal.out()).doesNotContain("q0");

        assertThat(terminal.run("debate", "create", "q0", "--preset", "external"))
                .isZero();
        assertThat(terminal.out()).contains("is pending; another engine has to start it");
        String id = terminal.out().split(" ", 3)[1];
        assertThat(terminal.run("debate", "resume", id)).isEqualTo(4);
        assertThat(terminal.err()).contains("is external; the engine that started it writes its turns");
        assertThat(terminal.run("debate", "show", id)).isZero();
        assertThat(terminal.out()).contains("it has not begun; another engine has to start it");
        assertThat(terminal.run("debate", "cancel", id)).isZero();
    }

    @Test
    @DisplayName("A gate must survive a restart")
    void aGateIsDecidedByALaterCommand() {
        assertThat(terminal.run("debate", "run", "q0", "--seed", "1", "--gate", "convergence"))
                .isZero();
        String id = terminal.out().lines().toList().getLast().substring("debate    ".length());
        assertThat(terminal.out())
                .contains("paused: convergence of round ")
                .contains("then it keeps waiting")
                .contains("stoa debate approve " + id.substring(28));
        assertThat(terminal.run("debate", "resume", id)).isEqualTo(4);
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "paused");
        assertThat(terminal.run("debate", "gates", id)).isZero();
        assertThat(terminal.out()).contains("pending").contains("until ");

        Map<String, @Nullable Object> approved = terminal.json("debate", "approve", id, "--by", "ana");
        assertThat(approved).containsEntry("already_decided", false);
        assertThat(map(approved, "gate")).containsEntry("status", "approved").containsEntry("decided_by", "ana");
        assertThat(map(approved, "session")).containsEntry("status", "completed");

        assertThat(terminal.json("debate", "approve", id)).containsEntry("already_decided", true);
        assertThat(terminal.run("debate", "reject", id, "--reason", "too late")).isEqualTo(4);
        assertThat(terminal.err()).contains("ana").contains("the first decision stands");
    }

    @Test
    @DisplayName("Rejecting must put the reason into the prompts of the redone phase")
    void aRejectedPhaseIsDoneAgainWithTheReason() {
        String id = paused("proposal");
        assertThat(terminal.run("debate", "reject", id)).isEqualTo(2);
        assertThat(terminal.err()).contains("reason is missing");

        assertThat(terminal.run("debate", "reject", id, "--reason", "Look at marmalade"))
                .isZero();
        assertThat(terminal.out()).contains("attempt 2").contains("paused: proposal of round 1");
        terminal.json("debate", "turns", id, "--prompts");
        assertThat(terminal.items("items"))
                .filteredOn(turn -> Objects.equals(turn.get("attempt"), 1L))
                .isNotEmpty()
                .allSatisfy(
                        turn -> assertThat(String.valueOf(turn.get("prompt"))).contains("marmalade"));

        assertThat(terminal.run("debate", "approve", id)).isZero();
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "completed");
    }

    @Test
    void rejectedTooOftenADebateFails() {
        String id = paused("proposal");
        assertThat(terminal.run("debate", "reject", id, "--reason", "no")).isZero();
        assertThat(terminal.run("debate", "reject", id, "--reason", "still no")).isEqualTo(1);
        assertThat(terminal.out()).contains("failed: rejected at its gate too often");
    }

    @Test
    void whoDecidesNeedNotGoOn() {
        String id = paused("convergence");
        assertThat(terminal.run("debate", "approve", id, "--detach")).isZero();
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "running");
        assertThat(terminal.run("debate", "resume", id)).isZero();
        assertThat(terminal.json("debate", "show", id)).containsEntry("status", "completed");
        assertThat(terminal.run("debate", "approve", created())).isEqualTo(4);
        assertThat(terminal.err()).contains("waits at no gate");
    }

    @Test
    void waitingAtAGateEndsWhenSomebodyElseDecides() throws ExecutionException, InterruptedException {
        terminal.run("init");
        try (Stoa stoa = terminal.open()) {
            CompletableFuture<Void> decided = CompletableFuture.runAsync(() -> {
                while (stoa.debate().gates().pending().isEmpty()) {
                    Thread.onSpinWait();
                }
                stoa.debate()
                        .gates()
                        .decide(stoa.debate().gates().pending().getFirst().id(), Verdict.APPROVE, "bo", null);
            });
            assertThat(terminal.run("debate", "run", "q0", "--seed", "1", "--gate", "convergence", "--wait"))
                    .isZero();
            decided.get();
        }
        assertThat(terminal.out()).contains("debate    ").doesNotContain("paused");
    }

    @Test
    void anInterruptedDebateIsKeptAndItsLeaseGivenBack() throws Exception {
        Files.writeString(folder.resolve("stoa.toml"), """
                [provider.command.slow]
                argv = ["sleep", "60"]
                """);
        terminal.run("init");
        Thread typist = Thread.currentThread();
        CompletableFuture<Void> interrupted = CompletableFuture.runAsync(() -> {
            while (!asked()) {
                Thread.onSpinWait();
            }
            typist.interrupt();
        });
        assertThat(terminal.run("debate", "run", "q0", "--agents", "a=command:slow,b=command:slow"))
                .isEqualTo(130);
        interrupted.get();

        assertThat(terminal.err()).contains(" is interrupted and kept; go on with stoa debate resume ");
        assertThat(terminal.value(
                        "debate",
                        "SELECT status || ' ' || CASE WHEN lease_until IS NULL THEN 'free' END FROM debate_sessions"))
                .isEqualTo("running free");
        assertThat(terminal.value("debate", "SELECT count(*) FROM debate_turns"))
                .isEqualTo("0");
    }

    private boolean asked() {
        try {
            return !terminal.value("debate", "SELECT count(*) FROM debate_events WHERE kind = 'calls_planned'")
                    .equals("0");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCancelledDebateStaysCancelled() {
        String id = paused("convergence");
        assertThat(terminal.json("debate", "cancel", id)).containsEntry("status", "cancelled");
        assertThat(terminal.run("debate", "cancel", id)).isZero();
        assertThat(terminal.run("debate", "resume", id)).isEqualTo(4);
        assertThat(terminal.run("debate", "approve", id)).isEqualTo(4);
        assertThat(terminal.run("debate", "show", id)).isZero();
        assertThat(terminal.out()).contains("cancelled");
        assertThat(terminal.run("debate", "cancel", completed())).isEqualTo(4);
    }

    @Test
    void aRunWithTooFewPositionsFailsWithOne() {
        assertThat(terminal.run("debate", "run", "q0", "--agents", "a=sim:?failure=1,b=sim:?failure=1", "--seed", "1"))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("could not be asked").contains("failed: too few hold a position");
    }

    @Test
    void replayProvesARecordAndCountsItOtherwise() {
        String id = completed();
        Map<String, @Nullable Object> report = terminal.json("debate", "replay", id);
        assertThat(report)
                .containsEntry("ok", true)
                .containsEntry("outcome", "identical")
                .containsEntry("chain", "ok")
                .containsEntry("hypothetical", null);
        assertThat(terminal.run("debate", "replay", id)).isZero();
        assertThat(terminal.out()).startsWith("the record proves itself: ");

        Map<String, @Nullable Object> other =
                terminal.json("debate", "replay", id, "--voting", "unanimous", "--threshold", "0.9", "--quorum", "5");
        assertThat(map(other, "hypothetical"))
                .containsEntry("hypothetical", true)
                .containsEntry("voting_method", "unanimous")
                .containsEntry("threshold", 0.9);
        assertThat(terminal.run("debate", "replay", id, "--voting", "majority")).isZero();
        assertThat(terminal.out()).contains("what if: majority, agreed from 0.75");

        assertThat(terminal.json("debate", "replay", id, "--as-of", "1"))
                .containsEntry("kind", "debate_created")
                .containsEntry("turns", 0L);
        assertThat(terminal.run("debate", "replay", id, "--as-of", "20")).isZero();
        assertThat(terminal.out()).startsWith("after event 20, ");
        assertThat(terminal.run("debate", "replay", id, "--as-of", "0")).isEqualTo(2);
        assertThat(terminal.run("debate", "replay", id, "--voting", "wieghted")).isEqualTo(2);
        assertThat(terminal.run("debate", "replay", id, "--as-of", "1", "--quorum", "2"))
                .isEqualTo(2);
    }

    @Test
    @DisplayName(
            "Editing any turn, ballot, event or outcome byte must make replay exit 5 and name the first bad sequence")
    void replayOfAnEditedRecordExitsWithFive() throws SQLException {
        String id = completed();
        unguard();
        terminal.alter("debate", "UPDATE debate_turns SET content = content || ' ' WHERE turn_seq = 2");

        assertThat(terminal.run("debate", "replay", id)).isEqualTo(5);
        assertThat(terminal.out()).startsWith("the record is damaged: ").contains(" at event ");
        assertThat(terminal.run("debate", "replay", id, "--json")).isEqualTo(5);
        assertThat(terminal.document()).containsEntry("ok", false);
        assertThat(terminal.items("mismatches").getFirst()).containsKeys("check", "seq", "expected", "found");
    }

    @Test
    void aDebateIsGradedOnce() {
        String id = text("--agents", "a0=sim:,a1=sim:,a2=sim:,lex=evidence:lexical");
        Map<String, @Nullable Object> graded = terminal.json("debate", "grade", id, "--correct");
        assertThat(map(graded, "grade")).containsEntry("correct", true).containsEntry("source", "human");
        assertThat(map(graded, "flips")).containsKeys("right_to_wrong", "wrong_to_right", "wrong_to_wrong");
        assertThat(terminal.run("debate", "grade", id, "--correct")).isZero();
        assertThat(terminal.out()).startsWith("graded correct").contains("changes of mind: ");
        assertThat(terminal.run("debate", "grade", id, "--truth", "something else"))
                .isEqualTo(4);
        assertThat(terminal.run("debate", "replay", id)).isZero();

        String other = text("--agents", "a0=sim:,a1=sim:,a2=sim:,lex=evidence:lexical");
        assertThat(terminal.run("debate", "grade", other)).isEqualTo(2);
        assertThat(terminal.run("debate", "grade", other, "--correct", "--wrong"))
                .isEqualTo(2);
        assertThat(terminal.run("debate", "grade", other, "--option", "Z")).isEqualTo(2);
        assertThat(map(terminal.json("debate", "grade", other, "--wrong"), "grade"))
                .containsEntry("correct", false);
        assertThat(terminal.run("debate", "grade", created(), "--correct")).isEqualTo(4);
        assertThat(terminal.run("debate", "show", other)).isZero();
        assertThat(terminal.out()).contains("graded    wrong, says local (human)");
    }

    @Test
    void statisticsAndLessonsAreThere() {
        completed();
        assertThat(map(terminal.json("debate", "stats"), "graded")).containsEntry("sessions", 0L);
        assertThat(map(terminal.json("debate", "stats", "--simulated", "include"), "graded"))
                .containsEntry("sessions", 1L);
        assertThat(terminal.run("debate", "stats", "--simulated", "only")).isZero();
        assertThat(terminal.out()).contains("right").contains("the best agent alone");

        assertThat(terminal.json("debate", "learn")).containsKeys("applied", "pending", "dead");
        assertThat(terminal.run("debate", "learn", "--retry-dead")).isZero();
        assertThat(terminal.out()).contains(" given up");

        String id = lessonOf();
        assertThat(terminal.json("debate", "lessons")).containsKeys("items", "next");
        assertThat(terminal.items("items")).isEmpty();
        terminal.json("debate", "lessons", "--simulated", "include");
        assertThat(terminal.items("items")).isNotEmpty();
        terminal.json("debate", "lessons", id, "--category", "best_practice", "--domain", "ops", "--simulated", "only");
        assertThat(terminal.items("items")).hasSize(1);
        terminal.json("debate", "lessons", "--query", "marmalade", "--simulated", "only");
        assertThat(terminal.items("items").getFirst()).containsKey("score");
        assertThat(terminal.run("debate", "lessons", "--query", "marmalade", "--simulated", "only"))
                .isZero();
        assertThat(terminal.out()).contains("les_").contains("best_practice").contains("→ ");
        terminal.json("debate", "lessons", "--min-tier", "gold");
        assertThat(terminal.items("items")).isEmpty();
        assertThat(terminal.run("debate", "lessons", "--category", "besst")).isEqualTo(2);
        assertThat(terminal.run("debate", "lessons", "--min-tier", "tin")).isEqualTo(2);
        assertThat(terminal.run("debate", "learn", "nobody")).isEqualTo(3);
    }

    /** A debate in which a person rejected something and approved it later: that teaches. */
    private String lessonOf() {
        String id = text("--gate", "proposal", "--domain", "ops");
        terminal.run("debate", "reject", id, "--reason", "Look at marmalade");
        assertThat(terminal.run("debate", "approve", id)).isZero();
        return id;
    }

    private String created() {
        return String.valueOf(
                terminal.json("debate", "create", "q0", "--seed", "1").get("id"));
    }

    private String completed() {
        return text();
    }

    private String paused(String gate) {
        return text("--gate", gate);
    }

    private String text(String... args) {
        String[] all = Stream.concat(Stream.of("debate", "run", "q0", "--seed", "1"), Stream.of(args))
                .toArray(String[]::new);
        return String.valueOf(terminal.json(all).get("id"));
    }

    private void unguard() throws SQLException {
        List<String> triggers = dialect == Dialect.SQLITE
                ? List.of(terminal.value(
                                "debate",
                                "SELECT group_concat('DROP TRIGGER ' || name, ';') FROM sqlite_schema WHERE type = 'trigger'")
                        .split(";", -1))
                : List.of("ALTER TABLE debate_turns DISABLE TRIGGER USER");
        for (String sql : triggers) {
            terminal.alter("debate", sql);
        }
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private static Map<String, @Nullable Object> map(Map<String, @Nullable Object> object, String field) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(object.get(field));
    }
}
