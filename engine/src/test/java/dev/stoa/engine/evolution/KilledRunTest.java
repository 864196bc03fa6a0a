package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.Lease;
import dev.stoa.engine.evolution.EvolutionEngine.Resume;
import dev.stoa.engine.evolution.RunProcess.Counted;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.run.RunTable;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Processes that run an evolution are killed: the run goes on to the same result, and only when they are dead. */
@Tag("crash")
@OnBothDatabases
@Timeout(900)
@SuppressWarnings("NullAway.Init") // set before each test
final class KilledRunTest {
    private static final int KILLS = Integer.getInteger("stoa.crash.evolution.kills", 3);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private EvolutionHall hall;

    @BeforeEach
    void open() {
        hall = EvolutionHall.on(dialect, folder);
    }

    @AfterEach
    void close() {
        hall.close();
    }

    private Run run(Counted counted, EvolutionListener listener) {
        return hall.says(RunProcess::answer).engine().run(ME, counted.scenario(), RunProcess.SEED, Map.of(), listener);
    }

    private Run resume(String id) {
        return hall.says(RunProcess::answer).engine().resume(ME, id, Resume.plain(), EvolutionListener.NONE);
    }

    /** A process that stands still after a number of steps or calls. */
    private Child standing(Counted counted, int after) {
        Child child = RunProcess.start(dialect, folder, counted, hall);
        child.expect("started");
        child.say(String.valueOf(after));
        child.expect("stands");
        return child;
    }

    private String newest() {
        return hall.stores()
                .runs()
                .list(ME, Page.Request.first(1))
                .items()
                .getFirst()
                .id();
    }

    @Test
    void aKilledRunGoesOnToTheSameResultAndALivingOneIsNotTaken() {
        int[] steps = {0};
        Run whole = run(Counted.STEPS, new EvolutionListener() {
            @Override
            public void stored() {
                steps[0]++;
            }
        });
        for (int kill = 0; kill < KILLS; kill++) {
            try (Child child = standing(Counted.STEPS, 1 + kill * (steps[0] - 1) / Math.max(1, KILLS))) {
                String id = newest();
                assertThatThrownBy(() -> resume(id))
                        .isInstanceOf(ConflictException.class)
                        .hasMessageContaining("owns it");
                child.kill();
                assertThat(resume(id).fingerprint()).isEqualTo(whole.fingerprint());
            }
        }
        hall.sound();
    }

    @Test
    void aProcessThatWasStoppedTooLongLosesItsRunAndWritesNothingWhenItWakes() throws Exception {
        Run whole = run(Counted.STEPS, EvolutionListener.NONE);
        try (Child child = standing(Counted.STEPS, 9)) {
            String id = newest();
            signal("-STOP", child);
            hall.later(RunTable.DEAD_AFTER.plusSeconds(1));
            assertThat(resume(id).fingerprint()).isEqualTo(whole.fingerprint());
            List<String> left = everything();
            signal("-CONT", child);
            child.say("go on");
            child.expect("refused lost_claim");
            child.succeed();
            assertThat(everything()).isEqualTo(left);
        }
        hall.sound();
    }

    private static void signal(String name, Child child) throws Exception {
        assertThat(new ProcessBuilder(
                                "kill", name, String.valueOf(child.handle().pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** What a step of a run could have changed, its heartbeat included. */
    private List<String> everything() throws SQLException {
        List<String> rows = new ArrayList<>();
        for (String table : List.of("evolution_runs", "Generations", "epochs", "trial_verdicts", "run_events")) {
            rows.addAll(hall.rows("SELECT * FROM " + table + " ORDER BY 1, 2"));
        }
        for (String table : List.of("AgentProfiles", "Episodes", "ActionLogs", "pending_turns", "strategy_memory")) {
            rows.addAll(hall.rows("SELECT count(*) FROM " + table));
        }
        return rows;
    }

    @Test
    void aRunOfStoredDebatesThatIsKilledInADebateGoesOnToTheSameResultWithTheSameSessions() {
        Run whole = run(Counted.CALLS, EvolutionListener.NONE);
        assertThat(whole.status()).isEqualTo(RunStatus.COMPLETED);
        int calls = hall.calls().size();
        int each = sessions().size();
        int after = dialect == Dialect.SQLITE ? 2 : calls / 2;
        try (Child child = standing(Counted.CALLS, after)) {
            child.kill();
        }
        // The lease of the debate that it held is over.
        hall.later(Lease.TERM.plusSeconds(1));
        hall.calls().clear();
        Run resumed = resume(newest());
        assertThat(resumed.fingerprint()).isEqualTo(whole.fingerprint());
        assertThat(resumed.tokensUsed()).isEqualTo(whole.tokensUsed());
        // The three of the debate in hand may have been asked without their answers being stored.
        assertThat(hall.calls()).as("what was answered is not asked again").hasSizeLessThanOrEqualTo(calls - after + 3);
        assertThat(sessions())
                .as("a session for each question, and none twice")
                .hasSize(2 * each)
                .allMatch(key -> key.matches("[^:]+:\\d+:q\\d"));
        hall.sound();
    }

    private Set<String> sessions() {
        Set<String> keys = new TreeSet<>();
        for (DebateSession session : hall.stoa()
                .debate()
                .sessions()
                .list(SessionFilter.all(), new Page.Request(500, null))
                .items()) {
            assertThat(keys.add(String.valueOf(session.row().idempotencyKey()))).isTrue();
        }
        return keys;
    }
}
