package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.PromptParts;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@SuppressWarnings("NullAway.Init") // set before each test
class OrphansTest {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private static final Execution.Plan PLAN = new Execution.Plan() {
        @Override
        public int retries(String model) {
            return 0;
        }

        @Override
        public String prompt(PromptParts parts) {
            return "x";
        }
    };

    @TempDir
    Path folder;

    private final ThisProcess me = ThisProcess.here();
    private Camp camp;
    private ExecutionQueue queue;
    private Process sleeper;

    @BeforeEach
    void open() throws Exception {
        camp = Camp.on(Dialect.SQLITE, folder);
        camp.agent("ana", "cat");
        queue = camp.stoa().society().executions();
        sleeper = new ProcessBuilder("sleep", "1000").start();
    }

    @AfterEach
    void close() {
        sleeper.destroyForcibly();
        camp.close();
    }

    private Run claimed(String holder, String host, Instant started) {
        Run run = camp.stoa().society().runs().start(Camp.HUMAN, RunRequest.of("ana", "x"));
        Execution execution = queue.claim(holder, LEASE, PLAN).orElseThrow();
        assertThat(queue.started(execution, sleeper.pid(), host, started)).isTrue();
        return run;
    }

    private Instant sleeping() {
        return sleeper.info().startInstant().orElseThrow();
    }

    private Task task(Run run) {
        return camp.stoa().society().runs().execution(Camp.HUMAN, run.id());
    }

    private int recover(Duration later) {
        return new Orphans(queue, me, () -> InstantSource.system().instant().plus(later)).recover();
    }

    private String dead() {
        return me.host() + "/" + ProcessHandle.current().pid() + "/0";
    }

    @Test
    void theProcessOfADeadWorkerIsEnded() {
        Run run = claimed(dead(), me.host(), sleeping());
        assertThat(recover(Duration.ZERO)).isEqualTo(1);
        assertThat(sleeper.isAlive()).isFalse();
        assertThat(task(run).status()).isEqualTo(TaskStatus.FAILED);
        assertThat(task(run).error()).isEqualTo("orphaned");
        assertThat(recover(Duration.ZERO)).isZero();
    }

    @Test
    void anotherProcessWithTheSameNumberIsLeftAlone() {
        Run run = claimed(dead(), me.host(), sleeping().minusSeconds(3));
        assertThat(recover(Duration.ZERO)).isEqualTo(1);
        assertThat(sleeper.isAlive()).isTrue();
        assertThat(task(run).status()).isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void aWorkerThatLivesKeepsItsExecutionUntilItsLeaseIsOver() {
        Run run = claimed(me.holder(), me.host(), sleeping());
        assertThat(recover(Duration.ofSeconds(50))).isZero();
        assertThat(task(run).status()).isEqualTo(TaskStatus.RUNNING);
        assertThat(recover(Duration.ofSeconds(61))).isEqualTo(1);
        assertThat(sleeper.isAlive()).isFalse();
    }

    @Test
    void theWorkerOfAnotherHostHasFiveMinutesMoreAndNothingIsEnded() {
        claimed("elsewhere/1/0", "elsewhere", sleeping());
        assertThat(recover(Duration.ofSeconds(350))).isZero();
        assertThat(recover(Duration.ofSeconds(361))).isEqualTo(1);
        assertThat(sleeper.isAlive()).isTrue();
    }

    @Test
    void whoeverStopsARunDoesWhatItsDeadWorkerCannot() throws Exception {
        Run run = claimed(dead(), me.host(), sleeping());
        Run stopped = camp.worker().stop(Camp.HUMAN, run.id()).value();
        assertThat(stopped.endReason()).isEqualTo("stopped");
        assertThat(task(run).status()).isEqualTo(TaskStatus.KILLED);
        assertThat(sleeper.isAlive()).isFalse();
    }
}
