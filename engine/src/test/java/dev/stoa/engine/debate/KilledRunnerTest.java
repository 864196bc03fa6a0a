package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes that hold a debate are killed after a commit: whoever goes on ends where they would have ended. After each
 * single commit with {@code -Psoak}; else after some of them, because each death costs a process.
 */
@Tag("crash")
@OnBothDatabases
@Timeout(1800)
@SuppressWarnings("NullAway.Init") // set before each test
class KilledRunnerTest {
    /** How many of the commits of a debate are followed by a death; if it has fewer, all of them. */
    private static final int KILLS = Integer.getInteger("stoa.crash.debate.kills", 2);

    private static final int KILLS_POSTGRES = Math.max(2, KILLS / 2);

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

    @ParameterizedTest
    @EnumSource(names = {"CLASSIC", "LADDER", "CODE"})
    @DisplayName("Killing after every single commit of a classic, a ladder and a code debate must resume to the"
            + " byte-identical outcome")
    void aDebateEndsTheSameAfterWhicheverCommitItsProcessIsKilled(Play play) throws Exception {
        Guillotine counting = new Guillotine(ground.clock(), commits -> {});
        String whole = undisturbed(play, counting);
        int commits = counting.commits();
        Child ready = RunnerProcess.start(dialect, folder, ground, play);
        try {
            for (int commit : spread(commits, dialect == Dialect.SQLITE ? KILLS : KILLS_POSTGRES)) {
                String id = create(play);
                kill(ready, id, commit, commits);
                ready.close();
                // The next process gets ready while this one goes on with the debate of the last.
                ready = RunnerProcess.start(dialect, folder, ground, play);
                resume(id, commit, commits);
                same(whole, id);
            }
        } catch (AssertionError e) {
            throw new AssertionError(play + " of " + commits + " commits; " + e.getMessage(), e);
        } finally {
            ready.close();
        }
        ground.sound();
    }

    @Test
    void processAfterProcessMayBeKilled() throws Exception {
        String whole = undisturbed(Play.LADDER, ground.clock());
        String id = create(Play.LADDER);
        Child ready = RunnerProcess.start(dialect, folder, ground, Play.LADDER);
        try {
            int deaths = 0;
            while (!ground.row(id).status().isTerminal()) {
                ready.expect("started");
                RunnerProcess.order(ready, ground, id, 8);
                Child doomed = ready;
                ready = RunnerProcess.start(dialect, folder, ground, Play.LADDER);
                assertThat(doomed.line())
                        .hasValueSatisfying(line -> assertThat(line).isIn("stands", "ended completed"));
                doomed.close();
                ground.clock().advance(Duration.ofSeconds(31));
                deaths++;
            }
            assertThat(deaths).isGreaterThan(1);
            assertThat(ground.kinds(id)).filteredOn("runner_changed"::equals).hasSize(deaths - 1);
        } finally {
            ready.close();
        }
        same(whole, id);
        ground.sound();
    }

    /** Kills a process right after a commit; number 0 is that of the lease, the last that of the outcome. */
    private void kill(Child child, String id, int commit, int commits) {
        child.expect("started");
        RunnerProcess.order(child, ground, id, commit);
        child.expect(commit < commits ? "stands" : "ended completed");
        child.kill();
    }

    /** Goes on with a debate once the lease of the killed process has run out, and not before. */
    private void resume(String id, int commit, int commits) throws InterruptedException {
        SessionRow left = ground.row(id);
        if (commit == commits) {
            assertThat(left.status()).isEqualTo(SessionRow.Status.COMPLETED);
            assertThatThrownBy(() -> ground.resume(id)).isInstanceOf(ConflictException.class);
            return;
        }
        assertThat(left.status()).isEqualTo(SessionRow.Status.RUNNING);
        assertThat(left.leaseUntil()).isEqualTo(ground.clock().instant().plusSeconds(30));
        assertThatThrownBy(() -> ground.resume(id))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("is run by " + left.runnerId());
        assertThat(ground.stoa().debate().sessions().recoverable(ground.clock().instant()))
                .isEmpty();
        ground.clock().advance(Duration.ofSeconds(31));
        assertThat(ground.stoa().debate().sessions().recoverable(ground.clock().instant()))
                .extracting(SessionRow::id)
                .containsExactly(id);

        ground.resume(id);

        assertThat(ground.stoa().debate().events().all(id))
                .filteredOn(event -> event.kind().equals("runner_changed"))
                .singleElement()
                .extracting(DebateEvent::data)
                .satisfies(data -> assertThat(data)
                        .containsEntry("recoveries", left.recoveries() + 1L)
                        .containsEntry("epoch", left.runnerEpoch() + 1));
    }

    private String undisturbed(Play play, InstantSource clock) throws InterruptedException {
        play.stage(ground);
        String id = ground.telling(clock).run(play.request()).row().id();
        ground.telling(ground.clock()).proves(id);
        return id;
    }

    /** So many of the numbers from 0 to the last, as even as can be. */
    private static List<Integer> spread(int last, int number) {
        int most = Math.min(number, last + 1);
        List<Integer> spread = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            spread.add((2 * i + 1) * (last + 1) / (2 * most));
        }
        return spread;
    }

    private String create(Play play) {
        return ground.engine("first").create(play.request(), "local").row().id();
    }

    private void same(String whole, String id) {
        assertThat(ground.said(id)).isEqualTo(ground.said(whole));
        assertThat(votes(id)).isEqualTo(votes(whole));
        assertThat(code(id)).isEqualTo(code(whole));
        assertThat(ground.outcome(id)).isEqualTo(ground.outcome(whole));
        assertThat(ground.row(id).outcomeSha256()).isEqualTo(ground.row(whole).outcomeSha256());
        ground.proves(id);
    }

    private List<Map<String, @Nullable Object>> votes(String id) {
        List<Map<String, @Nullable Object>> votes = new ArrayList<>();
        for (BallotRow ballot : ground.ballots(id)) {
            Map<String, @Nullable Object> vote = new LinkedHashMap<>(ballot.document());
            vote.remove("session_id");
            votes.add(vote);
        }
        return votes;
    }

    private List<String> code(String id) {
        return ground.stoa().debate().versions().all(id).stream()
                .map(CodeVersion::code)
                .toList();
    }
}
