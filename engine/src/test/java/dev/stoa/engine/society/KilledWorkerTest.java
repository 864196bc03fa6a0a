package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.engine.provider.Pause;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Worker processes are killed while they run an agent: at every step, and at moments that chance chooses. Many more of
 * these with {@code -Psoak}, because each death costs a process.
 */
@Tag("crash")
@OnBothDatabases
@Timeout(7200)
@SuppressWarnings("NullAway.Init") // set before each test
class KilledWorkerTest {
    private static final int KILLS = Integer.getInteger("stoa.crash.worker.kills", 2);
    private static final int LONGEST_MILLIS = 900;

    /**
     * An agent that says who it is once it has its prompt, takes its time, and says when it is through. While there is a
     * file {@code long} it takes so much time that it has to be ended by somebody.
     */
    private static final String SCRIPT = """
            prompt=$(cat)
            test -n "$prompt" || exit 9
            echo $$ >> ../../pids
            echo one
            if [ -e ../../long ]; then sleep 1000; fi
            sleep 0.4
            echo two
            echo $$ >> ../../ended""";

    /** The steps at which a worker can die, as the archive and the agent show them. */
    private enum Step {
        CLAIMED("SELECT 1 FROM tasks WHERE status <> 'pending'"),
        PROCESS_KNOWN("SELECT 1 FROM tasks WHERE pid IS NOT NULL"),
        WRITING("SELECT 1 FROM task_chunks"),
        THROUGH(""),
        ENDED("SELECT 1 FROM tasks WHERE status = 'completed'");

        private final String sql;

        Step(String sql) {
            this.sql = sql;
        }
    }

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Camp camp;

    @BeforeEach
    void open() {
        camp = Camp.on(dialect, folder);
        camp.channel("hall");
        camp.agent("ana", SCRIPT, "retries = 2");
    }

    @AfterEach
    void close() {
        camp.close();
    }

    @Test
    @DisplayName("Under kill -9 of the worker at 500 random moments a reply must be posted at most once, and exactly"
            + " once for a completed task; no child that got its prompt must survive the next worker's start.")
    void aReplyIsPostedOnceWheneverTheWorkerIsKilled() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        int kills = Step.values().length + (dialect == Dialect.SQLITE ? KILLS : KILLS / 2);
        Child ready = WorkerProcess.start(camp, folder);
        try {
            for (int kill = 0; kill < kills; kill++) {
                ready.expect("started");
                Run run = camp.stoa()
                        .society()
                        .runs()
                        .start(Camp.HUMAN, RunRequest.of("ana", "count").in("hall"));
                int through = lines("ended").size();
                Path endless = folder.resolve("long");
                if (outlives(kill)) {
                    Files.createFile(endless);
                }
                ready.say("go");
                if (kill < Step.values().length) {
                    await(Step.values()[kill], through);
                } else {
                    Pause.real().of(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
                }
                ready.kill();
                ready.close();
                Files.deleteIfExists(endless);
                // The next process gets ready while this one finds what the last has left behind.
                ready = WorkerProcess.start(camp, folder);
                camp.worker().workOff(1);
                answered(run, "kill " + kill);
                camp.alter("DELETE FROM tasks");
            }
        } finally {
            ready.close();
        }
    }

    @Test
    void aReplyIsPostedOnceWhenTheChildIsKilledOrBothAre() throws Exception {
        for (boolean both : List.of(false, true)) {
            for (Step step : List.of(Step.PROCESS_KNOWN, Step.WRITING)) {
                try (Child worker = WorkerProcess.start(camp, folder)) {
                    worker.expect("started");
                    Run run = camp.stoa()
                            .society()
                            .runs()
                            .start(Camp.HUMAN, RunRequest.of("ana", "count").in("hall"));
                    Path endless = Files.createFile(folder.resolve("long"));
                    worker.say("go");
                    await(step, 0);
                    killChild();
                    Files.delete(endless);
                    if (both) {
                        worker.kill();
                        camp.worker().workOff(1);
                    } else {
                        await(Step.ENDED, 0);
                    }
                    answered(run, step + (both ? ", both" : ", the child"));
                    camp.alter("DELETE FROM tasks");
                }
            }
        }
    }

    /** Ends the process of the execution and what that has started, as somebody who is short of memory would. */
    private void killChild() {
        ProcessHandle child = ProcessHandle.of(
                        Long.parseLong(camp.value("SELECT pid FROM tasks WHERE pid IS NOT NULL")))
                .orElseThrow();
        List<ProcessHandle> descendants = child.descendants().toList();
        child.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    /** Whether what the worker has started lives on when it is killed; it then never comes to an end by itself. */
    private static boolean outlives(int kill) {
        return kill < Step.values().length ? Step.values()[kill].compareTo(Step.WRITING) <= 0 : kill % 2 == 0;
    }

    private void await(Step step, int through) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (step == Step.THROUGH
                ? lines("ended").size() == through
                : camp.values(step.sql).isEmpty()) {
            assertThat(System.nanoTime()).as("%s is not reached", step).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private void answered(Run run, String kill) throws IOException {
        Task task = camp.stoa().society().runs().execution(Camp.HUMAN, run.id());
        assertThat(task.status()).as("task after %s: %s", kill, task.error()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(camp.values("SELECT content FROM messages WHERE client_key = 'task:" + task.id() + "'"))
                .as("replies after %s", kill)
                .containsExactly("one\ntwo");
        assertThat(camp.value("SELECT message_id FROM messages WHERE client_key = 'task:" + task.id() + "'"))
                .isEqualTo(task.replyMessageId());
        assertThat(camp.value("SELECT count(*) FROM task_chunks")).isEqualTo("0");
        assertThat(ProcessBox.marked(task.id())).as("children after %s", kill).isEmpty();
    }

    private List<String> lines(String file) throws IOException {
        Path path = folder.resolve(file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }
}
